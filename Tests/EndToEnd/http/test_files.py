"""Rows 112 to 134: answers, files, conditions, ranges."""

import os

from support.table import Conversation, Row, case, get, sized, table

CONTENT = b"0123456789abcdefghi\n" * 50
MODIFIED = "Tue, 02 Jan 2024 03:04:05 GMT"
LATER = "Wed, 03 Jan 2024 03:04:05 GMT"
EARLIER = "Mon, 01 Jan 2024 03:04:05 GMT"


def row(number, sent, answers, **more):
    return Row(number, sent, answers, at="sample", **more)


def file(number, lines, answers, method="GET", **more):
    """A row that asks for the sample file."""
    return row(number, get(lines, "/f.txt", method), answers, methods=method, **more)


def part(number, wanted, first, last, lines=""):
    """A row that gets a part of the sample file."""
    more = f"⏎{lines}" if lines else ""
    return file(
        number, f"Range: {wanted}{more}", "206 K", body=CONTENT[first : last + 1],
        headers={"content-range": f"bytes {first}-{last}/1000", "content-length": str(last - first + 1)},
    )  # fmt: skip


def whole(number, lines):
    """A row that gets the whole file."""
    return file(number, lines, "200 K", body=CONTENT, headers={"content-range": None})


def unchanged(number, lines):
    return file(
        number, lines, "304 K", body="",
        headers={"etag": '"[^"]+"', "content-length": None, "content-type": None},
    )  # fmt: skip


def unsatisfied(number, wanted):
    return file(
        number, f"Range: {wanted}", "416 K", headers={"content-range": r"bytes \*/1000"}
    )  # fmt: skip


def paths(number, *targets, answers):
    return [
        row(f"{number} {target!r}", get(target=target), answers, body=lambda body: b"secret" not in body)
        for target in targets
    ]


