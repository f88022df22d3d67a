"""Rows 56 to 89: where bodies end."""

from support.table import Row, chunked, get, post, sized, table

SMUGGLED = get(target="/smuggled")
MEBIBYTE = 1024 * 1024


def row(number, sent, answers, **more):
    return Row(number, sent, answers, at="sample", **more)


def echoes(number, sent, body="hello"):
    return row(number, sent, "200 K", body=body)


def lengths(number, *values, answers="400 C"):
    """Rows that differ only in Content-Length."""
    return [
        row(f"{number} {value!r}", post(f"Content-Length: {value}", "hello"), answers) for value in values
    ]


def codings(number, *values, answers):
    """Rows that differ only in Transfer-Encoding."""
    body = "5⏎hello⏎0⏎⏎"
    return [
        row(f"{number} {value!r}", post(f"Transfer-Encoding: {value}", body), answers) for value in values
    ]


def chunks(number, *bodies, answers="400 C"):
    """Rows that differ only in their chunks; the server closes after them."""
    return [
        row(f"{number} {body!r}"[:50], chunked(body + "⏎0⏎⏎") + SMUGGLED, answers) for body in bodies
    ]


def unread(name):
    """Whether a trailer is no field of the request."""
    return lambda body: name.lower() not in body.decode().lower()


