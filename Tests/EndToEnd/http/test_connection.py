"""Rows 90 to 111: connections, expectations, pipelines, deadlines."""

import signal
import socket
import threading
import time

import pytest
from support.table import Conversation, Row, case, chunked, get, post, sized, table
from support.waiting import is_reached

MEBIBYTE = 1024 * 1024
CLOSING = ["Connection: close", "Connection: Close", "Connection: x, close", "Connection: close\t",
           "Connection: x⏎Connection: close", "Connection: keep-alive, close"]  # fmt: skip
UPGRADES = ["Connection: Upgrade, HTTP2-Settings⏎Upgrade: h2c⏎HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
            "Connection: Upgrade⏎Upgrade: websocket⏎Sec-WebSocket-Version: 13", "Upgrade: unknown/7"]
CONTINUE = "Expect: 100-continue"


def row(number, sent, answers, **more):
    return Row(number, sent, answers, at="sample", **more)


ROWS = [
    *[Row(f"90 {lines!r}", get(lines), "200 C", headers={"connection": "close"}) for lines in CLOSING],
    *[Row(f"91 {lines!r}", get(lines) + get(), "200 C") for lines in CLOSING],
    Row(
        "92", "GET / HTTP/1.0⏎Host: a⏎⏎", "200 C",
        headers={"content-length": r"\d+", "transfer-encoding": None},
    ),
    Row("92 without a host", "GET / HTTP/1.0⏎⏎", "200 C", headers={"content-length": r"\d+"}),
    Row(
        "93", "GET / HTTP/1.0⏎Connection: keep-alive⏎⏎", "200 K",
        headers={"content-length": r"\d+", "connection": "keep-alive"},
    ),
    Row("93 twice", "GET / HTTP/1.0⏎Connection: Keep-Alive⏎⏎" * 2, "200 200 K"),
    Row("94", get() * 20, "200 " * 20 + "K"),
    row("94 in order", "".join(sized(str(number)) for number in range(20)), "200 " * 20 + "K", body="19"),
    row(
        "95", get() + sized("one") + chunked("3⏎two⏎0⏎⏎") + get(method="HEAD") + get(),
        "200 200 200 200 200 K", methods="GET POST POST HEAD GET",
    ),
    row("96", sized("hello") + "⏎" + get(), "200 200 K"),
    row("98", get() + "garbage⏎⏎", "200 400 C"),
    row("98 binary", get() + "␀\x01\x02", "200 400 C"),
    Row("99", get(), "200 C", ends=True),
    Row("99 twenty", get() * 20, "200 " * 20 + "C", ends=True),
    row("99 a slow answer", get(target="/slow"), "200 C", ends=True, cuts=False, body="slow␊"),
    row(
        "99 a big answer", get(target="/big"), "200 C", ends=True, cuts=False,
        headers={"content-length": str(16 * MEBIBYTE)},
    ),
    row("100", (post(f"{CONTINUE}⏎Content-Length: 5"), "hello"), "100 200 K", body="hello"),
    row(
        "100 in chunks", (post(f"{CONTINUE}⏎Transfer-Encoding: chunked"), "5⏎hello⏎0⏎⏎"),
        "100 200 K", body="hello",
    ),
    row(
        "100 and then no chunk", (post(f"{CONTINUE}⏎Transfer-Encoding: chunked"), "Z⏎"), "100 400 C",
    ),
    row("101 nothing there", post(f"{CONTINUE}⏎Content-Length: 5", target="/nothing"), "404 C", isFinished=False),
    row("101 not allowed", post(f"{CONTINUE}⏎Content-Length: 5", target="/private"), "401 C", isFinished=False),
    row("101 too large", post(f"{CONTINUE}⏎Content-Length: {2 * MEBIBYTE}"), "413 C"),
    row("102 no body", post(f"{CONTINUE}⏎Content-Length: 0"), "200 K"),
    row("102 no length", get(CONTINUE), "200 K"),
    row("102 the body is here", sized("hello", CONTINUE), "200 K", cuts=False, body="hello"),
    row("103 case", (post("Expect: 100-Continue⏎Content-Length: 5"), "hello"), "100 200 K"),
    row(
        "103 HTTP/1.0", f"POST /echo HTTP/1.0⏎{CONTINUE}⏎Content-Length: 5⏎⏎hello", "200 C",
        body="hello",
    ),
    row("104", sized("hello", "Expect: foo"), "417 C"),
    row("104 one of two", sized("hello", "Expect: 100-continue, foo"), "417 C"),
    *[Row(f"105 {lines[-20:]!r}", get(lines), "200 K", headers={"upgrade": None}) for lines in UPGRADES],
    Row("105 HTTP/1.0", "GET / HTTP/1.0⏎Upgrade: h2c⏎⏎", "200 C"),
    row("105 with a body", sized("hello", UPGRADES[0]), "200 K", body="hello"),
]  # fmt: skip


