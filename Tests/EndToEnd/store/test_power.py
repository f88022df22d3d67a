"""Power cuts: a file system loses all that was not synced."""

import random
import time

import pytest

from support.books import Books, everything


def lose_power(disk, service, flags):
    disk.cut_power(flags)
    service.kill()
    disk.unmount()
    disk.mount()


@pytest.mark.parametrize("flags", [1, 2], ids=["log-kept", "log-lost"])
@pytest.mark.parametrize("kind, size", [("xfs", 320 << 20), ("ext4", 64 << 20)], ids=["xfs", "ext4"])
def test_what_was_acknowledged_outlives_the_power(mounted, launch, kind, size, flags):
    disk = mounted(kind, size)
    books = Books()
    for number in range(2):
        service = launch(data=disk.data)
        if number:
            check(service, books)
        books.begin(service, f"round {number} client")
        while not books.answers:
            time.sleep(0.001)
        time.sleep(random.uniform(0.02, 0.4))
        # ext4 may let a sync return 0 that was under way at the cut, which no disk without power does;
        # so an answer counts only if it came before.
        books.cut = time.monotonic()
        disk.cut_power(flags)
        time.sleep(0.05)
        service.kill()
        books.end()
        books.answers.clear()
        disk.unmount()
        disk.mount()
        # A start replaces the journal by a copy; the power fails right after.
        service = launch(data=disk.data)
        lose_power(disk, service, flags)
        # A stop folds the journal; the power fails right after.
        service = launch(data=disk.data)
        check(service, books)
        assert service.stop() == 0
        lose_power(disk, service, flags)
    check(launch(data=disk.data), books)
    assert books.saved


def check(service, books):
    listed = everything(service)
    lost = [book for book, title in books.saved.items() if listed.get(book) != title]
    assert not lost, f"{len(lost)} of {len(books.saved)} acknowledged books are lost"
    titles = list(listed.values())
    assert len(titles) == len(set(titles)), "a book was saved under two ids"
    assert not set(titles) & set(books.refused), "refused and yet saved"
