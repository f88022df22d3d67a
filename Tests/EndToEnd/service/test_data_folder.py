"""The data folder beside other folders, other files and other processes."""

import os
import shutil
import signal
import socket
import subprocess
import time

import pytest

from support.process import BINARY, ENVIRONMENT, Service, run


def serve(data, public, *flags):
    """A start that should be refused."""
    return run("--port", "0", "--data", data, "--public", public, *flags)


def filled(folder):
    """A data folder with one book, of a service that has stopped."""
    service = Service(folder)
    service.post("/books", {"title": "Emma", "author": "Jane Austen"})
    assert service.stop() == 0
    return service.data


def state(folder):
    """The content of a folder, with the time of each change."""
    return {
        path.relative_to(folder): (path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in folder.rglob("*")
    }


class TestApart:
    """Neither the public files nor a backup share a folder with the records."""

    @pytest.mark.parametrize(
        "data, public",
        [
            ("Data", "Data"), ("Data", "./Data/."), ("Data", "."), ("Data", "link"), ("link", "Data"),
            ("Data", "above"), ("inner/Data", "."), ("new/Data", "."), ("new", "new"),
            ("Data", "Data/blobs"), ("Data", "Data/quarantine"), ("link", "Data/blobs"),
        ],
    )  # fmt: skip
    def test_public_files_and_records_are_refused_in_one_another(self, tmp_path, data, public):
        for name in ["Data/blobs", "Data/quarantine", "inner/Data"]:
            (tmp_path / name).mkdir(parents=True)
        (tmp_path / "link").symlink_to("Data")
        (tmp_path / "above").symlink_to(tmp_path)
        ended = subprocess.run(
            [BINARY, "--port", "0", "--data", data, "--public", public],
            cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        assert ended.returncode == 64, ended.stderr
        assert ended.stderr.count("\n") == 1
        assert data in ended.stderr and public in ended.stderr

    def test_side_by_side_is_fine(self, tmp_path):
        (tmp_path / "Public").mkdir()
        service = Service(tmp_path, "--public", tmp_path / "Public", data=tmp_path / "Data")
        assert service.stop() == 0

    def test_records_that_come_below_the_public_files_later_are_not_served(self, tmp_path):
        public = tmp_path / "Public"
        public.mkdir()
        service = Service(tmp_path, "--public", public)
        (public / "a").mkdir()
        service.data.rename(public / "a" / "Data")
        (public / "a" / "Data" / "x.txt").write_text("secret")
        (public / "a" / "y.txt").write_text("public")
        assert service.get("/a/y.txt").status == 200
        assert service.get("/a/Data/x.txt").status == 404
        service.kill()

    @pytest.mark.parametrize("inside", ["copy", "blobs/copy", "new/../copy", "../link/copy"])
    def test_a_backup_into_the_records_is_refused(self, tmp_path, inside):
        data = filled(tmp_path)
        (data / "blobs").mkdir(exist_ok=True)
        (tmp_path / "link").symlink_to(data)
        before = state(data)
        destination = f"{data}/{inside}"
        ended = run("backup", destination, "--data", data)
        assert ended.returncode == 64, ended.stderr
        assert destination in ended.stderr and str(data) in ended.stderr
        assert state(data) == before
        assert run("backup", tmp_path / "copy", "--data", data).returncode == 0


KINDS = {
    "pipe": os.mkfifo,
    "link": lambda path: path.symlink_to("/dev/null"),
    "link to a file": lambda path: path.symlink_to(path.parent.parent / "elsewhere"),
    "socket": lambda path: socket.socket(socket.AF_UNIX).bind(str(path)),
    "folder": lambda path: path.mkdir(),
}


class TestFilesOfAnotherKind:
    """The service opens only regular files."""

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("name", ["books.jsonl", "LOCK", "journal-000099.jsonl"])
    def test_start_check_backup_and_export_name_it(self, tmp_path, monkeypatch, kind, name):
        monkeypatch.chdir(tmp_path)
        data = filled(tmp_path)
        file = data / name
        if file.exists():
            shutil.copy(file, tmp_path / "elsewhere")
            file.unlink()
        else:
            (tmp_path / "elsewhere").write_bytes(b"")
        # A socket's path must be short.
        KINDS[kind](file.relative_to(tmp_path) if kind == "socket" else file)
        starts = [("--port", "0"), ("check", "--repair"), ("check", "--accept")]
        readers = [("check",), ("backup", tmp_path / "copy"), ("export", "books")]
        for arguments in starts + (readers if name != "LOCK" else []):
            ended = run(*arguments, "--data", data)
            assert ended.returncode == 73, (arguments, ended)
            assert str(file) in ended.stderr
        assert not (tmp_path / "copy").exists()

    @pytest.mark.parametrize("name", ["blobs", "quarantine", "blobs/ab"])
    def test_no_folder_leads_elsewhere(self, tmp_path, name):
        data = filled(tmp_path)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "file").write_text("theirs")
        os.chmod(elsewhere / "file", 0o644)
        (data / name).parent.mkdir(exist_ok=True)
        shutil.rmtree(data / name, ignore_errors=True)
        (data / name).symlink_to(elsewhere)
        for arguments in [("--port", "0"), ("check",), ("backup", tmp_path / "copy")]:
            ended = run(*arguments, "--data", data)
            assert ended.returncode == 73, (arguments, ended)
            assert str(data / name) in ended.stderr
        assert (elsewhere / "file").stat().st_mode & 0o777 == 0o644

    def test_a_folder_that_is_a_link_itself_is_fine(self, tmp_path):
        data = filled(tmp_path)
        (tmp_path / "link").symlink_to(data)
        assert run("check", "--data", tmp_path / "link").returncode == 0
        service = Service(tmp_path, data=tmp_path / "link")
        assert len(service.books()) == 1
        assert service.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_start_that_waits_ends_at_a_signal(tmp_path, number):
    owner = Service(tmp_path)
    waiting = subprocess.Popen(
        [BINARY, "--port", "0", "--data", owner.data, "--public", tmp_path / "none", "--lock-wait", "60"],
        env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        # The process blocks both signals once it handles them: then it has begun.
        status = f"/proc/{waiting.pid}/status"
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            with open(status) as file:
                blocked = next(line for line in file if line.startswith("SigBlk"))
            if int(blocked.split()[1], 16) & (1 << (number - 1)):
                break
        waiting.send_signal(number)
        assert waiting.wait(timeout=20) == 0
    finally:
        waiting.kill()
        waiting.wait()
        owner.stop()


class TestReadersBesideAWriter:
    """A process that only reads needs no lock and changes nothing."""

    ROWS = '{"title":"A","author":"B"}\n'

    def readers(self, tmp_path):
        rows = tmp_path / "rows.jsonl"
        rows.write_text(self.ROWS)
        return [("check",), ("export", "books"), ("import", "--dry-run", "books", rows)]

    def test_a_running_service_is_read(self, tmp_path):
        service = Service(tmp_path)
        service.post("/books", {"title": "Emma", "author": "Jane Austen"})
        before = state(service.data)
        for arguments in self.readers(tmp_path):
            ended = run(*arguments, "--data", service.data)
            assert ended.returncode == 0, (arguments, ended)
        assert "Emma" in run("export", "books", "--data", service.data).stdout
        assert state(service.data) == before
        assert service.post("/books", {"title": "Persuasion", "author": "J. A."}).status == 303
        assert service.stop() == 0

    def test_a_folder_after_a_crash_stays_as_it_is(self, tmp_path):
        service = Service(tmp_path)
        service.post("/books", {"title": "Emma", "author": "Jane Austen"})
        service.kill()
        journal = max(service.data.glob("journal-*.jsonl"))
        with journal.open("ab") as file:
            file.write(b'{"v":1,"seq":')
        before = state(service.data)
        for arguments in self.readers(tmp_path):
            ended = run(*arguments, "--data", service.data)
            assert ended.returncode == 0, (arguments, ended)
        assert state(service.data) == before

    @pytest.mark.skipif(os.geteuid() != 0, reason="mounts")
    def test_a_read_only_mount_is_read(self, tmp_path):
        data = filled(tmp_path)
        (data / "LOCK").unlink()
        mounted = tmp_path / "mounted"
        mounted.mkdir()
        for arguments in self.readers(tmp_path):
            words = " ".join(f"'{word}'" for word in [BINARY, *arguments, "--data", mounted])
            script = (
                f"mount --bind '{data}' '{mounted}' && mount -o remount,ro,bind '{mounted}' || exit 99;"
                f" {words}"
            )
            ended = subprocess.run(
                ["unshare", "-m", "sh", "-c", script], env=ENVIRONMENT, capture_output=True, text=True,
                timeout=60,
            )  # fmt: skip
            if ended.returncode == 99 or "unshare failed" in ended.stderr:
                pytest.skip("no mounts here")
            assert ended.returncode == 0, (arguments, ended)

    def test_damage_is_still_told(self, tmp_path):
        data = filled(tmp_path)
        base = data / "books.jsonl"
        base.write_bytes(base.read_bytes().replace(b"Emma", b"Emmy"))
        assert run("check", "--data", data).returncode == 65
        assert run("export", "books", "--data", data).returncode == 65
