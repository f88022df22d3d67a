"""Bugs B1 to B26 of other servers, none of which may occur here."""

import json
import os
import resource
import signal
import socket
import struct
import time

import pytest
from support.table import Conversation, Row, case, chunked, get, post, sized, table

MEBIBYTE = 1024 * 1024
FORM = "Content-Type: application/x-www-form-urlencoded"
MULTIPART = "Content-Type: multipart/form-data; boundary=b"
BOOK = "title=Emma&author=Jane+Austen"


def row(number, sent, answers, **more):
    return Row(number, sent, answers, at="sample", **more)


def ranged(wanted, status, **more):
    return row(f"B13 {wanted}", get(f"Range: bytes={wanted}", "/f.txt"), f"{status} K", **more)


def form(number, body, answers, kind=FORM, **more):
    return Row(number, sized(body, kind, "/books"), answers, varies=True, **more)


def named(name, content="x", more=""):
    """A part of a multipart body."""
    return f'--b⏎Content-Disposition: form-data; name="{name}"{more}⏎⏎{content}⏎'


NAMES = named("title", "Emma") + named("author", "Jane Austen")

ROWS = [
    row("B1", post("Content-Length: -1", target="/"), "400 C"),
    row("B2", post("Content-Length: 9999999999999999"), "413 C"),
    row("B3", get() + "\x01\x02garbage⏎⏎" * 100, "200 400 C"),
    row("B4", get(target="/slow") + get("X : y"), "200 400 C", cuts=False),
    Row("B6", get(), "200 K", headers={"connection": None}),
    row("B8", sized("a" * 1_000_000, target="/"), "405 K"),
    row("B10", chunked("5⏎hello⏎0⏎⏎") + sized("more"), "200 200 K", body="more"),
    row("B11", get(method="HEAD"), "200 K", methods="HEAD", headers={"content-length": "49"}),
    row("B11 as in GET", get(), "200 K", headers={"content-length": "49"}),
    row("B12", (post("Expect: 100-continue⏎Content-Length: 5"), "hello"), "100 200 K"),
    ranged("0-0", 206, body="0", headers={"content-range": "bytes 0-0/1000"}),
    ranged("-1", 206, body="␊", headers={"content-range": "bytes 999-999/1000"}),
    ranged(f"0-{2**63 - 1}", 206, headers={"content-range": "bytes 0-999/1000"}),
    ranged(f"{2**63}-", 416, headers={"content-range": r"bytes \*/1000"}),
    ranged(f"-{2**64}", 206, headers={"content-range": "bytes 0-999/1000"}),
    ranged(f"{2**64}-{2**65}", 416),
    ranged("-1-10", 200, headers={"content-range": None}),
    row("B14", get(target="/static/%2e%2e/secret"), "400 C"),
    row("B14 a hidden solidus", get(target="/static/..%2fsecret"), "400 C"),
    row("B14 twice encoded", get(target="/static/%252e%252e/secret"), "404 K"),
    row("B15", get(target="/a%20b.txt"), "200 K", body="a space"),
    row("B16", get(target="/dir"), "404 K"),
    row("B22", get(target="/injected"), "500 K", headers={"set-cookie": None, "x-outside": None}),
    form(
        "B23 a delimiter's beginning", NAMES + named("f", "⏎--⏎--bb⏎--", '; filename="f"') + "--b--⏎",
        "303 K", kind=MULTIPART,
    ),
    form("B23 an empty file", NAMES + named("f", "", '; filename=""') + "--b--⏎", "303 K", kind=MULTIPART),
    form(
        "B23 an empty type", NAMES + named("f", "x", '; filename="f"⏎Content-Type:') + "--b--⏎",
        "303 K", kind=MULTIPART,
    ),
    form("B23 no parts", "--b--⏎", "422 K", kind=MULTIPART),
    form("B23 nothing", "", "400 K", kind=MULTIPART),
    form("B24", f"a{'[b]' * 100_000}=c&{BOOK}", "400 K"),
    form("B24 multi-value", f"{BOOK}&{BOOK}", "422 K"),
    row("B25 before", post("Transfer-Encoding: \x0bchunked", "0⏎⏎"), "400 C"),
    row("B25 behind", post("Transfer-Encoding: chunked\x0c", "0⏎⏎"), "400 C"),
    row("B25 mangled", post("Transfer-Encoding: \xffchunked", "0⏎⏎"), "400 C"),
]  # fmt: skip


