"""Folders of other users, unchangeable folders, copies of folders in use, and a second process on a folder."""

import json
import os
import shutil
import stat
import subprocess

import pytest

from support import disks
from support.books import REFUSED, Books, journal
from support.disks import call
from support.process import BINARY, ENVIRONMENT, PUBLIC, run

NOBODY = 65534


@pytest.fixture
def books():
    return Books()


@pytest.fixture
def left(launch, books):
    """A folder that a killed service has left."""
    service = launch()
    books.post_many(service, 3)
    service.kill()
    return service.data


@pytest.fixture
def attributes():
    """Sets file attributes until the test ends; otherwise nobody could remove the files."""
    if disks.missing("chattr") or os.geteuid() != 0:
        pytest.skip("file attributes need root and chattr")
    changed = []

    def attributes(attribute, path):
        done = call("chattr", f"+{attribute}", path)
        if done.returncode:
            pytest.skip(f"this file system has no attributes: {done.stderr.strip()}")
        changed.append((attribute, path))

    yield attributes
    for attribute, path in reversed(changed):
        call("chattr", f"-{attribute}", path)


def as_nobody(*arguments):
    if os.geteuid() != 0 or disks.missing("setpriv"):
        pytest.skip("becoming another user needs root and setpriv")
    command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *arguments]
    return subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, text=True, timeout=30, check=False
    )


class TestAnotherUser:
    def test_a_folder_of_another_is_refused_with_path_user_and_mode(self, left):
        # Another user can reach the folder and the binary, but not look into the folder.
        for folder in [left.parent, *left.parent.parents]:
            if not folder.stat().st_mode & stat.S_IXOTH and folder != folder.parent:
                folder.chmod(folder.stat().st_mode | 0o011)
        binary = left.parent / "formwork"
        shutil.copy(BINARY, binary)
        before = {file.name: file.read_bytes() for file in left.iterdir()}
        refused = as_nobody(binary, "--port", "0", "--data", left, "--public", PUBLIC)
        assert refused.returncode in (73, 77), refused
        for part in (str(left), str(NOBODY), "700"):
            assert part in refused.stderr
        assert {file.name: file.read_bytes() for file in left.iterdir()} == before


class TestAttributes:
    @pytest.mark.parametrize("attribute", ["i", "a"])
    def test_a_folder_that_can_not_be_changed_is_refused_and_can_be_read(
        self, launch, books, left, attributes, attribute
    ):
        attributes(attribute, left)
        with pytest.raises(AssertionError, match=f"exit 7[37]: .*{left}.*"):
            launch(data=left)
        service = launch("--read-only", data=left)
        books.check(service)
        assert books.post(service)[0] == REFUSED

    def test_a_journal_that_can_not_be_changed_any_more_loses_nothing(
        self, launch, books, attributes
    ):
        service = launch()
        books.post_many(service, 3)
        file = journal(service)
        attributes("i", file)
        # On some file systems an open descriptor stays writable; then the books are saved.
        for _ in range(3):
            books.post(service)
        service.kill()
        call("chattr", "-i", file)
        books.check(launch(data=service.data))


class TestModes:
    def test_a_copy_that_others_can_read_works_and_is_said(self, launch, books, left):
        left.chmod(0o755)
        for file in left.glob("*.jsonl"):
            file.chmod(0o644)
        service = launch(data=left)
        books.check(service)
        books.post_many(service, 1)
        modes = {file.stat().st_mode & 0o777 for file in left.glob("*.jsonl")}
        assert modes == {0o600}
        said = service.output.read_text()
        assert f"chmod 700 {left}" in said and "readable or writable for others" in said


class TestTwoProcesses:
    def test_a_second_is_refused_by_the_name_of_the_first(self, launch, books):
        service = launch()
        books.post_many(service, 2)
        for command in [["--port", "0"], ["check", "--repair"], ["check", "--accept"]]:
            second = run(*command, "--data", service.data)
            assert second.returncode == 75, second
            assert f"pid {service.process.pid}" in second.stderr
        books.check(service)


class TestCopies:
    def test_a_copy_of_a_folder_in_use_is_whole_or_refused_loudly(self, launch, books, tmp_path):
        service = launch()
        books.post_many(service, 20)
        books.begin(service, "client", seconds=30)
        whole = refused = 0
        try:
            for number in range(20):
                before = dict(books.saved)
                copy = tmp_path / f"copy-{number}"
                copied = subprocess.run(["cp", "-r", service.data, copy], capture_output=True, text=True)
                assert copied.returncode == 0 or "No such file" in copied.stderr
                exported = run("export", "books", "--data", copy)
                if exported.returncode:
                    assert exported.returncode == 65 and str(copy) in exported.stderr
                    refused += 1
                else:
                    rows = map(json.loads, exported.stdout.splitlines())
                    titles = {row["id"]: row["title"] for row in rows}
                    assert before.items() <= titles.items(), "the copy lacks what was saved before"
                    whole += 1
                shutil.rmtree(copy)
        finally:
            books.end()
        print(f"{whole} copies were whole, {refused} refused")
        assert whole
        books.check(service)