@table(*ROWS)
def test_connection(row, servers):
    row.check(servers)


@case("97")
def test_a_fast_answer_waits_for_the_slow_one_before_it(row, servers):
    with Conversation(servers["sample"].port) as client:
        client.send(get(target="/slow") + sized("fast") + get(target="/slow") + sized("last"))
        assert [client.answer().text for _ in range(4)] == ["slow\n", "fast", "slow\n", "last"]


@case("106")
def test_one_who_sends_nothing_is_left_silently(row, servers):
    with Conversation(servers["hasty"].port) as client:
        started = time.monotonic()
        assert client.rest() == b""
        assert time.monotonic() - started > 0.7


@case("106 after a line end")
def test_a_line_end_is_no_first_byte(row, servers):
    with Conversation(servers["hasty"].port) as client:
        client.send("⏎")
        assert client.rest() == b""


def drip(client, data, pause, stop):
    """Sends single bytes from another thread until `stop` is set."""

    def run():
        for byte in data:
            try:
                client.socket.sendall(bytes([byte]))
            except OSError:
                return
            if stop.wait(pause):
                return

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.fixture
def dripping():
    """Drips bytes into conversations until the test ends."""
    stop, threads = threading.Event(), []
    yield lambda client, data, pause: threads.append(drip(client, data, pause, stop))
    stop.set()
    for thread in threads:
        thread.join()


@case("107")
def test_a_head_has_one_deadline_however_steadily_it_drips(row, servers, dripping):
    with Conversation(servers["hasty"].port) as client:
        client.send("GET / HTTP/1.1⏎Host: a⏎X: ")
        started = time.monotonic()
        dripping(client, b"a" * 1000, 0.05)
        answer = client.answer()
        assert answer.status == 408
        assert answer.headers["connection"] == "close"
        assert time.monotonic() - started < 10
        assert client.rest() == b""


@case("108")
def test_a_body_has_a_slowest_rate_however_steadily_it_drips(row, servers, dripping):
    with Conversation(servers["hasty"].port) as client:
        client.send(post("Content-Length: 1000"))
        dripping(client, b"a" * 1000, 0.05)
        assert client.answer().status == 408
        assert client.rest() == b""


@case("108 silent")
def test_a_body_may_not_stop(row, servers):
    with Conversation(servers["hasty"].port) as client:
        client.send(post("Content-Length: 100000", "a" * 50_000))
        assert client.answer().status == 408
        assert client.rest() == b""


def is_held(server, client):
    """Whether the server has its end of a connection open; the kernel may send on without the server."""
    ends = f":{server.port:04X}", f":{client.socket.getsockname()[1]:04X}"
    with open("/proc/net/tcp") as file:
        rows = [line.split() for line in file][1:]
    return any(row[1].endswith(ends[0]) and row[2].endswith(ends[1]) and row[9] != "0" for row in rows)


@case("109")
def test_one_who_never_reads_a_big_answer_is_left(row, servers):
    server = servers["hasty"]
    before = server.memory("VmRSS")
    with Conversation(server.port, buffer=4096) as client:
        assert client.ask(get()).status == 200
        client.send(get(target="/big") * 50)
        assert is_reached(lambda: not is_held(server, client)), "the connection stays"
        assert server.memory("VmRSS") - before < 40 * MEBIBYTE
        received = 0
        with pytest.raises(ConnectionResetError):
            while data := client.socket.recv(65536):
                received += len(data)
            raise ConnectionResetError
        assert received < 16 * MEBIBYTE


@case("110")
def test_an_idle_connection_is_left_silently(row, servers):
    with Conversation(servers["hasty"].port) as client:
        assert client.ask(get()).status == 200
        assert client.rest() == b""


@case("110 kept by use")
def test_a_connection_in_use_is_not_left(row, servers):
    with Conversation(servers["hasty"].port) as client:
        for _ in range(4):
            assert client.ask(get()).status == 200
            time.sleep(0.4)


@case("111")
def test_a_slow_answer_survives_the_stop(row, start_server):
    server = start_server("sample", "--drain-timeout", "5000")
    with Conversation(server.port) as client, Conversation(server.port) as idle:
        assert idle.ask(get()).status == 200
        # The first answer proves that the second request has come too.
        client.send(get() + get(target="/slow"))
        assert client.answer().status == 200
        server.process.send_signal(signal.SIGTERM)
        assert idle.rest() == b""
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port))
        answer = client.answer()
        assert (answer.text, answer.headers["connection"]) == ("slow\n", "close")
        assert client.rest() == b""
    assert server.process.wait(timeout=10) == 0
