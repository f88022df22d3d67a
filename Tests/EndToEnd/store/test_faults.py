"""System calls that fail under the running service, by strace or by a limit on file sizes."""

import resource
import signal
import time

import pytest

from support.books import REFUSED, SAVED, Books, Injection, Traced, journal, saves_again


@pytest.fixture
def books():
    return Books()


def inject(calls, fault):
    return ["-e", f"trace={calls}", "-e", f"inject={calls}:{fault}"]


class TestRunning:
    @pytest.mark.parametrize("error", ["EIO", "ENOSPC", "EDQUOT", "EINTR"])
    def test_after_a_failed_sync_nothing_is_acknowledged_until_a_restart(
        self, strace, launch, tmp_path, books, error
    ):
        service = launch()
        books.post_many(service, 3)
        with Injection(service, tmp_path, *inject("fdatasync", f"error={error}:when=1")) as faults:
            status, _ = books.post(service)
            assert status == REFUSED and len(books.unknown) == 1
            assert faults.count == 1
        # The next sync would return 0 although the bytes written before may be lost.
        assert [books.post(service)[0] for _ in range(3)] == [REFUSED] * 3
        time.sleep(1.5)
        assert books.post(service)[0] == REFUSED
        assert service.get("/readyz").status == REFUSED
        assert service.get("/healthz").status == 200
        books.check(service)
        service.kill()
        service = launch()
        books.check(service)
        books.post_many(service, 1)

    @pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
    def test_clients_at_once_see_no_success_after_a_failed_sync(
        self, strace, launch, tmp_path, books, error
    ):
        service = launch()
        with Injection(service, tmp_path, *inject("fdatasync", f"error={error}:when=20")) as faults:
            books.begin(service, "client", seconds=2)
            for client in books.clients:
                client.join()
            assert faults.count == 1
        assert books.saved
        books.nothing_saved_after_the_first_refusal()
        service.kill()
        books.check(launch())

    @pytest.mark.parametrize("error", ["ENOSPC", "EDQUOT"])
    def test_without_room_a_write_is_refused_and_later_ones_are_saved(
        self, strace, launch, tmp_path, books, error
    ):
        service = launch()
        books.post_many(service, 3)
        rules = ["-P", journal(service), *inject("write", f"error={error}:when=1")]
        with Injection(service, tmp_path, *rules) as faults:
            status, title = books.post(service)
            assert status == REFUSED and books.refused == [title]
            assert faults.count == 1
        books.check(service)
        saves_again(service, books)
        service.kill()
        books.check(launch())

    def test_a_write_that_fails_for_good_ends_all_saving(self, strace, launch, tmp_path, books):
        service = launch()
        books.post_many(service, 3)
        rules = ["-P", journal(service), *inject("write", "error=EIO:when=1")]
        with Injection(service, tmp_path, *rules) as faults:
            assert books.post(service)[0] == REFUSED
            assert faults.count == 1
        time.sleep(1.5)
        assert books.post(service)[0] == REFUSED
        books.check(service)
        service.kill()
        books.check(launch())

    def test_an_interrupted_write_is_made_again(self, strace, launch, tmp_path, books):
        service = launch()
        books.post_many(service, 1)
        rules = ["-P", journal(service), *inject("write", "error=EINTR:when=1")]
        with Injection(service, tmp_path, *rules) as faults:
            assert books.post(service)[0] == SAVED
            assert faults.count == 1
        service.kill()
        books.check(launch())

    def test_where_the_cut_of_a_refused_batch_fails_nothing_is_acknowledged(
        self, strace, launch, tmp_path, books
    ):
        service = launch()
        books.post_many(service, 3)
        rules = ["-P", journal(service), "-e", "trace=write,ftruncate"]
        rules += ["-e", "inject=write:error=ENOSPC:when=1", "-e", "inject=ftruncate:error=EIO:when=1"]
        with Injection(service, tmp_path, *rules) as faults:
            assert books.post(service)[0] == REFUSED
            assert faults.count == 2
        time.sleep(1.5)
        assert books.post(service)[0] == REFUSED
        service.kill()
        books.check(launch())

    def test_half_a_line_at_the_limit_on_file_sizes_is_taken_back(self, launch, books):
        service = launch()
        books.post_many(service, 20)
        length = journal(service).stat().st_size
        pid, no_limit = service.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (length + 100, resource.RLIM_INFINITY))
        status, title = books.post(service)
        assert status == REFUSED and books.refused == [title]
        assert journal(service).stat().st_size == length
        resource.prlimit(pid, resource.RLIMIT_FSIZE, no_limit)
        saves_again(service, books)
        service.kill()
        books.check(launch())

    def test_a_log_at_the_limit_on_file_sizes_stops_nothing(self, launch, books):
        service = launch()
        books.post_many(service, 3)
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        for _ in range(3):
            assert service.get("/healthz").status == 200
        assert service.process.poll() is None
        service.kill()
        books.check(launch())

    def test_a_process_killed_at_its_sync_loses_nothing(self, strace, launch, tmp_path, books):
        service = launch()
        books.post_many(service, 3)
        with Injection(service, tmp_path, *inject("fdatasync", "signal=KILL:when=5")):
            books.begin(service, "client", seconds=5)
            assert service.process.wait(20) == -signal.SIGKILL
            books.end()
        service = launch()
        listed = set(books.saved.values())
        assert len(listed) > 3
        # The requests under way at the kill had no answer.
        books.unknown += [f"client.{client} {number}" for client in range(4) for number in range(99)]
        books.check(service)


