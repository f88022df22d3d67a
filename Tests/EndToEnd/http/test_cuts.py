"""The same bytes get the same answers, wherever they are cut."""

import re
import socket
import time

import test_body_framing
import test_connection
import test_header_section
import test_request_line
from hypothesis import given, settings
from hypothesis import strategies as some
from support.table import chunked, get, sized, wire

GOOD = [
    wire(text)
    for text in [
        get(), get(method="HEAD"), get("Cookie: a=1⏎X: y", target="/request?a=b"), get(target="/nothing"),
        sized("hello"), sized("a=b&c=%C3%A9", "Content-Type: application/x-www-form-urlencoded", "/request"),
        chunked("5⏎hello⏎0⏎X-Sum: 1⏎⏎"), chunked('3;a="b"⏎one⏎1⏎!⏎0⏎⏎', "/request"),
        sized("later", "Expect: 100-continue"), get("Connection: close"), get(method="FOOBAR"),
    ]
]  # fmt: skip
ROWS = [
    b"".join(wire(text) for text in (row.sent if isinstance(row.sent, tuple) else [row.sent]))
    for module in (test_request_line, test_header_section, test_body_framing, test_connection)
    for row in module.ROWS
    if "/slow" not in str(row.sent) and "/big" not in str(row.sent)
]
# A client that expects 100 Continue may be refused before its body; one that sends the body at once is not.
SHORT = [row for row in ROWS if len(row) < 1000 and b"expect" not in row.lower()]


@some.composite
def damaged(draw):
    """A good request with some bytes changed."""
    data = bytearray(draw(some.sampled_from([data for data in GOOD if b"Expect" not in data])))
    for _ in range(draw(some.integers(1, 3))):
        place = draw(some.integers(0, len(data) - 1))
        data[place : place + draw(some.integers(0, 2))] = draw(some.binary(max_size=2))
    return bytes(data)


MESSAGES = some.lists(
    some.sampled_from(GOOD) | some.sampled_from(SHORT) | damaged(), min_size=1, max_size=4
).map(b"".join)


def answers(port, pieces):
    """The answers to pieces that are sent one by one, without dates and 100 Continue."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for number, piece in enumerate(pieces):
                if number:
                    time.sleep(0.0005)
                client.sendall(piece)
            client.shutdown(socket.SHUT_WR)
        except TimeoutError:
            raise
        except OSError:
            pass  # The answer tells why nothing more is taken.
        answer = b""
        try:
            while data := client.recv(65536):
                answer += data
        except ConnectionResetError:
            pass  # Something was sent behind a request to close.
    answer = re.sub(rb"\r\nDate: [^\r]+", b"", answer)
    # A client that sends its body at once gets no 100 Continue.
    return answer.replace(b"HTTP/1.1 100 Continue\r\n\r\n", b"")


@settings(max_examples=1000, derandomize=True, deadline=None, database=None)
@given(message=MESSAGES, places=some.lists(some.integers(0, 2000), max_size=12))
def test_cuts_change_nothing(servers, message, places):
    port = servers["sample"].port
    ends = sorted({place % (len(message) + 1) for place in places} | {len(message)})
    pieces = [message[start:end] for start, end in zip([0, *ends], ends)]
    assert answers(port, pieces) == answers(port, [message])
