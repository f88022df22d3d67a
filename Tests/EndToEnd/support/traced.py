"""The states in which a power cut may leave a folder, from the system calls of a real run (see ALICE, OSDI'14).

A write is on disk once its file is synced, a name once its folder is. Until then each of them may be on
disk or not, independently of later ones. A write may be on disk in part, or as zeros.
"""

import os
import re

CALLS = (
    "openat,mkdir,write,pwrite64,writev,sendto,fsync,fdatasync,rename,unlink,rmdir,link,linkat,"
    "ftruncate,close,copy_file_range,sendfile"
)
RULES = ["-xx", "-s", "4194304", "-e", f"trace={CALLS}"]
LINE = re.compile(r"^(\d+) +(.*)$")
CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def calls(trace):
    """The calls that succeeded, in the order of their ends: name, texts, other words, result."""
    begun = {}
    for line in trace.read_text().splitlines():
        thread, rest = LINE.match(line).groups()
        if rest.endswith(" <unfinished ...>"):
            begun[thread] = rest.removesuffix(" <unfinished ...>")
            continue
        if resumed := re.match(r"<\.\.\. \w+ resumed>", rest):
            rest = begun.pop(thread) + rest[resumed.end():]
        if not (call := CALL.match(rest)) or int(call[3]) < 0:
            continue
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(call[2])]
        words = [word.strip() for word in TEXT.sub("", call[2]).split(",")]
        yield call[1], texts, words, int(call[3])


class File:
    """The bytes that are surely on disk, and the changes that may be."""

    def __init__(self):
        self.durable = b""
        self.length = 0
        self.pending = []

    def remains(self, fates):
        """The bytes after a power cut; `fates` returns what became of each change."""
        data = bytearray(self.durable)
        for offset, content in self.pending:
            fate = fates(content)
            if fate is None:
                continue
            if content is None:
                del data[offset:]
            data.extend(bytes(max(0, offset + len(fate) - len(data))))
            data[offset:offset + len(fate)] = fate
        return bytes(data)

    def sync(self):
        self.durable = self.remains(lambda content: b"" if content is None else content)
        self.pending = []


class Disk:
    """A folder of files and folders, as the calls so far have left it."""

    def __init__(self, root):
        self.root = str(root)
        self.names = {}  # path: File, or None for a folder
        self.durable_names = {}
        self.pending_names = []  # [(path, what, whether it is there)] of each change
        self.open = {}
        self.answers = 0

    def end(self, answers):
        """The process ends, the system runs on; a kill may hide the last answers from the trace."""
        self.open = {}
        self.answers = answers

    def _name(self, *changes):
        for path, what, is_there in changes:
            if is_there:
                self.names[path] = what
            else:
                del self.names[path]
        self.pending_names.append(list(changes))

    def make(self, call, texts, words, result):
        """Makes a call; returns whether a power cut could show a difference."""
        paths = [text.decode(errors="replace") for text in texts]
        ours = bool(paths) and paths[0].startswith(self.root + "/")
        if call == "openat":
            self.open.pop(result, None)
            if not ours and paths != [self.root]:
                return False
            path = paths[0]
            is_new = path not in self.names and "O_CREAT" in words[2]
            assert "O_TRUNC" not in words[2]
            if is_new:
                self._name((path, File(), True))
            self.open[result] = (path, self.names.get(path))
            return is_new
        if call == "mkdir" and ours:
            self._name((paths[0], None, True))
            return True
        if call == "rename" and ours:
            moved = self.names[paths[0]]
            self._name((paths[0], moved, False), (paths[1], moved, True))
            return True
        if call in ("unlink", "rmdir") and ours:
            self._name((paths[0], self.names[paths[0]], False))
            return True
        if call == "sendto" and texts and texts[0].startswith(b"HTTP/1.1 2"):
            self.answers += 1
            return True
        assert not (call in ("link", "linkat") and ours), "a call that isn't replayed"
        if not words[0].isdigit() or int(words[0]) not in self.open:
            return False
        path, file = self.open[int(words[0])]
        if call == "close":
            del self.open[int(words[0])]
            return False
        if call in ("fsync", "fdatasync"):
            if file:
                file.sync()
            else:
                self._sync_folder(path)
        elif call == "write":
            content = texts[0][:result]
            file.pending.append((file.length, content))
            file.length += result
        elif call == "ftruncate":
            file.length = int(words[1])
            file.pending.append((file.length, None))
        else:
            raise AssertionError(f"{call} isn't replayed")
        return True

    def _sync_folder(self, folder):
        def is_inside(change):
            return os.path.dirname(change[0][0]) == folder

        for change in filter(is_inside, self.pending_names):
            apply(change, self.durable_names)
        self.pending_names = [change for change in self.pending_names if not is_inside(change)]

    def after_power_cut(self, random, loss):
        """The content of each path after a power cut; `loss` is the chance that a change is lost."""
        names = dict(self.durable_names)
        for change in self.pending_names:
            if random.random() >= loss:
                apply(change, names)

        def fates(content):
            if random.random() >= loss:
                return content or b""
            torn = random.randrange(len(content) + 1) if content else 0
            return random.choice([
                None,
                None if content is None else content[:torn],
                None if content is None else bytes(torn) + content[torn:],
                None if content is None else bytes(len(content)),
            ])

        return {
            path: None if file is None else file.remains(fates)
            for path, file in sorted(names.items())
            if self._is_reachable(path, names)
        }

    def _is_reachable(self, path, names):
        folder = os.path.dirname(path)
        return folder == self.root or folder in names and self._is_reachable(folder, names)


def apply(change, names):
    for path, what, is_there in change:
        if is_there:
            names[path] = what
        elif names.get(path) is what:
            names.pop(path, None)


def write(state, root, folder):
    """Writes a state into a folder."""
    for path, content in state.items():
        target = folder / os.path.relpath(path, root)
        if content is None:
            target.mkdir(mode=0o700, parents=True)
        else:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o600)
