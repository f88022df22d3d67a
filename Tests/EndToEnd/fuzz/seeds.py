"""Writes the first corpora of the fuzzers: the rows of the table, and a few inputs of each kind.

    Tests/EndToEnd/fuzz/seeds.py FOLDER
"""

import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "http")]

import test_body_framing  # noqa: E402
import test_connection  # noqa: E402
import test_header_section  # noqa: E402
import test_request_line  # noqa: E402
from support.table import wire  # noqa: E402

LONGEST = 4096


def rows():
    """The bytes of every short row."""
    for module in (test_request_line, test_header_section, test_body_framing, test_connection):
        for row in module.ROWS:
            sent = row.sent if isinstance(row.sent, tuple) else (row.sent,)
            data = b"".join(wire(text) for text in sent)
            if len(data) <= LONGEST:
                yield data


def bodies(requests):
    for data in requests:
        head, _, body = data.partition(b"\r\n\r\n")
        if b"chunked" in head and body:
            yield body


def cut(seeds):
    """Seeds whose first two bytes say how they are cut."""
    return [bytes([number * 7 % 256, number % 251]) + data for number, data in enumerate(seeds)]


REQUESTS = list(rows())
PART = b'--b\r\nContent-Disposition: form-data; name="a"%b\r\n\r\n%b\r\n'
CORPORA = {
    "request": cut(REQUESTS),
    "chunked": cut(bodies(REQUESTS)),
    "multipart": cut([
        PART % (b"", b"hello") + b"--b--\r\n",
        b"preamble\r\n" + PART % (b'; filename="a.png"\r\nContent-Type: image/png', b"\r\n--bx\r\n--") + b"--b--",
        PART % (b'; filename=""', b"") + PART % (b"; filename=C:\\x", b"--b") + b"--b-- \r\nepilogue",
        b"--b\r\n\r\n\r\n--b--", b"--b--\r\n", b"--b\r\nContent-Disposition: form-data",
    ]),
    "urlencoded": [b"a=b+c&d=%2B&e=%zz&f&=g&&a=2", b"title=%C3%A9&x=%FF", b"=", b"&&&", b"a[b][0]=%00"],
    "cookie": [b"a=1; b=2;c", b"session=x\nnotice=created", b"=;;=\xff; a = \"b\" "],
    "json": [
        b'{"a": [1, -0.5e+3, true, null], "b": {"c": "\\u00e9\\ud83d\\ude00\\n"}}', b"[" * 70, b'"\\ud800"',
        b"1e999", b'{"a":1,"a":2}', b"\xef\xbb\xbf{}", b" [ ] ",
    ],
    "media": [
        b"text/html, application/json;q=0.9, */*;q=0.1", b'multipart/form-data; boundary="a b"', b"text/*;q=1.001",
        b'a/b;;c="d\\"e";charset=utf-8', b"application/x-www-form-urlencoded ; Charset=\"UTF-8\"", b"*/*", b",,",
    ],
    "fields": [
        b"bytes=0-8", b"bytes=-1", b"bytes=0-9223372036854775808", b"bytes=1-2,3-4", b'W/"a", "b", *', b'"a"',
        b"Sun, 06 Nov 1994 08:49:37 GMT", b"Sunday, 06-Nov-94 08:49:37 GMT", b"Sun Nov  6 08:49:37 1994",
        b"[::1]:80", b"books.example:8080", b"::ffff:1.2.3.4", b"10.0.0.0/8", b"2001:db8::/32", b"192.0.2.7, unknown",
    ],
    "target": [
        b"/", b"/books?page=2", b"/%2e%2e/a", b"/a/..", b"http://b:80/x?y", b"*", b"a:443", b"/%C3%A9//", b"/?a=%zz",
        b"/a%2Fb", b"https://[::1]/",
    ],
}  # fmt: skip


def main():
    for name, seeds in CORPORA.items():
        folder = pathlib.Path(sys.argv[1], name)
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (folder / f"seed-{number:03}").write_bytes(seed)


main()
