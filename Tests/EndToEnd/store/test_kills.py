"""SIGKILL at random moments while clients post: whatever was acknowledged is there after the next start."""

import json
import os
import random
import time

import pytest

from support.books import SAVED, Books
from support.waiting import is_reached

ROUNDS = int(os.environ.get("KILL_ROUNDS", "20"))
SEED = int(os.environ.get("KILL_SEED", "0")) or random.randrange(1, 1 << 32)


def check_each(service, books, wanted):
    """Asks for each of the wanted books by its id."""
    for book in wanted:
        answer = service.get(f"/books/{book}", Accept="application/json")
        assert answer.status == 200 and answer.json["title"] == books.saved[book], answer.text


@pytest.mark.timeout(600)
def test_a_kill_loses_nothing_that_was_acknowledged(launch):
    print(f"KILL_SEED={SEED} repeats the moments of the kills")
    moments = random.Random(SEED)
    books = Books()
    for number in range(1, ROUNDS + 1):
        before = set(books.saved)
        service = launch()
        books.begin(service, f"round {number}", seconds=60)
        assert is_reached(lambda: len(books.saved) > len(before)), "nothing was acknowledged before the kill"
        time.sleep(moments.uniform(0, 0.25))
        service.kill()
        books.end()
        assert {status for _, _, status in books.answers} == {SAVED}
        service = launch()
        check_each(service, books, books.saved.keys() - before)
        books.check(service)
        service.kill()
    service = launch()
    assert service.stop() == 0
    service = launch()
    check_each(service, books, books.saved)
    books.check(service)
    assert service.stop() == 0
    for file in service.data.glob("*.jsonl"):
        for line in file.read_text().splitlines():
            assert list(json.loads(line))[-1] == "crc", file
