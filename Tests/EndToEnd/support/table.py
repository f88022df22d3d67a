"""The engine of the table: rows of bytes and their answers.

A row is sent over raw sockets whole, split at random points, and byte by byte; the answers must be the
same each time. After the answer that closes the connection, the server answers nothing more. h11 parses
every answer as the strict judge; further checks follow.
"""

import random
import re
import socket
import time
import zlib
from dataclasses import dataclass, field

import h11
import pytest

ROWS = [str(number) for number in range(1, 148)]
BUGS = [f"B{number}" for number in range(1, 27)]
SIGNS = {"⏎": b"\r\n", "␊": b"\n", "␍": b"\r", "␀": b"\0", "␠": b" "}
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
PROBE = b"GET / HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n"
DATE = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) "
    r"\d{4} \d\d:\d\d:\d\d GMT"
)
HEAD = re.compile(
    rb"HTTP/1\.1 \d{3} [\x20-\x7e]+\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\x20-\x7e\x80-\xff\t]*\r\n)*\r\n"
)
# Statuses of malformed requests; their bodies are short and no pages.
REFUSALS = {400, 408, 413, 414, 417, 431, 505}
LONG = 1500


def wire(text):
    """Bytes of the table's notation; a character up to U+00FF is the byte of its number."""
    if isinstance(text, bytes):
        return text
    return b"".join(
        SIGNS.get(sign) or (bytes([ord(sign)]) if ord(sign) < 256 else sign.encode()) for sign in text
    )


def get(lines="", target="/", method="GET"):
    """A request without a body, with more header lines."""
    return f"{method} {target} HTTP/1.1⏎Host: a⏎{lines}{'⏎' if lines else ''}⏎"


def post(lines, body="", target="/echo", method="POST"):
    """A request with more header lines and a body."""
    return get(lines, target, method) + body


def sized(body, lines="", target="/echo", method="POST"):
    """A request whose body has the length that it says; the body is in the notation."""
    more = f"⏎{lines}" if lines else ""
    return post(f"Content-Length: {len(wire(body))}{more}", body, target, method)


def chunked(body, target="/echo"):
    """A request with a body in chunks, framing and all."""
    return post("Transfer-Encoding: chunked", body, target)


@dataclass(frozen=True)
class Row:
    """A case: the bytes that are sent, and their answers.

    `sent` is one text or several; an answer is awaited between two of them. `answers` lists the
    statuses and ends with K for a connection that stays open or C for one that closes. `headers` and
    `body` are patterns that the last answer matches, None for a field that must not be there. `ends`
    sends nothing more afterwards. A row that isn't finished would take the next bytes as its own.
    """

    id: str
    sent: object
    answers: str
    at: str = "formwork"
    methods: str = ""
    headers: dict = field(default_factory=dict)
    body: object = None
    ends: bool = False
    cuts: bool = True
    isFinished: bool = True
    varies: bool = False
    otherwise: str = ""
    missing: str = ""

    def check(self, servers):
        server = servers[self.at]
        first = None
        for name, steps in self.ways(server):
            try:
                answers = self.exchange(server, steps)
            except (AssertionError, h11.ProtocolError, OSError) as failure:
                raise AssertionError(f"sent {name}: {type(failure).__name__}: {failure}") from failure
            comparable = [answer.status if self.varies else answer.lasting for answer in answers]
            first = first or comparable
            assert comparable == first, f"sent {name}"

    def ways(self, server):
        """Yields the ways to cut the bytes, each as the pieces of every step."""
        texts = self.sent if isinstance(self.sent, tuple) else (self.sent,)
        steps = [wire(server.filled(text)) for text in texts]
        yield "whole", [[step] for step in steps]
        if not self.cuts:
            return
        chance = random.Random(zlib.crc32(self.id.encode()))
        for number in range(3):
            yield f"split {number}", [split(step, chance) for step in steps]
        yield "byte by byte", [singly(step) for step in steps]
        if self.answers.endswith(" C") and self.isFinished and not self.ends:
            yield "with more behind it", [[step] for step in [*steps[:-1], steps[-1] + SMUGGLED]]

    def exchange(self, server, steps):
        """Sends all steps and checks the answers; returns them."""
        *statuses, ending = self.answers.split()
        methods = iter(self.methods.split())
        answers = []
        with Conversation(server.port) as conversation:
            for pieces in steps[:-1]:
                conversation.send(pieces)
                answers.append(conversation.answer(next(methods, "GET")))
            conversation.send(steps[-1])
            if self.ends:
                conversation.finish()
            while len(answers) < len(statuses):
                isInterim = answers and answers[-1] and answers[-1].status == 100
                method = conversation.method if isInterim else next(methods, "GET")
                answers.append(conversation.answer(method))
                if answers[-1] is None:
                    break
            shown = [answer and answer.status for answer in answers]
            assert shown == [int(status) for status in statuses], answers and str(answers[-1])
            if ending == "K":
                assert "connection" not in answers[-1].headers or (
                    answers[-1].headers["connection"] == "keep-alive"
                ), "the connection is to stay open"
                conversation.send([PROBE])
                following = conversation.answer("GET")
                assert following and following.status == 200, "the next request"
            elif answers and not self.ends:
                assert answers[-1].headers.get("connection") == "close"
            assert conversation.rest() == b""
        if answers:
            self.judge(answers[-1], ending)
        return answers

    def judge(self, answer, ending):
        if ending == "C" and answer.status in REFUSALS:
            kind = answer.headers["content-type"]
            if kind == "text/html; charset=utf-8":
                assert "Accept: text/html" in str(self.sent), answer.body
            else:
                assert len(answer.body) <= 300 and b"<" not in answer.body, answer.body
                assert kind in ("text/plain; charset=utf-8", "application/problem+json")
        for name, pattern in self.headers.items():
            value = answer.headers.get(name)
            if pattern is None:
                assert value is None, f"{name}: {value}"
            else:
                assert value is not None and re.fullmatch(pattern, value), f"{name}: {value}"
        if isinstance(self.body, (str, bytes)):
            assert answer.body == wire(self.body)
        elif self.body is not None:
            assert self.body(answer.body), answer.body[:2000]