@table(*ROWS)
def test_bugs(row, servers):
    row.check(servers)


@case("B2 memory")
def test_a_length_is_worth_no_memory(row, servers):
    server = servers["sample"]
    with Conversation(server.port) as client:
        assert client.ask(get()).status == 200
    before = server.memory("VmRSS")
    for _ in range(20):
        with Conversation(server.port) as client:
            client.send(get() + post(f"Content-Length: {MEBIBYTE}"))
            assert client.answer().status == 200
    assert server.memory("VmRSS") - before < 4 * MEBIBYTE


@case("B5")
def test_the_last_answer_of_a_connection_says_so(row, start_server):
    server = start_server("sample", "--requests-per-connection", "3")
    with Conversation(server.port) as client:
        for number in range(3):
            answer = client.ask(get())
            assert answer.status == 200
            assert ("connection" in answer.headers) == (number == 2)
        client.send(get())
        assert client.rest() == b""


@case("B7")
def test_a_body_over_the_limit_is_refused_while_it_comes(row, servers):
    with Conversation(servers["sample"].port) as client:
        client.send(post(f"Content-Length: {4 * MEBIBYTE}"))
        client.send([b"a" * MEBIBYTE] * 4)
        answer = client.answer()
        assert (answer.status, answer.headers["connection"]) == (413, "close")
        assert client.rest() == b""


