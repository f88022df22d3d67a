"""The servers that answer the rows of the table."""

import os

from support import process
from support.table import Conversation, get

# The names by which the rows call the service; it accepts no others.
NAMES = ",".join(f"http://{name}" for name in ["a", "a.", "b", "probe"])
# 2024-01-02 03:04:05 UTC, the time of the last change of every file in the sample folder.
MODIFIED = 1704164645
DEADLINES = [
    "--first-byte-timeout", "1000", "--head-timeout", "1000", "--body-idle-timeout", "700",
    "--body-rate-grace", "700", "--body-minimum-rate", "1000", "--keep-alive-timeout", "1000",
    "--write-stall-timeout", "700",
]  # fmt: skip


def sample_folder(folder):
    """Makes a folder to serve, with files in it and beside it that must not be served."""
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
    """The server of FormworkServer, with the handlers that the rows need."""

    def __init__(self, folder, root, *flags):
        binary = process.BINARY.parent / "ConformanceServer"
        super().__init__([binary, "--root", root, *flags], folder / "output.txt")
        self.root = root
        with Conversation(self.port) as conversation:
            file = conversation.ask(get(target="/f.txt"))
        self.tag = file.headers["etag"]

    def filled(self, text):
        """The text with ⟨e⟩ replaced by the entity tag of the sample file."""
        return text.replace("⟨e⟩", self.tag) if isinstance(text, str) else text


class Formwork(process.Service):
    """The service; its rows name no entity tag."""

    def filled(self, text):
        return text


class Servers:
    """The servers by the names that rows use; each starts when it is asked for first."""

    def __init__(self, folders):
        self.folders = folders
        self.running = {}

    def __getitem__(self, name):
        if name not in self.running:
            self.running[name] = self.start(name)
        return self.running[name]

    def start(self, name, *flags):
        """Starts another server of a kind."""
        folder = self.folders.mktemp(name)
        if name == "formwork":
            return Formwork(folder, "--origin", NAMES, *flags)
        deadlines = DEADLINES if name == "hasty" else []
        return ConformanceServer(folder, sample_folder(folder), *deadlines, *flags)

    def stop(self):
        """Stops all servers; each must still run and exit with 0."""
        running = list(self.running.values())
        try:
            assert [server.stop() for server in running] == [0] * len(running)
        finally:
            for server in running:
                server.kill()
