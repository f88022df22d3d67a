"""A power cut after any system call of a real run: the service starts from each state and has lost nothing."""

import concurrent.futures
import hashlib
import itertools
import json
import pathlib
import random
import re
import tempfile

import pytest

from support.books import Traced
from support.process import run
from support.traced import RULES, Disk, calls, write
from support.waiting import is_reached

STATES = 1200
# The chances that a change is lost, all tried at each moment of a run.
LOSSES = [0, 1] + [0.5, 0.2, 0.8] * 8


class Recorded(Traced):
    """A service whose system calls are recorded with the bytes that they wrote."""

    def __init__(self, folder, data):
        super().__init__(folder, data, *RULES)

    def traced(self):
        """Waits for the end of the trace; returns its path."""
        end = re.compile(rf"^{self.process.pid} +\+\+\+ ", re.MULTILINE)
        assert is_reached(lambda: end.search(self.trace.read_text())), "the trace has no end"
        return self.trace


class Life:
    """What a folder holds after each request, one request at a time."""

    def __init__(self):
        self.history = [{}]

    def ask(self, service, method, path, status, value=None, **headers):
        body = None if value is None else json.dumps(value)
        headers |= {"Accept": "application/json", "Content_Type": "application/json"}
        answer = service.ask(method, path, body, **headers)
        assert answer.status == status, answer.text
        books = dict(self.history[-1])
        if method == "DELETE":
            del books[path.rpartition("/")[2]]
        else:
            books[answer.json["id"]] = (answer.json["revision"], answer.json["title"])
        self.history.append(books)

    def add(self, service, title):
        self.ask(service, "POST", "/books", 201, {"title": title, "author": "A. Writer", "pages": 12})

    def change(self, service, book):
        revision, title = self.history[-1][book]
        tag = f'"{revision}"'
        self.ask(service, "PATCH", f"/books/{book}", 200, {"title": title + "!"}, If_Match=tag)

    def remove(self, service, book):
        revision, _ = self.history[-1][book]
        self.ask(service, "DELETE", f"/books/{book}", 204, If_Match=f'"{revision}"')

    def lead(self, folder, data):
        """Three runs, of which the first is killed and the others are stopped; returns the trace of
        each, and how many requests were answered by its end."""
        traces = []
        for number in range(3):
            service = Recorded(folder, data)
            try:
                for book in range(4):
                    self.add(service, f"book {number}.{book} " + "long " * 12 * book)
                books = list(self.history[-1])
                self.change(service, books[0])
                self.remove(service, books[1])
                self.add(service, f"last of {number}")
            finally:
                service.kill() if number == 0 else service.stop()
            traces.append((service.traced(), len(self.history) - 1))
        return traces


def states(traces, root, seed):
    """Folders after a power cut, each with the number of requests that were answered by then."""
    chosen = random.Random(seed)
    disk = Disk(root)
    moments = []
    for trace, answers in traces:
        for call in calls(trace):
            if disk.make(*call):
                moments.append([
                    (disk.after_power_cut(chosen, loss), disk.answers)
                    for loss in LOSSES
                ])
        disk.end(answers)
    seen = set()
    # The plainest states of all moments come first, so that each moment has some among those tried.
    for states in zip(*moments):
        for state, answers in states:
            print_of_it = hashlib.sha256(repr((state, answers)).encode()).digest()
            if print_of_it not in seen:
                seen.add(print_of_it)
                yield state, answers


def exported(data):
    command = run("export", "books", "--data", data)
    assert command.returncode == 0, command.stderr
    rows = map(json.loads, command.stdout.splitlines())
    return {row["id"]: (row["revision"], row["title"]) for row in rows}


class Trial:
    """Starts the service from a state and checks what it finds."""

    def __init__(self, root, place, history):
        self.root = root
        self.place = place
        self.history = history

    def __call__(self, state, answers):
        """Returns whether there was a folder to start from."""
        with tempfile.TemporaryDirectory(dir=self.place) as folder:
            folder = pathlib.Path(folder)
            write(state, self.root, folder)
            data = folder / "Data"
            if not data.is_dir():
                assert answers == 0, "the folder of what was acknowledged is gone"
                return False
            check = run("check", "--data", data)
            assert check.returncode == 0, f"after {answers} answers: {check.stdout}{check.stderr}"
            listed = exported(data)
            # The next request may be on the disk too.
            assert listed in self.history[answers:answers + 2], f"after {answers} answers: {listed}"
            if len(state) % 3 == 0:
                assert exported(data) == listed, "the next start finds something else"
            return True


@pytest.mark.timeout(300)
def test_a_power_cut_after_any_call_loses_nothing(strace, tmp_path):
    seed = 20261130
    root = tmp_path / "run"
    root.mkdir()
    life = Life()
    traces = life.lead(tmp_path, root / "Data")
    memory = pathlib.Path("/dev/shm")
    trial = Trial(root, memory if memory.is_dir() else tmp_path, life.history)
    chosen = itertools.islice(states(traces, root, seed), STATES)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tried = sum(pool.map(lambda state: trial(*state), chosen))
    print(f"{tried} states after a power cut, all whole (seed {seed})")
    assert tried >= 1000