def split(data, chance):
    """Pieces of up to seven, cut at random."""
    points = sorted({chance.randrange(len(data) + 1) for _ in range(chance.randint(1, 6))})
    ends = [*points, len(data)]
    return [piece for start, end in zip([0, *points], ends) if (piece := data[start:end])]


def singly(data):
    """Single bytes; the middle of a long text stays one piece."""
    if len(data) <= LONG:
        return [data[index : index + 1] for index in range(len(data))]
    return [*singly(data[:300]), data[300:-100], *singly(data[-100:])]


@dataclass
class Answer:
    """An answer that the judge has passed."""

    status: int
    headers: dict
    body: bytes

    @property
    def lasting(self):
        """The answer without its date."""
        return self.status, {**self.headers, "date": ""}, self.body

    @property
    def text(self):
        return self.body.decode()


class Conversation:
    """A connection and its judge."""

    def __init__(self, port, timeout=20, buffer=None):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = h11.Connection(h11.CLIENT)
        self.raw = bytearray()
        self.method = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, pieces):
        """Sends pieces with a moment between them; a text is one piece in the notation."""
        if isinstance(pieces, str):
            pieces = [wire(pieces)]
        try:
            for number, piece in enumerate(pieces):
                if number:
                    time.sleep(0.0001 if len(piece) == 1 else 0.001)
                self.socket.sendall(piece)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The answer tells why nothing more is taken.

    def finish(self):
        """Sends nothing more."""
        self.socket.shutdown(socket.SHUT_WR)

    def ask(self, text, method="GET"):
        self.send(text)
        return self.answer(method)

    def answer(self, method="GET"):
        """The next answer, an interim one too; None when the connection ends instead."""
        self._ask(method)
        head, body = None, bytearray()
        while True:
            event = self.connection.next_event()
            if event is h11.NEED_DATA:
                data = self.socket.recv(65536)
                if not data and not self.raw:
                    return None
                self.raw += data
                self.connection.receive_data(data)
            elif isinstance(event, h11.InformationalResponse):
                return self._judged(event, b"")
            elif isinstance(event, h11.Response):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                return self._judged(head, bytes(body))
            else:
                raise AssertionError(f"unexpected {event}")

    def rest(self):
        """The bytes after the last answer, until the connection ends."""
        rest = bytes(self.raw)
        while data := self.socket.recv(65536):
            rest += data
        return rest

    def _ask(self, method):
        """Tells h11 which answer comes next."""
        if self.connection.our_state is h11.DONE and self.connection.their_state is h11.DONE:
            self.connection.start_next_cycle()
        if self.connection.our_state is h11.IDLE:
            self.method = method
            self.connection.send(h11.Request(method=method, target="/", headers=[("Host", "a")]))
            self.connection.send(h11.EndOfMessage())

    def _judged(self, event, body):
        """Checks what h11 doesn't check."""
        head = HEAD.match(self.raw)
        assert head, bytes(self.raw[:1000])
        # h11 merges equal fields.
        lines = [line.partition(": ") for line in head.group().decode("latin-1").split("\r\n")[1:-2]]
        del self.raw[: head.end() + len(body)]
        names = [name.lower() for name, _, _ in lines]
        values = [value for _, _, value in lines]
        single = [name for name in names if name != "set-cookie"]
        assert len(set(single)) == len(single), names
        answer = Answer(event.status_code, dict(zip(names, values)), body)
        headers = answer.headers
        if answer.status >= 200:
            assert DATE.fullmatch(headers.get("date", ""))
        assert "transfer-encoding" not in headers, "the length is always known"
        counted = answer.status >= 200 and answer.status not in (204, 304)
        assert ("content-length" in headers) == counted, names
        return answer


def table(*rows):
    """Makes a test function run once for each row, named by its id."""
    marks = {row.id: [] for row in rows}
    assert len(marks) == len(rows), "an id stands twice"
    for row in rows:
        if row.missing:
            marks[row.id].append(pytest.mark.xfail(strict=True, reason=row.missing))
    return pytest.mark.parametrize(
        "row", [pytest.param(row, id=row.id, marks=marks[row.id]) for row in rows]
    )


def case(name, missing=""):
    """Makes a test function that is itself a row, too odd for a table."""
    mark = [pytest.mark.xfail(strict=True, reason=missing)] if missing else []
    return pytest.mark.parametrize("row", [pytest.param(name, id=name, marks=mark)])
