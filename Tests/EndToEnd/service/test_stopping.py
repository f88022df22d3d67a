"""SIGTERM at every moment of a connection."""

import signal
import socket
import time
import urllib.parse

import pytest

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
FORM = urllib.parse.urlencode({"title": "Emma", "author": "Jane Austen"}).encode()
POST = (
    b"POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: %d\r\n\r\n" % len(FORM)
)


@pytest.fixture
def connect():
    """Opens connections that end with the test."""
    connections = []

    def connect(service):
        connections.append(socket.create_connection(("127.0.0.1", service.port), timeout=20))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


def rest(connection):
    received = b""
    while data := connection.recv(65536):
        received += data
    return received


def press(service):
    service.process.send_signal(signal.SIGTERM)


def send(connection, count, rest):
    """Sends some requests and what follows them; returns their answers, which prove that the rest has come."""
    connection.sendall(GET * count + rest)
    received = b""
    while received.count(b"\r\n\r\nok\n") < count:
        received += connection.recv(65536)
    return received


def test_silent_and_idle_connections_end_at_once(service, connect):
    silent, idle = connect(service), connect(service)
    idle.sendall(GET)
    assert idle.recv(4096).startswith(b"HTTP/1.1 200 ")
    began = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - began < 5
    assert rest(silent) == rest(idle) == b""


def test_a_post_that_is_coming_slowly_is_saved(service, connect):
    connection = connect(service)
    send(connection, 1, POST + FORM[:10])
    press(service)
    assert service.is_refusing()
    connection.sendall(FORM[10:])
    answer = rest(connection)
    assert answer.startswith(b"HTTP/1.1 303 ")
    assert b"\r\nConnection: close\r\n" in answer
    assert service.process.wait(10) == 0
    assert "Jane Austen" in "".join(file.read_text() for file in service.data.rglob("*.jsonl"))


def test_requests_that_are_here_are_answered(service, connect):
    connection = connect(service)
    answers = send(connection, 3, POST + FORM[:-1])
    press(service)
    assert service.is_refusing()
    connection.sendall(FORM[-1:] + GET)
    answer = answers + rest(connection)
    assert answer.count(b"HTTP/1.1 200 ") == 3
    # The last answer says that it is the last; requests behind it get none.
    assert answer.count(b"HTTP/1.1 ") == 4
    assert answer.count(b"\r\nConnection: close\r\n") == 1
    assert service.process.wait(10) == 0


def test_a_second_one_waits_for_nobody(service, connect):
    connection = connect(service)
    send(connection, 1, POST + FORM[:10])
    press(service)
    assert service.is_refusing()
    assert service.process.poll() is None
    began = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - began < 5
    assert rest(connection) == b""


def test_requests_are_taken_while_the_delay_runs(start, connect):
    service = start("--drain-delay", "2")
    press(service)
    deadline = time.monotonic() + 5
    while (status := service.get("/readyz").status) == 200 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert status == 503
    # The client is told to open another connection, which a balancer leads elsewhere.
    assert service.get("/books").headers["Connection"] == "close"
    assert service.post("/books", {"title": "Emma", "author": "Jane Austen"}).status == 303
    assert service.process.wait(10) == 0