class TestStarting:
    """A store that a killed process has left; its last file is copied at the start."""

    @pytest.fixture
    def left(self, launch, books):
        service = launch()
        books.post_many(service, 5)
        service.kill()
        return service.data

    def _try(self, launch, tmp_path, books, left, *rules):
        """Starts with the fault: the service says why it ends, or serves all that was acknowledged."""
        before = {file.name: file.read_bytes() for file in left.glob("*.jsonl")}
        try:
            service = Traced(tmp_path, left, *rules)
        except AssertionError as error:
            assert any(f"exit {code}:" in str(error) for code in (73, 74, 77)), error
            for name, content in before.items():
                assert (left / name).read_bytes() == content, "a start that failed changed a file"
        else:
            try:
                books.check(service)
                books.post(service)
                books.check(service)
            finally:
                service.kill()
        traces = "".join(file.read_text() for file in tmp_path.glob("trace-*"))
        assert "(INJECTED)" in traces
        service = launch()
        books.check(service)
        books.post_many(service, 1)

    @pytest.mark.parametrize("error", ["EROFS", "EIO", "ENOSPC", "EACCES"])
    @pytest.mark.parametrize("when", [1, 2])
    def test_a_rename_that_fails(self, strace, launch, tmp_path, books, left, error, when):
        calls = "rename,renameat,renameat2"
        self._try(launch, tmp_path, books, left, *inject(calls, f"error={error}:when={when}"))

    @pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
    @pytest.mark.parametrize("when", [1, 2, 3, 4, 5])
    def test_a_sync_that_fails(self, strace, launch, tmp_path, books, left, error, when):
        self._try(launch, tmp_path, books, left, *inject("fsync", f"error={error}:when={when}"))

    @pytest.mark.parametrize("error", ["EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE"])
    @pytest.mark.parametrize("name", ["", "LOCK", "journal-000001.jsonl", "probe.tmp"])
    def test_a_file_that_can_not_be_opened(
        self, strace, launch, tmp_path, books, left, error, name
    ):
        rules = ["-P", left / name, *inject("openat", f"error={error}:when=1")]
        self._try(launch, tmp_path, books, left, *rules)

    @pytest.mark.parametrize("error", ["EIO", "EINTR"])
    def test_a_read_that_fails(self, strace, launch, tmp_path, books, left, error):
        rules = ["-P", left / "journal-000001.jsonl", *inject("pread64,read", f"error={error}:when=1")]
        self._try(launch, tmp_path, books, left, *rules)


class TestStopping:
    @pytest.mark.parametrize("calls", ["rename", "fsync", "write", "openat", "unlink"])
    @pytest.mark.parametrize("error", ["EIO", "ENOSPC", "EROFS"])
    @pytest.mark.parametrize("name", ["journal-000002.jsonl", "books.jsonl"])
    def test_a_stop_that_fails_half_way_loses_nothing(
        self, strace, launch, tmp_path, books, calls, error, name
    ):
        service = launch()
        books.post_many(service, 5)
        made = service.data / name
        rules = ["-P", f"{made}.tmp", "-P", made, *inject(calls, f"error={error}")]
        with Injection(service, tmp_path, *rules) as faults:
            service.stop()
        assert faults.count or calls == "unlink"
        service = launch()
        books.check(service)
        books.post_many(service, 1)
