"""Clients that add, replace and remove covers and delete books, and the check of what is left."""

import http.client
import json
import random
import time

from support.books import Clients, everything
from support.forms import MULTIPART, multipart
from support.images import png

GONE = "gone"


def picture(source):
    """A random picture of up to 60,000 bytes."""
    colour = tuple(source.randrange(256) for _ in range(3))
    return png(colour, source.randint(1, 4000), size=source.randint(5000, 60_000))


class Covers(Clients):
    """The states that each book may be in: the bytes of a cover, `None` without one, or `GONE`."""

    def __init__(self, seed):
        self.seed = seed
        self.books = {}
        self.titles = set()
        self.saved = 0
        self.statuses = set()

    def begin(self, service, clients=3, seconds=30):
        self.seed += clients
        first = self.seed
        self.start(clients, seconds, lambda number, ends: self._client(service, first + number, ends))

    def _client(self, service, seed, ends):
        source = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
        mine = []
        number = 0
        try:
            while time.monotonic() < ends and not self.over.is_set():
                number += 1
                book = source.choice([None, *mine[-4:]])
                change = source.choice(["cover", "cover", "cover", "none", "delete"])
                saved = self._change(connection, book, change, f"book {seed} {number}", source)
                if book is None and saved:
                    mine.append(saved)
                elif change == "delete" and saved:
                    mine.remove(book)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()

    def _change(self, connection, book, change, title, source):
        """Makes a change; both states are allowed until the answer comes."""
        cover = picture(source) if change == "cover" else None
        after = GONE if change == "delete" and book else cover
        if book:
            before = self.books[book]
            self.books[book] = before | {after}
        else:
            self.titles.add(title)
        if after == GONE:
            method, path, body = "DELETE", f"/books/{book}", None
        else:
            fields = {"title": title, "author": "A. Writer", "pages": 12}
            method, path = "POST", f"/books/{book}" if book else "/books"
            body = multipart((fields if cover else {**fields, "_remove": "cover"}).items(), cover)
        headers = {
            "Accept": "application/json",
            "Content-Type": MULTIPART,
            "If-Match": "*",
        }
        if not book:
            del headers["If-Match"]
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        answer = response.read()
        self.statuses.add(response.status)
        if response.status >= 300:
            # The answer said that nothing was saved.
            if book:
                self.books[book] = before
            else:
                self.titles.discard(title)
            return None
        self.saved += 1
        book = book or json.loads(answer)["id"]
        self.books[book] = {after}
        return book

    def check(self, service):
        """Every book is in a state that it may be in."""
        listed = everything(service)
        for book, allowed in self.books.items():
            if book in listed:
                found = self.cover(service, book)
                assert found in allowed, f"{book}: {found and len(found)} bytes, not one of {len(allowed)}"
                self.books[book] = {found}
            else:
                assert GONE in allowed, f"{book} is lost"
                self.books[book] = {GONE}
        for book, title in listed.items():
            if book not in self.books:
                assert title in self.titles, f"nobody added {title}"
                self.books[book] = {self.cover(service, book)}

    @staticmethod
    def cover(service, book):
        answer = service.get(f"/books/{book}", Accept="application/json")
        if answer.json["cover"] is None:
            return None
        image = service.get(answer.json["cover"])
        assert image.status == 200, image.text
        return image.body

    def check_files(self, service, seconds=20):
        """Waits until the folder holds the covers of the books and nothing else."""
        covers = {cover for allowed in self.books.values() for cover in allowed}
        wanted = len(covers - {None, GONE})
        folder = service.data / "blobs"
        deadline = time.monotonic() + seconds
        while True:
            files = [path for path in folder.rglob("*") if path.is_file()]
            if len(files) == wanted and {path.read_bytes() for path in files} <= covers:
                return
            assert time.monotonic() < deadline, f"{len(files)} files for {wanted} covers"
            time.sleep(0.05)
