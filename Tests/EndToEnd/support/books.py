"""Clients that post books, and the check that the store keeps what it acknowledged."""

import http.client
import json
import subprocess
import threading
import time

import pytest

from support.process import ENVIRONMENT, Service

SAVED, REFUSED = 201, 503


class Traced(Service):
    """A service whose calls to the system strace follows from the first one on."""

    def __init__(self, folder, data, *rules):
        self.trace = folder / f"trace-{time.monotonic_ns()}.txt"
        strace = ["strace", "-D", "-f", "-o", self.trace, *rules]
        super().__init__(folder, data=data, before=strace, may_warn=True)


class Injection:
    """Makes system calls of a running service fail inside a `with` block."""

    def __init__(self, service, folder, *rules):
        self.trace = folder / f"trace-{time.monotonic_ns()}.txt"
        self.command = ["strace", "-f", "-o", self.trace, *rules, "-p", str(service.process.pid)]

    def __enter__(self):
        self.strace = subprocess.Popen(
            self.command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        line = self.strace.stderr.readline()
        if "attached" not in line:
            self.strace.kill()
            pytest.skip(f"strace can't attach here: {line.strip()}")
        return self

    def __exit__(self, *_):
        self.strace.terminate()
        self.strace.communicate(timeout=20)

    @property
    def count(self):
        return self.trace.read_text().count("(INJECTED)")


class Clients:
    """Threads that go on until the time is over, somebody ends them, or the service is gone."""

    def start(self, count, seconds, run):
        """Calls `run` with a number and the end of the time, each on a thread of its own."""
        self.over = threading.Event()
        ends = time.monotonic() + seconds
        self.clients = [threading.Thread(target=run, args=(number, ends)) for number in range(count)]
        for client in self.clients:
            client.start()

    def end(self):
        self.over.set()
        for client in self.clients:
            client.join()


class Books(Clients):
    """Posts books and remembers which of them the service took."""

    def __init__(self):
        self.saved = {}
        self.doubled = []
        self.refused = []
        self.unknown = []
        self.unanswered = []
        self.answers = []
        self.number = 0
        self.cut = None

    def post(self, service, title=None):
        """Posts a book; returns the status and the title."""
        self.number += 1
        title = title or f"book {self.number}"
        answer = service.post_json("/books", {"title": title, "author": "A. Writer", "pages": 12})
        self._note(answer.status, title, answer.body)
        return answer.status, title

    def post_many(self, service, count):
        assert [self.post(service)[0] for _ in range(count)] == [SAVED] * count

    def _note(self, status, title, body):
        if status == SAVED and not self.cut:
            book = json.loads(body)["id"]
            if book in self.saved:
                self.doubled.append(book)
            self.saved[book] = title
        elif status == REFUSED and b"Nothing was saved" in body:
            self.refused.append(title)
        else:
            self.unknown.append(title)

    def _client(self, service, name, ends):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        number = 0
        try:
            while time.monotonic() < ends and not self.over.is_set():
                number += 1
                title = f"{name} {number}"
                body = json.dumps({"title": title, "author": "A. Writer", "pages": 12})
                began = time.monotonic()
                connection.request("POST", "/books", body, headers)
                response = connection.getresponse()
                body = response.read()
                self.answers.append((began, time.monotonic(), response.status))
                self._note(response.status, title, body)
                if response.status != SAVED:
                    time.sleep(0.005)
        except (OSError, http.client.HTTPException):
            self.unanswered.append(f"{name} {number}")
        finally:
            connection.close()

    def begin(self, service, name, seconds=20, clients=4):
        """Lets clients post on until the time is over or the service is gone."""
        self.cut = None
        self.start(
            clients, seconds, lambda number, ends: self._client(service, f"{name}.{number}", ends)
        )

    def nothing_saved_after_the_first_refusal(self):
        """Every post that began after the first refusal was refused."""
        refusals = [ended for _, ended, status in self.answers if status != SAVED]
        assert refusals, "nothing was refused"
        first = min(refusals)
        late = [began for began, _, status in self.answers if status == SAVED and began > first]
        assert not late, f"{len(late)} were taken after the first refusal"

    def check(self, service):
        """Acknowledged books are there once; refused ones are not."""
        assert not self.doubled, f"ids were given twice: {self.doubled}"
        listed = everything(service)
        lost = {book: title for book, title in self.saved.items() if listed.get(book) != title}
        assert not lost, f"{len(lost)} of {len(self.saved)} acknowledged books are lost: {lost}"
        titles = list(listed.values())
        assert len(titles) == len(set(titles)), "a book was saved under two ids"
        came_back = set(titles) & set(self.refused)
        assert not came_back, f"refused and yet saved: {came_back}"
        assert set(titles) <= {*self.saved.values(), *self.unknown, *self.unanswered}


def everything(service):
    """The title of every book by its id, read page by page."""
    titles = {}
    path = "/books?per=100"
    while path:
        answer = service.get(path, Accept="application/json")
        assert answer.status == 200, answer.text
        for item in answer.json["items"]:
            assert item["id"] not in titles, "a book is listed twice"
            titles[item["id"]] = item["title"]
        path = answer.json["next"]
    return titles


def journal(service):
    """The file that the service appends to."""
    return max(service.data.glob("journal-*.jsonl"))


def saves_again(service, books, seconds=15):
    """Posts until the store saves again."""
    deadline = time.monotonic() + seconds
    while books.post(service)[0] != SAVED:
        assert time.monotonic() < deadline, "it doesn't save again"
        time.sleep(0.1)
