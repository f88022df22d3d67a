"""Covers through kills, full disks, power cuts and backups: each is whole, new or old."""

import random
import shutil
import time

import pytest

from support.books import REFUSED
from support.covers import Covers
from support.forms import EMMA, MULTIPART, multipart
from support.images import png
from support.process import run
from support.waiting import is_reached


@pytest.fixture
def covers(request):
    return Covers(seed=sum(request.node.name.encode()))


def wait_for(covers, count):
    assert is_reached(lambda: covers.saved >= count)


def post(service, cover, **fields):
    body = multipart({**dict(EMMA), **fields}.items(), cover)
    return service.post("/books", body, Content_Type=MULTIPART, Accept="text/html")


class TestKills:
    def test_a_cover_that_was_acknowledged_is_whole_after_each_kill(self, launch, covers):
        data = None
        for number in range(6):
            service = launch(data=data)
            data = service.data
            covers.check(service)
            covers.check_files(service)
            covers.begin(service)
            wait_for(covers, covers.saved + 20)
            time.sleep(random.uniform(0, 0.1))
            service.kill()
            covers.end()
        service = launch(data=data)
        covers.check(service)
        covers.check_files(service)
        assert covers.statuses <= {200, 201, 204, 303}


class TestFullDisk:
    def test_a_cover_that_does_not_fit_is_refused_and_the_others_stay(self, mounted, launch):
        disk = mounted("tmpfs", "2m")
        service = launch(data=disk.data)
        covers = [png((number, 0, 0), size=100_000) for number in range(5)]
        paths = []
        for cover in covers:
            answer = post(service, cover)
            assert answer.status == 303, answer.text
            paths.append(answer.headers["Location"])
        disk.fill()
        refused = post(service, png((0, 1, 0), size=100_000), title="Kept in the form")
        assert refused.status == REFUSED
        assert 'value="Kept in the form"' in refused.text
        assert "the disk is full" in refused.text
        assert not list(disk.data.rglob("*.tmp"))
        for path, cover in zip(paths, covers):
            assert service.get(f"{path}/cover").body == cover
        disk.empty()
        deadline = time.monotonic() + 15
        while (answer := post(service, png((0, 2, 0), size=100_000))).status != 303:
            assert answer.status == REFUSED and time.monotonic() < deadline
            time.sleep(0.1)
        assert service.get(f"{answer.headers['Location']}/cover").status == 200
        service.kill()
        service = launch(data=disk.data)
        for path, cover in zip(paths, covers):
            assert service.get(f"{path}/cover").body == cover
        assert len([path for path in (disk.data / "blobs").rglob("*") if path.is_file()]) == 6

    def test_many_clients_on_a_disk_that_fills_up_lose_no_cover(self, mounted, launch, covers):
        disk = mounted("tmpfs", "3m")
        service = launch(data=disk.data)
        covers.begin(service)
        wait_for(covers, 10)
        disk.fill()
        assert is_reached(lambda: REFUSED in covers.statuses)
        disk.empty()
        saved = covers.saved
        wait_for(covers, saved + 10)
        covers.end()
        assert covers.statuses <= {200, 201, 204, 303, REFUSED}
        covers.check(service)
        service.kill()
        service = launch(data=disk.data)
        covers.check(service)
        covers.check_files(service)


class TestPower:
    @pytest.mark.parametrize("flags", [1, 2], ids=["log-kept", "log-lost"])
    @pytest.mark.parametrize("kind, size", [("xfs", 320 << 20), ("ext4", 64 << 20)], ids=["xfs", "ext4"])
    def test_covers_outlive_the_power(self, mounted, launch, covers, kind, size, flags):
        disk = mounted(kind, size)
        service = launch(data=disk.data)
        covers.begin(service)
        wait_for(covers, 30)
        # An answer at the moment of the cut doesn't prove a sync.
        covers.end()
        disk.cut_power(flags)
        service.kill()
        disk.unmount()
        disk.mount()
        service = launch(data=disk.data)
        covers.check(service)
        covers.check_files(service)


class TestBackup:
    def test_a_backup_of_covers_that_change_is_whole(self, launch, covers, tmp_path):
        service = launch()
        covers.begin(service, clients=4, seconds=60)
        for number in range(12):
            wait_for(covers, covers.saved + 10)
            copy = tmp_path / f"copy {number}"
            done = run("backup", copy, "--data", service.data)
            assert (done.returncode, done.stderr) == (0, ""), done
            checked = run("check", "--data", copy)
            assert checked.returncode == 0, checked
            named = [path for path in (copy / "blobs").rglob("*") if path.is_file()]
            assert named
            shutil.rmtree(copy)
        covers.end()
        assert covers.statuses <= {200, 201, 204, 303}
        covers.check(service)
        covers.check_files(service)

    def test_a_backup_with_a_missing_cover_says_so_and_has_the_others(self, launch, tmp_path):
        service = launch()
        for number in range(3):
            assert post(service, png((number, 0, 0))).status == 303
        lost, *others = [path for path in (service.data / "blobs").rglob("*") if path.is_file()]
        lost.unlink()
        done = run("backup", tmp_path / "copy", "--data", service.data)
        assert done.returncode == 65
        assert f"{lost}: the file is missing, record " in done.stdout
        kept = {path.name for path in (tmp_path / "copy" / "blobs").rglob("*") if path.is_file()}
        assert kept == {path.name for path in others}
