"""Rows 1 to 32: request lines."""

from support.table import Row, get, table

TLS_HELLO = b"\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03" + bytes(range(0, 230))


def line(text):
    return f"{text}⏎Host: a⏎⏎"


def refused(number, *texts, answers="400 C"):
    """Rows whose request lines are all answered alike."""
    return [Row(f"{number} {text!r}"[:50], line(text), answers) for text in texts]


ROWS = [
    Row("1", get(), "200 K", headers={"content-type": "text/html.*", "content-length": r"\d+"}),
    Row("2 a byte a segment", get("Accept: text/plain"), "200 K"),
    Row("3", "⏎" + get(), "200 K"),
    Row("4", "␠⏎⏎", "400 C"),
    *refused("5", "GET␠␠/ HTTP/1.1", "GET /␠␠HTTP/1.1", "␠GET / HTTP/1.1", "GET / HTTP/1.1␠"),
    *refused("6", "GET\t/\tHTTP/1.1"),
    *refused("7", "GET /a b HTTP/1.1"),
    *refused("8", "GET HTTP/1.1", "GET␠␠HTTP/1.1"),
    *refused("9", "GET /"),
    *refused("10", "GET /␊HTTP/1.1"),
    Row("11 the line", "GET / HTTP/1.1␊Host: a⏎⏎", "400 C"),
    Row("11 the head", "GET / HTTP/1.1␊Host: a␊␊", "400 C"),
    Row("12", "GET / HTTP/1.1␍Host: a⏎⏎", "400 C"),
    *refused(
        "13", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/1.10", "GET / HTTP/01.1",
        "GET / HTTP/ 1.1", "GET / HTTP/1.1x", "GET / HTTP/4294967295.255", "GET / HTTP/1,1",
    ),  # fmt: skip
    Row("14", line("GET / HTTP/1.2"), "200 K", headers={"connection": None}),
    *refused("15", "GET / HTTP/2.0", "GET / HTTP/9.9", "GET / HTTP/0.9", answers="505 C"),
    Row("15 of a HEAD", line("HEAD / HTTP/2.0"), "505 C", methods="HEAD", body=""),
    Row("15 PRI", "PRI * HTTP/2.0⏎⏎SM⏎⏎", "505 C"),
    *refused("16", "get / HTTP/1.1", "FOOBAR / HTTP/1.1", answers="501 K"),
    *refused(
        "17", "GE:T / HTTP/1.1", "G(ET / HTTP/1.1", 'GET" / HTTP/1.1', "GET, / HTTP/1.1",
        "G\xc9T / HTTP/1.1", "\x80 / HTTP/1.1", "GET\xff / HTTP/1.1",
    ),  # fmt: skip
    Row("18", line("A" * 100_000 + " / HTTP/1.1"), "400 C"),
    Row("18 as long as it may be", line("A" * 32 + " / HTTP/1.1"), "501 K"),
    Row("19", line(f"GET /books?x={'a' * 7990} HTTP/1.1"), "200 K"),
    Row("20", line(f"GET /{'a' * 65535} HTTP/1.1"), "414 C"),
    *refused("21", *(f"GET /a{sign}b HTTP/1.1" for sign in "␀\x01\x08\x0b\x1f\x7f\x80\xe9\xff")),
    *refused("22", "GET /a#frag HTTP/1.1", "GET /# HTTP/1.1"),
    Row("23", line('GET /?q=a|b"{}[]^ HTTP/1.1'), "200 K"),
    *refused(
        "24", "GET index.html HTTP/1.1", "GET ../../etc/passwd HTTP/1.1", "GET * HTTP/1.1",
        "GET ?x HTTP/1.1",
    ),  # fmt: skip
    Row("25", line("OPTIONS * HTTP/1.1"), "204 K", headers={"allow": ".*GET.*"}),
    Row("25 a path", line("OPTIONS / HTTP/1.1"), "204 K", headers={"allow": ".*GET.*"}),
    Row(
        "26", line("GET http://b/request HTTP/1.1"), "200 K", at="sample",
        body=lambda body: body.startswith(b"method GET\npath /request\nauthority b\n"),
    ),
    Row("26 routed", line("GET http://b:80/books HTTP/1.1"), "200 K"),
    Row("26 https", line("GET https://b/books HTTP/1.1"), "421 K"),
    Row("27", line("GET http://b HTTP/1.1"), "200 K", headers={"content-type": "text/html.*"}),
    Row("27 with a query", line("GET http://b?q HTTP/1.1"), "200 K"),
    *refused(
        "28", "GET http:///x HTTP/1.1", "GET http://u@b/ HTTP/1.1", "GET ftp://b/ HTTP/1.1",
        "GET http:/x HTTP/1.1", "GET http://b:x/ HTTP/1.1",
    ),  # fmt: skip
    Row("29", line("CONNECT a:443 HTTP/1.1"), "501 C"),
    Row("29 with more behind it", line("CONNECT a:443 HTTP/1.1") + get(), "501 C"),
    *refused("30", "CONNECT a HTTP/1.1", "CONNECT / HTTP/1.1", "CONNECT http://a:443/ HTTP/1.1"),
    Row(
        "31", get("Authorization: Basic c2VjcmV0", method="TRACE"), "405 K",
        headers={"allow": ".*GET.*", "authorization": None},
        body=lambda body: b"c2VjcmV0" not in body,
    ),
    Row("32 random", bytes(reversed(range(256))), "400 C"),
    Row("32 a TLS hello", TLS_HELLO, "400 C"),
]  # fmt: skip


@table(*ROWS)
def test_request_line(row, servers):
    row.check(servers)
