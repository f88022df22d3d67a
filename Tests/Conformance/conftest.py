"""The servers under the conformance table, and the count of its rows."""

import os
import re
import subprocess

import pytest

import process

pytest.register_assert_rewrite("table")

from table import Conversation, get  # noqa: E402

BUGS = [f"B{number}" for number in range(1, 27)]
ROWS = [str(number) for number in range(1, 148)]
OTHERWISE = pytest.StashKey[list[str]]()
# By which names the rows call a service on this machine, which believes no others.
NAMES = ",".join(f"http://{name}" for name in ["a", "a.", "b", "probe"])
# 2024-01-02 03:04:05 UTC, when the files of the sample folder were changed last.
MODIFIED = 1704164645
DEADLINES = [
    "--first-byte-timeout", "1000", "--head-timeout", "1000", "--body-idle-timeout", "700",
    "--body-rate-grace", "700", "--body-minimum-rate", "1000", "--keep-alive-timeout", "1000",
    "--write-stall-timeout", "700",
]  # fmt: skip


def sample_folder(folder):
    """A folder to serve, with all that must not be served in it and beside it."""
    root = folder / "Public"
    (root / "dir").mkdir(parents=True)
    (root / "indexed").mkdir()
    (folder / "secret").write_text("secret")
    files = {
        "f.txt": b"0123456789abcdefghi\n" * 50, "a b.txt": b"a space", ".env": b"secret",
        "dir/inner.txt": b"inner", "indexed/index.html": b"<!doctype html><title>Index</title>",
    }  # fmt: skip
    for name, content in files.items():
        (root / name).write_bytes(content)
        os.utime(root / name, (MODIFIED, MODIFIED))
    (root / "link").symlink_to(folder / "secret")
    (root / "out").symlink_to(folder)
    os.mkfifo(root / "pipe")
    with (root / "large.bin").open("wb") as large:
        large.truncate(64 * 1024 * 1024)
    return root


class ConformanceServer(process.Listener):
    """The library's server with the handlers that the rows need."""

    def __init__(self, folder, root, *flags):
        binary = process.BINARY.parent / "ConformanceServer"
        super().__init__([binary, "--root", root, *flags], folder / "output.txt")
        self.root = root
        with Conversation(self.port) as conversation:
            file = conversation.ask(get(target="/f.txt"))
        self.tag = file.headers["etag"]

    def filled(self, text):
        """A text with the sample file's tag in its place."""
        return text.replace("⟨e⟩", self.tag) if isinstance(text, str) else text


class Formwork(process.Service):
    def filled(self, text):
        return text


class Servers:
    """The servers that rows name, each started when it's asked for first."""

    def __init__(self, folders):
        self.folders = folders
        self.running = {}

    def __getitem__(self, name):
        if name not in self.running:
            self.running[name] = self.start(name)
        return self.running[name]

    def start(self, name, *flags):
        """A server of a kind that nobody else uses."""
        folder = self.folders.mktemp(name)
        if name == "formwork":
            return Formwork(folder, "--origin", NAMES, *flags)
        deadlines = DEADLINES if name == "hasty" else []
        return ConformanceServer(folder, sample_folder(folder), *deadlines, *flags)

    def stop(self):
        """Every server must have lived through all rows, and end well."""
        running = list(self.running.values())
        try:
            assert [server.stop() for server in running] == [0] * len(running)
        finally:
            for server in running:
                server.kill()


@pytest.fixture(scope="session")
def servers(tmp_path_factory):
    servers = Servers(tmp_path_factory)
    yield servers
    servers.stop()


@pytest.fixture
def start_server(tmp_path_factory):
    """Starts servers for one test; those still running at its end must stop with exit 0."""
    servers = Servers(tmp_path_factory)
    started = {}

    def start(name, *flags):
        server = servers.start(name, *flags)
        started[len(started)] = server
        return server

    yield start
    servers.running = {key: one for key, one in started.items() if one.process.poll() is None}
    servers.stop()


def pytest_collection_modifyitems(config, items):
    """Remembers the rows that have a reason to be answered otherwise than the table says."""
    rows = (item.callspec.params.get("row") for item in items if hasattr(item, "callspec"))
    config.stash[OTHERWISE] = [row.id for row in rows if getattr(row, "otherwise", "")]


def pytest_terminal_summary(terminalreporter, config):
    """Counts the table's rows, each of which may stand for several cases."""
    outcomes = {}
    for outcome in ["passed", "failed", "error", "xfailed", "xpassed"]:
        for report in terminalreporter.stats.get(outcome, []):
            found = re.search(r"\[(B?\d+)\b", report.nodeid)
            if found:
                outcomes.setdefault(found.group(1), set()).add(outcome)
    if not outcomes.keys() & {*ROWS, *BUGS}:
        return
    passed = {row for row, results in outcomes.items() if results == {"passed"}}
    rows, bugs = len(passed & set(ROWS)), len(passed & set(BUGS))
    otherwise = config.stash[OTHERWISE]
    left = [row for row in ROWS + BUGS if row in outcomes and row not in passed]
    terminalreporter.write_line(
        f"http.md: {rows} of {len(ROWS)} rows, {bugs} of {len(BUGS)} bugs"
        + (f"; not yet: {', '.join(left)}" if left else "")
        + (f"; answered otherwise, with a reason: {', '.join(otherwise)}" if otherwise else "")
    )
