"""Full, read-only and failing disks: the answers of the service, and the records that are left."""

import re
import time
from pathlib import Path

import pytest

from support.books import REFUSED, Books, everything, saves_again
from support.disks import call
from support.waiting import is_reached


@pytest.fixture
def books():
    return Books()


def post_until_refused(service, books, most=5000):
    for _ in range(most):
        if books.post(service)[0] == REFUSED:
            return
    raise AssertionError(f"{most} books were saved on a full disk")


class TestFullDisk:
    @pytest.mark.parametrize("size", ["64k", "128k"])
    def test_what_does_not_fit_is_refused_and_the_store_heals(self, mounted, launch, books, size):
        disk = mounted("tmpfs", size)
        service = launch(data=disk.data)
        books.post_many(service, 3)
        disk.fill()
        post_until_refused(service, books)
        books.check(service)
        form = {"title": "Kept in the form", "author": "Someone", "pages": "77"}
        answer = service.post("/books", form)
        assert answer.status == REFUSED
        for value in form.values():
            assert f'value="{value}"' in answer.text
        assert service.get("/readyz").status == REFUSED
        assert service.get("/healthz").status == 200
        books.check(service)
        disk.empty()
        saves_again(service, books)
        assert service.get("/readyz").status == 200
        books.check(service)
        service.kill()
        books.check(launch(data=disk.data))

    @pytest.mark.parametrize("kind, size", [("tmpfs", "128k"), ("ext4", 16 << 20)])
    @pytest.mark.parametrize("clean", [True, False])
    def test_a_start_on_a_full_disk_serves_and_heals(
        self, mounted, launch, books, kind, size, clean
    ):
        disk = mounted(kind, size)
        service = launch(data=disk.data)
        books.post_many(service, 3)
        if clean:
            service.stop()
        else:
            service.kill()
        disk.fill()
        service = launch(data=disk.data)
        books.check(service)
        assert books.post(service)[0] == REFUSED
        books.check(service)
        disk.empty()
        saves_again(service, books)
        service.kill()
        books.check(launch(data=disk.data))

    def test_a_first_start_without_any_room_says_so_or_serves(self, mounted, launch, books):
        disk = mounted("tmpfs", "64k")
        disk.fill()
        service = launch(data=disk.data)
        assert everything(service) == {}
        assert books.post(service)[0] == REFUSED
        disk.empty()
        saves_again(service, books)
        books.check(service)


class TestReadOnlyDisk:
    @pytest.mark.parametrize("clean", [True, False])
    def test_a_store_on_a_read_only_disk_is_served_only_where_that_is_asked_for(
        self, mounted, launch, books, clean
    ):
        disk = mounted("ext4", 16 << 20)
        service = launch(data=disk.data)
        books.post_many(service, 3)
        if clean:
            service.stop()
        else:
            service.kill()
        disk.remount("ro")
        with pytest.raises(AssertionError, match=f"exit 73: .*{disk.data}.*Read-only file system"):
            launch(data=disk.data)
        service = launch("--read-only", data=disk.data)
        books.check(service)
        assert books.post(service)[0] == REFUSED
        service.kill()
        disk.remount("rw")
        service = launch(data=disk.data)
        books.check(service)
        books.post_many(service, 1)

    def test_nothing_is_acknowledged_once_the_disk_has_turned_read_only(
        self, mounted, launch, books
    ):
        disk = mounted("ext4", 16 << 20)
        device = Path(call("findmnt", "-n", "-o", "SOURCE", disk.folder).stdout.strip()).name
        trigger = Path(f"/sys/fs/ext4/{device}/trigger_fs_error")
        if not trigger.exists():
            pytest.skip("this kernel can't make an ext4 error")
        service = launch(data=disk.data)
        books.post_many(service, 3)
        trigger.write_text("test")
        assert [books.post(service)[0] for _ in range(3)] == [REFUSED] * 3
        books.check(service)
        service.kill()
        disk.unmount()
        disk.mount()
        books.check(launch(data=disk.data))


class TestFailingDisk:
    def test_nothing_is_acknowledged_after_the_first_sync_that_failed(
        self, mounted, launch, books
    ):
        below = mounted("tmpfs", "16m", "below")
        disk = mounted("ext4", 64 << 20, "above", inside=below.folder)
        service = launch(data=disk.data)
        books.post_many(service, 5)
        before = dict(books.saved)
        below.fill()
        books.begin(service, "client", seconds=10)
        is_reached(lambda: books.unknown or books.refused, seconds=8)
        time.sleep(0.3)
        # Now a sync would return 0 again.
        below.empty()
        time.sleep(1.5)
        books.end()
        books.nothing_saved_after_the_first_refusal()
        assert books.unknown, "no sync failed"
        lines = service.output.read_text().splitlines()
        said = "\n".join(line for line in lines if line.startswith("formwork: "))
        assert re.search(r"nothing is saved any more until a restart: f(data)?sync", said)
        assert set(before) <= set(everything(service))
        service.kill()
