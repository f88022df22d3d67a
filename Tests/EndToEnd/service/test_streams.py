"""Standard streams that stall, are closed, or have no reader: the service runs on and stops when asked."""

import contextlib
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from support.process import BINARY, ENVIRONMENT, PUBLIC, free_port

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextlib.contextmanager
def running(folder, *flags, closed=(), port=0, environment=ENVIRONMENT, **streams):
    """The service with other standard streams; killed at the end."""
    command = [BINARY, "--port", str(port), "--data", folder / "Data", "--public", PUBLIC, *flags]
    if closed:
        # subprocess needs a descriptor to report failures, so another process closes the streams.
        close = ";".join(f"os.close({stream})" for stream in closed)
        command = [sys.executable, "-c", f"import os, sys;{close};os.execv(sys.argv[1], sys.argv[1:])", *command]
    process = subprocess.Popen(
        command, env=environment, **{"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **streams}
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def port_of(stream):
    """The port in the first line, without reading a byte past it."""
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([stream], [], [], 20)[0], line
        assert (byte := os.read(stream.fileno(), 1)), line
        line += byte
    return int(line.rsplit(b":", 1)[1])


def answers(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20) as answer:
        return answer.status


def wait_until_it_answers(process, port):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        assert process.poll() is None, f"exit {process.returncode}"
        with contextlib.suppress(OSError):
            return answers(port)
        time.sleep(0.02)
    raise AssertionError("nothing answers")


def ask_often(port, count):
    """Makes many requests over one connection, a hundred at once."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        for _ in range(count // 100):
            connection.sendall(REQUEST * 100)
            received = b""
            while received.count(b"\r\n\r\nok\n") < 100:
                assert (data := connection.recv(1 << 16)), received
                received += data


@pytest.mark.parametrize("log", ["json", "text"])
def test_a_reader_that_stalls_stops_nothing_and_is_told_what_it_missed(tmp_path, log):
    with running(tmp_path, "--log", log, stdout=subprocess.PIPE) as process:
        port = port_of(process.stdout)
        ask_often(port, 20_000)
        assert answers(port) == 200
        # The reader is back: the log brings the lines that had room, and the number of the others.
        text, told = b"", 0
        while told < 20_001:
            assert select.select([process.stdout], [], [], 20)[0], told
            text += os.read(process.stdout.fileno(), 1 << 20)
            lines = text.split(b"\n")[:-1]
            missed = [int(count) for count in re.findall(rb"(\d+) lines? left out", text)]
            told = len(lines) - len(missed) + sum(missed)
        assert told == 20_001 and missed
        if log == "json":
            assert all(json.loads(line) for line in lines)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stop_waits_for_no_reader(tmp_path, stream):
    ours, theirs = os.pipe()
    # The pipe is full and nobody reads it.
    os.set_blocking(theirs, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(theirs, b"a" * 4096)
    os.set_blocking(theirs, True)
    port = free_port()
    environment = ENVIRONMENT | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    streams = {"stdout": subprocess.DEVNULL, stream: theirs}
    with running(tmp_path, "--log", "json", port=port, environment=environment, **streams) as process:
        assert wait_until_it_answers(process, port) == 200
        ask_often(port, 1_000)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_pipe_that_nobody_reads_is_no_reason_to_end(tmp_path, stream):
    ours, theirs = os.pipe()
    os.close(ours)
    port = free_port()
    environment = ENVIRONMENT | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    streams = {"stdout": subprocess.DEVNULL, stream: theirs}
    with running(tmp_path, port=port, environment=environment, **streams) as process:
        assert wait_until_it_answers(process, port) == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    os.close(theirs)


def test_a_wrong_flag_is_64_though_nobody_reads_why(tmp_path):
    ours, theirs = os.pipe()
    os.close(ours)
    with running(tmp_path, "--no-such-flag", stderr=theirs, stdout=theirs) as process:
        assert process.wait(20) == 64
    os.close(theirs)


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_closed_streams_lead_nowhere(tmp_path, closed):
    port = free_port()
    with running(tmp_path, closed=closed, port=port, stdout=subprocess.DEVNULL) as process:
        assert wait_until_it_answers(process, port) == 200
        for stream in closed:
            assert os.readlink(f"/proc/{process.pid}/fd/{stream}") == "/dev/null"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    written = b"".join(file.read_bytes() for file in (tmp_path / "Data").rglob("*") if file.is_file())
    assert b"listening" not in written


def test_no_memory_is_left_behind_by_a_crash(service):
    limits = pathlib.Path(f"/proc/{service.process.pid}/limits").read_text()
    assert re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE)


def test_hashes_that_anyone_can_predict_are_warned_of(tmp_path):
    environment = ENVIRONMENT | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    with running(tmp_path, environment=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert answers(port_of(process.stdout)) == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        assert b"SWIFT_DETERMINISTIC_HASHING" in process.stderr.read()
