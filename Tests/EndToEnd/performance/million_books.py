#!/usr/bin/env python3
"""Measures a store of many books: start, memory, pages, searches, saves.

    Tests/EndToEnd/performance/million_books.py BINARY [COUNT] [FOLDER]

Imports so many made-up books of about 300 bytes each (1,000,000 unless told otherwise), starts the
service on them, and times `wc -l` over the same files. Every answer is compared with what was imported.
It fails when one is wrong, or the memory passes 400 MB.
"""

import http.client
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.process import Service  # noqa: E402

MOST_MEGABYTES = 400
TIMES = 40
SYLLABLES = (
    "ba cor da el fen gu hal in jo ka lo mi nor os per qui ra sha ten ul ver wes yo zan".split())
SMALL_WORDS = "the of and a in to for with".split()


def books(count):
    """The same books each time; their titles have two to six words, some of them frequent."""
    source = random.Random(20)

    def word():
        return "".join(source.choice(SYLLABLES) for _ in range(source.choice((1, 2, 2, 3, 3, 4))))

    vocabulary = sorted({word() for _ in range(100_000)})
    names = sorted({word().capitalize() for _ in range(30_000)})
    for number in range(count):
        words = [
            source.choice(SMALL_WORDS if source.random() < 0.3 else vocabulary)
            for _ in range(source.randint(2, 6))]
        digits = f"978{number:09d}"
        check = -sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10
        yield {
            "title": " ".join(words).capitalize(),
            "author": f"{source.choice(names)} {source.choice(names)}",
            "isbn": f"{digits}{check}",
            "pages": source.randint(20, 1500),
            "published": f"{source.randint(1850, 2025)}-{source.randint(1, 12):02d}-01",
            "rating": source.randint(0, 10) / 2,
            "inPrint": number % 3 == 0,
        }


def words_of(book):
    return re.split(r"\W+", " ".join((book["title"], book["author"], book["isbn"])).lower())


class Expected:
    """The totals that lists of these books must name."""

    def __init__(self, queries):
        self.totals = dict.fromkeys(queries, 0)
        self.count = 0

    def add(self, book):
        self.count += 1
        words = words_of(book)
        for query in self.totals:
            self.totals[query] += all(
                any(word.startswith(part) for word in words) for part in query.split())


def memory(service):
    """Resident memory and its peak, in MB of 2^20 bytes."""
    return [service.memory(field) / 2**20 for field in ("VmRSS", "VmHWM")]


def ask(connection, path):
    connection.request("GET", path, headers={"Accept": "application/json"})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, (path, answer.status, body[:200])
    return json.loads(body)


def measure(connection, path, total):
    """Asks many times; the median and the longest, in milliseconds."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        document = ask(connection, path)
        times.append((time.perf_counter() - began) * 1000)
        exact = total if total <= 10_000 else None
        assert document["total"] == exact, (path, document["total"], total)
    print(f"  {path:52} {statistics.median(times):7.2f} ms, longest {max(times):7.2f} ms")
    return document


def measure_saves(connection):
    times = []
    for number in range(200):
        body = urllib.parse.urlencode({"title": f"Saved {number}", "author": "A. Writer"})
        began = time.perf_counter()
        connection.request("POST", "/books", body, {
            "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - began) * 1000)
        assert answer.status == 201, answer.status
    print(f"  {'a save':52} {statistics.median(times):7.2f} ms, longest {max(times):7.2f} ms")
    assert ask(connection, "/books?q=saved")["total"] == 200


def fill(binary, folder, count, expected):
    path = folder / "books.jsonl"
    with path.open("w") as file:
        for book in books(count):
            expected.add(book)
            file.write(json.dumps(book) + "\n")
    began = time.perf_counter()
    subprocess.run(
        [binary, "import", "books", path, "--data", folder / "Data"], check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    print(f"import {time.perf_counter() - began:.1f} s")
    path.unlink()


def main():
    if len(sys.argv) not in (2, 3, 4):
        print(__doc__, file=sys.stderr)
        return 64
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    parent = sys.argv[3] if len(sys.argv) > 3 else None
    expected = Expected(["a", "the of", "zan ul", "9780000004", "nothingatall"])
    with tempfile.TemporaryDirectory(prefix="formwork-million-", dir=parent) as name:
        folder = pathlib.Path(name)
        fill(binary, folder, count, expected)
        files = sorted((folder / "Data").glob("*.jsonl"))
        print(f"{count} books, {sum(file.stat().st_size for file in files) / 1e6:.0f} MB")
        began = time.perf_counter()
        subprocess.run(["wc", "-l", *files], check=True, stdout=subprocess.DEVNULL)
        lines = time.perf_counter() - began
        began = time.perf_counter()
        service = Service(folder, "--log", "json", binary=binary)
        took = time.perf_counter() - began
        try:
            print(f"start {took:.2f} s, wc -l {lines:.2f} s; {memory(service)[0]:.0f} MB")
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
            ask(connection, "/books")
            began = time.perf_counter()
            ask(connection, "/books?q=x")
            indexed = time.perf_counter() - began + took
            now, peak = memory(service)
            print(f"first search answered {indexed:.1f} s after the start; {now:.0f} MB, peak {peak:.0f} MB")
            measure(connection, "/books", count)
            measure(connection, f"/books?page={count // 40}", count)
            for order in ("title", "-author", "pages", "-published", "rating"):
                measure(connection, f"/books?sort={order}", count)
            measure(connection, f"/books?sort=-title&page={count // 40}", count)
            for query, total in expected.totals.items():
                quoted = urllib.parse.quote(query)
                measure(connection, f"/books?q={quoted}", total)
                measure(connection, f"/books?q={quoted}&sort=title", total)
            measure_saves(connection)
            now, peak = memory(service)
            print(f"memory {now:.0f} MB, peak {peak:.0f} MB")
            assert service.stop(seconds=60) == 0
        finally:
            service.kill()
    assert peak <= MOST_MEGABYTES, f"{peak:.0f} MB is more than {MOST_MEGABYTES} MB"
    return 0


if __name__ == "__main__":
    sys.exit(main())
