"""Many clients, slow clients and large bodies: their cost, and that they don't delay other clients."""

import shutil
import socket
import subprocess
import time

import pytest

from support.process import BINARY, ENVIRONMENT, ROOT

MEBIBYTE = 1 << 20


def measured(script, *arguments):
    """Runs a tool of the folder performance, which must exit with 0; returns its output."""
    command = [ROOT / "Tests/EndToEnd/performance" / script, BINARY, *arguments]
    ended = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=100)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_thousand_idle_connections_delay_nobody():
    assert "1000 idle connections" in measured("idle_connections.py", "1000")


def test_slow_clients_delay_nobody():
    if not shutil.which("slowhttptest"):
        pytest.skip("slowhttptest is not installed")
    assert "hostile ranges" in measured("slow_clients.py", "5", "300")


def connect(service):
    return socket.create_connection(("127.0.0.1", service.port), timeout=20)


def test_idle_connections_give_way_the_longest_idle_first(start):
    service = start("--max-connections", "5")
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    held = [connect(service) for _ in range(5)]
    for connection in held:
        connection.sendall(request)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        # The service counts idleness in milliseconds.
        time.sleep(0.02)
    health = [BINARY, "health", "--port", str(service.port)]
    assert subprocess.run(health, env=ENVIRONMENT, timeout=30).returncode == 0
    assert held[0].recv(4096) == b""
    for connection in held[1:]:
        connection.sendall(request)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
    for connection in held:
        connection.close()


def test_connections_beyond_the_most_wait_for_a_place_where_none_gives_way(start):
    service = start("--max-connections", "5")
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    held = [connect(service) for _ in range(5)]
    # Each sends a body fast enough to keep its place.
    upload = (
        b"POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 100000\r\n\r\n" + b"a" * 50_000
    )
    for connection in held:
        connection.sendall(upload)
    waiting = [connect(service) for _ in range(3)]
    for connection in waiting:
        connection.sendall(request)
    waiting[0].settimeout(0.3)
    with pytest.raises(TimeoutError):
        waiting[0].recv(4096)
    held[0].sendall(b"a" * 50_000)
    assert held[0].recv(4096).startswith(b"HTTP/1.1 422 ")
    for connection, next_one in zip(held, waiting):
        connection.close()
        next_one.settimeout(20)
        assert next_one.recv(4096).startswith(b"HTTP/1.1 200 ")
    for connection in held + waiting:
        connection.close()


def pour(connection, pieces):
    """Sends until the service closes the connection; returns how many bytes were sent."""
    sent = 0
    try:
        for piece in pieces:
            connection.sendall(piece)
            sent += len(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "application/json", "text/csv", "multipart/form-data; boundary=b"],
)
@pytest.mark.parametrize("framing", ["Content-Length", "chunked"])
def test_a_body_of_200_megabytes_is_refused_with_flat_memory(service, kind, framing):
    size, piece = 200_000_000, b"a" * 65_536
    assert service.get("/books/new").status == 200
    before = service.memory("VmHWM")
    if framing == "chunked":
        field, piece = b"Transfer-Encoding: chunked", b"%x\r\n%b\r\n" % (len(piece), piece)
    else:
        field = b"Content-Length: %d" % size
    head = b"POST /books HTTP/1.1\r\nHost: localhost\r\n%b\r\nContent-Type: %b\r\n\r\n"
    with connect(service) as connection:
        connection.sendall(head % (field, kind.encode()))
        sent = pour(connection, (piece for _ in range(size // len(piece))))
        assert sent < 40 * MEBIBYTE
    with connect(service) as connection:
        # One mebibyte past the limit: little enough that the service reads it to the end.
        limit = (8 if "multipart" in kind else 1) if framing == "chunked" else 0
        pieces = (limit + 1) * MEBIBYTE // 65_536
        connection.sendall(head % (field, kind.encode()) + piece * pieces)
        assert connection.recv(4096).startswith((b"HTTP/1.1 413 ", b"HTTP/1.1 415 "))
    assert service.memory("VmHWM") - before < 10 * MEBIBYTE
    assert service.get("/books/new").status == 200
