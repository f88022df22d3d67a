"""The progress of a long command, which is shown only on a terminal."""

import json
import os
import pty
import re
import subprocess

import pytest

from support.process import BINARY, ENVIRONMENT, run

BOOKS = 9_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with many books, and the file that they came from."""
    folder = tmp_path_factory.mktemp("progress")
    with (folder / "books.jsonl").open("w") as file:
        for number in range(BOOKS):
            book = {"title": f"Book {number}", "author": "A. Writer", "pages": 12}
            file.write(json.dumps(book) + "\n")
    done = run("import", "books", "books.jsonl", "--data", "Data", folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "no terminal, no progress"
    return folder


def on_terminal(folder, *arguments):
    """Runs the command with a terminal as standard error; returns the text there, and its standard output."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        [BINARY, *arguments], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=end,
    )
    os.close(end)
    output, _ = process.communicate(timeout=60)
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:
        pass  # The other end is closed.
    finally:
        os.close(terminal)
    assert process.returncode == 0, shown
    return shown.decode().replace("\r\n", "\n"), output.decode()


@pytest.mark.parametrize(
    "command, things",
    [
        (["check"], "lines"),
        (["backup", "copy-{}"], "lines"),
        (["export", "books"], "records"),
        (["import", "books", "books.jsonl", "--dry-run"], "records"),
    ],
    ids=["check", "backup", "export", "import"],
)
def test_progress_is_shown_on_a_terminal_alone(folder, command, things):
    named = [[word.format(number) for word in command] + ["--data", "Data"] for number in (1, 2)]
    shown, output = on_terminal(folder, *named[0])
    numbers = [int(number) for number in re.findall(rf"\r(\d+) {things}", shown)]
    assert len(numbers) >= 2
    assert numbers == sorted(numbers)
    assert numbers[-1] <= BOOKS + 10
    assert re.fullmatch(rf"(\r\d+ {things})+\n", shown)
    plain = run(*named[1], folder=folder)
    assert plain.returncode == 0
    assert plain.stderr == ""
    assert plain.stdout == output