ROWS = [
    row("112 204", get(target="/status/204"), "204 K", headers={"content-length": None}, body=""),
    row("112 304", get(target="/status/304"), "304 K", body=""),
    *[
        row(
            f"112 {status}", get(target=f"/status/{status}"), "500 K",
            otherwise="a handler's answer is the final one; sent as 1xx it would leave the client waiting "
            "for another (RFC 9110 section 15.2), so the mistake is told as 500",
        )
        for status in (100, 101, 103)
    ],
    row(
        "113", get(target="/injected"), "500 K",
        otherwise="no answer is chunked and no head goes out before its body is known, so one that can't be "
        "sent is answered with a whole 500 and nothing need be cut off (RFC 9112 section 8)",
    ),
    row(
        "114", get(target="/miscounted"), "200 K", body="ten bytes␊",
        headers={"content-length": "10", "transfer-encoding": None},
        otherwise="the server counts the body itself and heeds no Content-Length of a handler, so the "
        "two can't differ (RFC 9110 section 8.6)",
    ),
    Row("115", get(method="DELETE"), "405 K", headers={"allow": ".*GET, HEAD.*"}),
    Row("115 a file", get(target="/formwork.css", method="POST"), "405 K", headers={"allow": "GET, HEAD.*"}),
    file("115 the sample file", "", "405 K", method="PUT", headers={"allow": "GET, HEAD.*"}),
    file(
        "116", "", "200 K", body=CONTENT,
        headers={
            "content-length": "1000", "etag": '"[!#-~]+"', "last-modified": MODIFIED,
            "accept-ranges": "bytes", "x-content-type-options": "nosniff", "content-type": "text/plain.*",
        },
    ),
    file("116 HEAD", "", "200 K", method="HEAD", body="", headers={"content-length": "1000"}),
    unchanged("117", "If-None-Match: ⟨e⟩"),
    unchanged("117 weak", "If-None-Match: W/⟨e⟩"),
    unchanged("117 a list", 'If-None-Match: "x", ⟨e⟩'),
    unchanged("117 two lines", 'If-None-Match: "x"⏎If-None-Match: ⟨e⟩'),
    unchanged("117 any", "If-None-Match: *"),
    whole("118 unquoted", "If-None-Match: e"),
    whole("118 another", 'If-None-Match: "x"'),
    whole("119", f'If-None-Match: "x"⏎If-Modified-Since: {MODIFIED}'),
    unchanged("119 the other way", f"If-None-Match: ⟨e⟩⏎If-Modified-Since: {EARLIER}"),
    unchanged("120", f"If-Modified-Since: {MODIFIED}"),
    unchanged("120 later", f"If-Modified-Since: {LATER}"),
    unchanged("120 in the future", "If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT"),
    unchanged("120 RFC 850", "If-Modified-Since: Tuesday, 02-Jan-24 03:04:05 GMT"),
    unchanged("120 asctime", "If-Modified-Since: Tue Jan  2 03:04:05 2024"),
    whole("120 earlier", f"If-Modified-Since: {EARLIER}"),
    whole("121 garbage", "If-Modified-Since: yesterday"),
    whole("121 two dates", f"If-Modified-Since: {MODIFIED}, {MODIFIED}"),
    whole("121 two lines", f"If-Modified-Since: {MODIFIED}⏎If-Modified-Since: {MODIFIED}"),
    row("121 on POST", sized("hello", f"If-Modified-Since: {MODIFIED}"), "200 K", body="hello"),
    file("122", 'If-Match: "x"', "412 K"),
    file("122 weak", "If-Match: W/⟨e⟩", "412 K"),
    whole("122 the same", "If-Match: ⟨e⟩"),
    whole("122 any", "If-Match: *"),
    file("122 changed since", f"If-Unmodified-Since: {EARLIER}", "412 K"),
    whole("122 unchanged since", f"If-Unmodified-Since: {MODIFIED}"),
    row("123", get('If-Match: "x"', "/missing.txt"), "404 K"),
    row("123 any", get("If-Match: *", "/missing.txt"), "404 K"),
    part("124 0-8", "bytes=0-8", 0, 8),
    part("124 990-", "bytes=990-", 990, 999),
    part("124 -10", "bytes=-10", 990, 999),
    part("124 990-1990", "bytes=990-1990", 990, 999),
    part("124 0-0", "bytes=0-0", 0, 0),
    part("124 -2000", "bytes=-2000", 0, 999),
    part("124 case", "Bytes=0-8", 0, 8),
    unsatisfied("125 1000-", "bytes=1000-"),
    unsatisfied("125 2000-3000", "bytes=2000-3000"),
    unsatisfied("125 -0", "bytes=-0"),
    *[
        whole(f"126 {wanted}", f"Range: {wanted}")
        for wanted in ["bytes=x-y", "bytes=5-2", "bytes", "items=0-1", "bytes=", "bytes=-", "bytes 0-1"]
    ],
    whole("127 two", "Range: bytes=0-8,20-30"),
    whole("127 overlapping", "Range: bytes=0-,0-,0-"),
    whole("127 many", "Range: bytes=" + ",".join(f"{n}-{n}" for n in range(0, 1000, 2))),
    file("128 HEAD", "Range: bytes=0-8", "200 K", method="HEAD", headers={"content-length": "1000"}),
    row("128 POST", sized("hello", "Range: bytes=0-1"), "200 K", body="hello"),
    part("129 the same tag", "bytes=0-8", 0, 8, "If-Range: ⟨e⟩"),
    whole("129 another tag", 'Range: bytes=0-8⏎If-Range: "x"'),
    whole("129 a weak tag", "Range: bytes=0-8⏎If-Range: W/⟨e⟩"),
    part("129 the date", "bytes=0-8", 0, 8, f"If-Range: {MODIFIED}"),
    whole("129 an older date", f"Range: bytes=0-8⏎If-Range: {EARLIER}"),
    whole("129 a later date", f"Range: bytes=0-8⏎If-Range: {LATER}"),
    *paths(
        "130", "/..", "/../f", "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/.%2e/secret",
        "/a/../../secret", "/dir/../../secret", "/%5c..%5csecret", "/..%5csecret",
        answers="400 C",
    ),
    *paths("130", "//etc/passwd", "///etc/passwd", "/dir//inner.txt", "/./f.txt", answers="404 K"),
    *paths("131", "/%252e%252e/secret", "/f%252etxt", answers="404 K"),
    *paths(
        "132", "/f%00.txt", "/%c0%ae", "/%ff", "/%", "/%1", "/%zz", "/x%0d%0aA: b", "/x%0d%0aA:b",
        "/%c0%ae%c0%ae/secret", "/%ed%a0%80", "/a%2fb",
        answers="400 C",
    ),
    *paths(
        "133", "/link", "/out/secret", "/pipe", "/.env", "/%2eenv", "/dir", "/dir/", "/f.txt/",
        "/f.txt/x", "/dir/.", "/pipe/x", "/indexed", "/indexed/",
        answers="404 K",
    ),
]  # fmt: skip


@table(*ROWS)
def test_files(row, servers):
    row.check(servers)


@case("134")
def test_a_file_that_shrinks_cuts_its_answer_off(row, start_server):
    server = start_server("sample")
    with Conversation(server.port, buffer=4096) as client:
        client.send(get(target="/large.bin"))
        head = client.socket.recv(1024)
        assert head.startswith(b"HTTP/1.1 200 ")
        os.truncate(server.root / "large.bin", 1000)
        length = len(head)
        while data := client.socket.recv(65536):
            length += len(data)
        assert length < 64 * 1024 * 1024
    with Conversation(server.port) as client:
        assert client.ask(get()).status == 200