@case("B9")
def test_a_large_body_ends_where_it_says(row, start_server):
    server = start_server("sample", "--body", str(8 * MEBIBYTE))
    body = os.urandom(4 * MEBIBYTE)
    with Conversation(server.port) as client:
        client.send(post(f"Content-Length: {len(body)}"))
        client.send([body + b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
        assert client.answer().body == body
        assert client.answer().headers["content-type"].startswith("text/html")


def reset(client):
    """Ends a connection as a crashed client does."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.socket.close()


@case("B17")
def test_a_reset_during_a_download_harms_nobody(row, servers):
    server = servers["sample"]
    for target in ["/large.bin", "/big"] * 5:
        with Conversation(server.port, buffer=4096) as client:
            client.send(get(target=target))
            assert client.socket.recv(1024)
            reset(client)
    with Conversation(server.port) as client:
        assert client.ask(get()).status == 200


@case("B18")
def test_an_idle_server_rests(row, start_server):
    server = start_server("sample")
    with Conversation(server.port) as client:
        assert client.ask(get()).status == 200
        assert server.is_resting()


@case("B19")
def test_an_interrupted_wait_is_taken_up_again(row, start_server):
    server = start_server("sample")
    with Conversation(server.port) as client:
        for _ in range(5):
            client.send(get(target="/slow"))
            for number in (signal.SIGSTOP, signal.SIGCONT):
                server.process.send_signal(number)
                time.sleep(0.02)
            assert client.answer().text == "slow\n"


@case("B20")
def test_without_descriptors_it_waits_for_some(row, start_server):
    server = start_server("sample")
    pid = server.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    open_now = len(os.listdir(f"/proc/{pid}/fd"))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (open_now + 3, hard))
    clients = [Conversation(server.port) for _ in range(8)]
    for client in clients:
        client.send(get())
    assert [client.answer().status for client in clients[:3]] == [200] * 3
    assert server.is_resting()
    for client in clients[:3]:
        client.socket.close()
    assert [client.answer().status for client in clients[3:6]] == [200] * 3
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
    assert [client.answer().status for client in clients[6:]] == [200] * 2
    for client in clients:
        client.socket.close()


@case("B21")
def test_connections_that_ended_leave_nothing(row, start_server):
    server = start_server("sample")
    descriptors = f"/proc/{server.process.pid}/fd"
    with Conversation(server.port) as client:
        # The first slow answer opens descriptors that stay open.
        assert client.ask(get(target="/slow")).status == 200
    before = len(os.listdir(descriptors))
    for _ in range(20):
        with Conversation(server.port) as client:
            client.send(get(target="/slow"))
            reset(client)
        with Conversation(server.port) as client:
            client.send("GET / HT")
            client.finish()
            assert client.rest() == b""
    with Conversation(server.port) as client:
        client.send(get(target="/slow"))
        client.finish()
        assert client.answer().text == "slow\n"
        assert client.rest() == b""
    assert server.is_resting()
    assert len(os.listdir(descriptors)) <= before


@case("B26")
def test_a_stop_waits_for_the_busy_and_not_for_the_idle(row, start_server):
    server = start_server("sample", "--drain-timeout", "2000")
    with (
        Conversation(server.port) as silent,
        Conversation(server.port) as idle,
        Conversation(server.port) as busy,
        Conversation(server.port) as stuck,
    ):
        assert idle.ask(get()).status == 200
        # The answers prove that the rest has come too.
        busy.send(get() + get(target="/slow"))
        stuck.send(get() + post("Content-Length: 5", "hel"))
        assert busy.answer().status == stuck.answer().status == 200
        started = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert silent.rest() == b""
        assert idle.rest() == b""
        assert time.monotonic() - started < 1.5
        assert busy.answer().headers["connection"] == "close"
        assert server.process.wait(timeout=10) == 0
        assert time.monotonic() - started < 10


@case("B26 twice")
def test_a_second_signal_hastens_the_stop(row, start_server):
    server = start_server("sample", "--drain-timeout", "60000")
    with Conversation(server.port) as stuck:
        stuck.send(get() + post("Content-Length: 5", "hel"))
        assert stuck.answer().status == 200
        server.process.send_signal(signal.SIGTERM)
        assert server.is_refusing()
        assert server.process.poll() is None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=10) == 0


class TestHostile:
    """Rows 22, 26 and 27 of security.md; the others of 19 to 30 are rows of http.md too."""

    def test_a_foreign_host_is_421(self, start):
        service = start("--origin", "https://books.example")
        for host, status in [
            ("books.example", 200), ("BOOKS.example:443", 200), ("127.0.0.1", 200), ("evil.example", 421),
        ]:  # fmt: skip
            assert service.get("/books", Host=host).status == status

    def test_what_is_no_request_is_logged(self, start):
        service = start()
        with Conversation(service.port) as client:
            assert client.ask("GET / HTTP/1.1⏎X : y⏎⏎").status == 400
        service.stop()
        (line,) = map(json.loads, service.output.read_text().splitlines()[1:])
        assert (line["status"], line["method"], line["path"]) == (400, "GET", "/")
        assert line["peer"] == "127.0.0.1"
        assert line["failure"]

    def test_slow_heads_hold_nobody_up(self, servers):
        server = servers["hasty"]
        slow = []
        for _ in range(200):
            slow.append(Conversation(server.port))
            slow[-1].send("GET / HTTP/1.1⏎Host: a⏎X: ")
        for _ in range(200):
            with Conversation(server.port, timeout=5) as client:
                assert client.ask(get()).status == 200
        assert [client.answer().status for client in slow] == [408] * 200
        for client in slow:
            client.socket.close()

    def test_a_connection_too_many_waits_for_its_turn(self, start_server):
        server = start_server("sample", "--max-connections", "3", "--loops", "1")
        clients = [Conversation(server.port, timeout=5) for _ in range(4)]
        for client in clients[:3]:
            client.send("POST /echo HTTP/1.1⏎Host: a⏎Content-Length: 100000⏎⏎" + "a" * 50_000)
        clients[3].socket.settimeout(0.3)
        with pytest.raises(TimeoutError):
            clients[3].ask(get())
        clients[0].socket.close()
        clients[3].socket.settimeout(5)
        assert clients[3].answer().status == 200
        for client in clients[1:]:
            client.socket.close()
