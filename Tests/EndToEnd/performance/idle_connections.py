#!/usr/bin/env python3
"""Holds many idle connections open and measures what they cost.

    Tests/EndToEnd/performance/idle_connections.py BINARY [COUNT]

Each of the connections (10,000 unless told otherwise) has had one answer. While they stay open, others
ask over connections of their own and over one that is kept. It fails when a connection was closed, or
an answer took longer than a second.
"""

import contextlib
import http.client
import pathlib
import resource
import select
import socket
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.process import Service  # noqa: E402

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
CONNECTIONS_OF_AN_ADDRESS = 20_000
OTHERS = 500
MOST_SECONDS = 1.0


def raise_descriptor_limit(count):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count + 512:
        raise SystemExit(f"{count} connections need more descriptors than this system gives: {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def ask_kept(connection):
    began = time.perf_counter()
    connection.request("GET", "/books/new")
    assert connection.getresponse().read()
    return time.perf_counter() - began


def others(service):
    """The seconds of other requests: each over a new connection, and all over one connection."""
    kept = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    with contextlib.closing(kept):
        new = [service.seconds_to_get("/books/new") for _ in range(OTHERS)]
        return new, [ask_kept(kept) for _ in range(OTHERS)]


def describe(name, seconds):
    ordered = sorted(seconds)
    late = ordered[len(ordered) * 99 // 100]
    print(
        f"{name:24}median {statistics.median(ordered) * 1000:.2f} ms, "
        f"99 % within {late * 1000:.2f} ms, longest {ordered[-1] * 1000:.2f} ms"
    )
    assert ordered[-1] < MOST_SECONDS, f"{name}: an answer took {ordered[-1]:.2f} s"


def open_idle(port, number):
    address = f"127.0.0.{2 + number // CONNECTIONS_OF_AN_ADDRESS}"
    connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))
    connection.sendall(REQUEST)
    answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"\r\n\r\nok\n"), answer
    return connection


def closed(connections):
    """The number of connections that the service has closed or sent something on."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN | select.POLLHUP)
    return len(poll.poll(0))


def measure(service, count):
    port = service.port
    describe("new, before", others(service)[0])
    before = service.memory("RssAnon")
    began = time.monotonic()
    idle = [open_idle(port, number) for number in range(count)]
    opened = time.monotonic() - began
    grown = service.memory("RssAnon") - before
    print(f"{count} idle connections, opened and answered in {opened:.1f} s")
    print(f"memory a connection     {grown / count:.0f} bytes, {(before + grown) / 2**20:.1f} MiB in all")
    new, kept = others(service)
    describe("new, beside them", new)
    describe("kept, beside them", kept)
    assert closed(idle) == 0, f"{closed(idle)} of the connections were closed"
    for connection in idle[:: max(1, count // 200)]:
        connection.sendall(REQUEST)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
    print("all of them are open still, and a sample of them was answered")


def main():
    binary = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    raise_descriptor_limit(count)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(pathlib.Path(folder), "--log", "json", binary=binary)
        try:
            measure(service, count)
            began = time.monotonic()
            assert service.stop() == 0
            print(f"stopped with them open  in {time.monotonic() - began:.2f} s")
        finally:
            service.kill()


main()