ROWS = [
    echoes("56", post("X: y"), ""),
    echoes("57", sized("hello")),
    echoes("57 blanks", post("Content-Length:\t5␠", "hello")),
    *lengths(
        "58", "+5", "-5", "-0", "5x", "0x5", "0o5", "1_0", "1 0", "5.0", "5e1", "٥", "", ",",
        "99999999999999999999", "9223372036854775808", "5,", "\xb2", "5\x0b",
    ),
    row("59", post("Content-Length: 5⏎Content-Length: 10", "hello"), "400 C"),
    row("59 a list", post("Content-Length: 5, 10", "hello"), "400 C"),
    row("59 an empty one", post("Content-Length:⏎Content-Length: 43", "hello"), "400 C"),
    row("60", post("Content-Length: 5⏎Content-Length: 5", "hello"), "400 C"),
    row("60 a list", post("Content-Length: 5, 5", "hello"), "400 C"),
    *lengths("61", "005", "00", "05"),
    row(
        "62 the length first",
        post("Content-Length: 6⏎Transfer-Encoding: chunked", "0⏎⏎" + SMUGGLED), "400 C",
    ),
    row(
        "62 the length last",
        post("Transfer-Encoding: chunked⏎Content-Length: 6", "0⏎⏎" + SMUGGLED), "400 C",
    ),
    *codings(
        "63", "gzip", "xchunked", "identity", "chunkedchunked", '"chunked"', "chunke", "br",
        answers="501 C",
    ),
    row("63 with a length", post("Transfer-Encoding: gzip⏎Content-Length: 5", "hello"), "400 C"),
    *codings("64", "chunked, gzip", answers="400 C"),
    *codings("64 two lines", "chunked⏎Transfer-Encoding: gzip", answers="400 C"),
    *codings("65", "gzip, chunked", answers="501 C"),
    *codings("66", "chunked, chunked", "chunked⏎Transfer-Encoding: chunked", answers="400 C"),
    *codings("67", "", ",chunked", "chunked,", "chunked;q=1", answers="400 C"),
    *codings(
        "68", "\x0bchunked", "chunked\x0c", "chunked␀", "\xffchunked", "\xa0chunked", "chun\x85ked",
        answers="400 C",
    ),
    *codings("69", "Chunked", "CHUNKED", "\tchunked␠", answers="200 K"),
    row("70", "POST /echo HTTP/1.0⏎Transfer-Encoding: chunked⏎⏎5⏎hello⏎0⏎⏎", "400 C"),
    echoes("71", chunked("5⏎hello⏎0⏎⏎")),
    echoes("71 a", chunked("a⏎0123456789⏎0⏎⏎"), "0123456789"),
    echoes("71 A", chunked("A⏎0123456789⏎0⏎⏎"), "0123456789"),
    echoes("71 zeros", chunked("5⏎hello⏎000⏎⏎")),
    echoes("71 several", chunked("1⏎h⏎0003⏎ell⏎1⏎o⏎0⏎⏎")),
    echoes("71 none", chunked("0⏎⏎"), ""),
    echoes("71 a line end within", chunked("7⏎h⏎e␍l␊⏎0⏎⏎"), "h⏎e␍l␊"),
    echoes("72", chunked('5;a=b;c="x\\"y"⏎hello⏎0⏎⏎')),
    echoes("72 the last", chunked("5;a⏎hello⏎0;b=c⏎⏎")),
    *chunks(
        "73", "0x5⏎hello", "+5⏎hello", "-1⏎hello", "1_0⏎hello", "5g⏎hello", "⏎hello", "␠5⏎hello",
        "5␠⏎hello", "Z⏎hello", "\t5⏎hello", "٥⏎hello",
    ),
    *chunks("74", "FFFFFFFFFFFFFFFF0⏎hello", "8000000000000000⏎hello", "0" * 16 + "5⏎hello"),
    *chunks("74 only too big", "FFFFFFFFFFFFFFF⏎hello", "100001⏎hello", answers="413 C"),
    *chunks("75", "5;⏎hello", "5;bad[=x⏎hello", "5 a⏎hello", '5;a="b⏎hello', "5;a=⏎hello", "5;;a⏎hello"),
    *chunks(
        "76", "5;a␀⏎hello", "5;a␍b⏎hello", "5;a␊b⏎hello", "5␍␍;ABCD⏎hello", "5;␊hello", "5␊hello",
        '5;a="␊"⏎hello', "5␍hello",
    ),
    row("77 no line end", chunked("5⏎hello0⏎⏎"), "400 C"),
    *chunks("77", "5⏎hello!!", "5⏎hello␊0⏎⏎", "4⏎SEE-THIS", "5⏎hell", "5⏎hello␍"),
    row("78", chunked("5⏎hello⏎0⏎X:POST / HTTP/1.1⏎⏎"), "200 K", body="hello"),
    row("79 one long line", chunked(f"5;a={'b' * 65536}⏎hello⏎0⏎⏎"), "400 C"),
    row("79 many", chunked("1;a=b⏎x⏎" * (MEBIBYTE // 10) + "0⏎⏎"), "400 C"),
    echoes("79 some", chunked("1;a=b⏎x⏎" * 500 + "0⏎⏎"), "x" * 500),
    row("80", chunked("5⏎hello⏎0⏎X-Sum: 1⏎⏎", "/request"), "200 K", body=unread("X-Sum")),
    row("80 and another", chunked("5⏎hello⏎0⏎X-Sum: 1⏎⏎") + get(), "200 200 K"),
    *[
        row(
            f"81 {name}", chunked(f"5⏎hello⏎0⏎{name}: {value}⏎⏎", "/request") + get(target="/request"),
            "200 200 K", body=lambda body, value=value: f": {value}" not in body.decode(),
        )
        for name, value in [
            ("Content-Length", "50"), ("Transfer-Encoding", "chunked"), ("Host", "trailed"),
            ("Authorization", "Basic x"), ("Connection", "close"),
        ]
    ],
    *[
        row(f"82 {rest!r}"[:50], chunked(f"5⏎hello⏎0⏎{rest}") + SMUGGLED, "400 C")
        for rest in [
            "no colon⏎⏎", "␊GET /smuggled HTTP/1.1⏎Host: a⏎⏎", "Foo: bar␊⏎", "Foo: bar⏎␊",
            "Foo: bar␍␍⏎⏎", "Foo : bar⏎⏎", "Foo: ␀⏎⏎", "␠Foo: bar⏎⏎",
        ]
    ],
    row("83", chunked("5⏎hello⏎0⏎" + f"X: {'a' * 1021}⏎" * 20 + "⏎"), "431 C"),
    row("84", post("Content-Length: 10", "four"), "C", ends=True),
    row("85", chunked("5⏎hello⏎"), "C", ends=True),
    row("85 within a chunk", chunked("5⏎he"), "C", ends=True),
    row("85 before the end of the trailers", chunked("5⏎hello⏎0⏎X: y⏎"), "C", ends=True),
    *[
        Row(
            f"86 {method}", sized("hello", target="/", method=method) + get(), f"{status} 200 K",
            methods=f"{method} GET",
        )
        for method, status in [("GET", 200), ("HEAD", 200), ("OPTIONS", 204), ("DELETE", 405)]
    ],
    Row(
        "87", post("Content-Length: 0", "X", "/", "GET") + get(), "200 501 K",
        otherwise="XGET is a sound request with an unknown method, so row 16 holds: its framing leaves "
        "no doubt, and RFC 9110 section 9.1 asks for no more than 501",
    ),
    row("88", post(f"Content-Length: {MEBIBYTE + 1}"), "413 C"),
    row("88 waiting", post(f"Content-Length: {MEBIBYTE + 1}⏎Expect: 100-continue"), "413 C"),
    row("88 far over", post("Content-Length: 999999999999999999"), "413 C"),
    row("88 as much as may be", sized("a" * MEBIBYTE), "200 K", body="a" * MEBIBYTE),
    row("89", chunked(f"10000⏎{'a' * 65536}⏎" * 20), "413 C"),
    row("89 as much as may be", chunked(f"10000⏎{'a' * 65536}⏎" * 16 + "0⏎⏎"), "200 K"),
    # Accept is known once the head is whole.
    Row(
        "88 in JSON", post(f"Content-Length: {MEBIBYTE + 1}⏎Accept: application/json", target="/books"),
        "413 C", headers={"content-type": r"application/problem\+json"},
    ),
    Row(
        "73 in JSON", post("Transfer-Encoding: chunked⏎Accept: application/json", "Z⏎", "/books"),
        "400 C", headers={"content-type": r"application/problem\+json"},
    ),
    Row(
        "82 in JSON",
        post("Transfer-Encoding: chunked⏎Accept: application/json", "0⏎X : y⏎", "/books"),
        "400 C", headers={"content-type": r"application/problem\+json"},
    ),
]  # fmt: skip


@table(*ROWS)
def test_body_framing(row, servers):
    row.check(servers)
