"""Rows 33 to 55: header sections."""

import json

from support.table import Row, get, table

PROBLEM = {"content-type": r"application/problem\+json"}
PAGE = {"content-type": "text/html; charset=utf-8", "content-security-policy": ".*"}


def head(lines):
    """A request without other header fields than these."""
    return f"GET / HTTP/1.1⏎{lines}⏎⏎"


def words(text):
    """Whether a page of the site says so."""
    return lambda body: text in body.decode() and "<nav" in body.decode()


def refused(number, *lines, answers="400 C"):
    """Rows whose lines behind `Host` are all answered alike."""
    return [Row(f"{number} {text!r}"[:50], get(text), answers) for text in lines]


def hosts(number, *values, answers):
    return [Row(f"{number} {value!r}", head(f"Host:{value}"), answers) for value in values]


def understood(number, lines, *expected):
    """A row that the server understands; its report contains all of these lines."""
    return Row(
        number, get(lines, "/request"), "200 K", at="sample",
        body=lambda body: set(expected) <= set(body.decode().split("\n")),
    )  # fmt: skip


def problem(status):
    """Whether a body is a problem document."""
    return lambda body: json.loads(body)["status"] == status


ROWS = [
    Row("33", "GET / HTTP/1.1⏎⏎", "400 C"),
    Row("33 with other fields", head("X: y"), "400 C"),
    Row("34", "GET / HTTP/1.0⏎⏎", "200 C"),
    Row("35 the same", head("Host: a⏎Host: a"), "400 C"),
    Row("35 different", head("Host: a⏎Host: b"), "400 C"),
    Row("35 apart", head("Host: a⏎X: y⏎hOST: b"), "400 C"),
    Row("35 in HTTP/1.0", "GET / HTTP/1.0⏎Host: a⏎Host: a⏎⏎", "400 C"),
    *hosts(
        "36", "", " ", " a b", " a,b", " u@a", " a/b", " a:99999", " a:1:2", " [::1", " [::1].",
        " ..a", " a\x02", " [::x]", " a:x", " a?b", " a#b", " a\\b", " :80",
        answers="400 C",
    ),
    *hosts("37", " a:", " a.", " A:80", " [::1]:80", "\ta\t", "a", answers="200 K"),
    Row("37 hoSt", head("hoSt:\ta\t"), "200 K"),
    Row("38 Host", head("Host : a"), "400 C"),
    *refused("38", "X : v", "X\t: v", "Content-Length : 5", "Transfer-Encoding : chunked"),
    *refused("39", "Name value", "Name", "Name value⏎X: y"),
    *refused("40", ": v", ":", ":⏎X: y"),
    *refused(
        "41", "X[]: v", "Fo@: v", "Bad Header: v", "X\x85: v", "X\xa0: v", "\x80X: v", "X\xff: v",
        "X\x01: v", "X\tY: v", "X␀: v", "X\x7f: v", "X(a): v", 'X"a": v', "X/a: v",
    ),
    Row("42 a space", head("␠Host: a"), "400 C"),
    Row("42 a tab", head("\tHost: a"), "400 C"),
    Row("42 before Host", head("␠X: y⏎Host: a"), "400 C"),
    *refused("43", "X: a⏎␠b", "X: a⏎\tb", "Transfer-⏎Encoding: chunked", "X:⏎␠b", "X: a⏎␠"),
    *refused("44", "X: ␀a", "X: a␀b", "X: a␀", "X:␀"),
    *refused("45", "X: a␍b", "X:␍Transfer-Encoding: chunked", "X: a␍␍", "X: ␍"),
    *refused("46", "X: a␊Content-Length: 5", "X: a␊"),
    Row("47", "GET / HTTP/1.1⏎Host: a⏎␍Z", "400 C"),
    Row("47 with a field", "GET / HTTP/1.1⏎Host: a⏎␍X: y⏎⏎", "400 C"),
    *refused("48", *(f"X: a{sign}b" for sign in "\x01\x08\x0b\x0c\x0e\x1b\x1f\x7f")),
    understood("49 a tab", "X: a\tb", "field X: a\tb"),
    understood("49 UTF-8", "X: caf\xc3\xa9", "field X: café"),
    understood("49 Latin-1", "X: caf\xe9", "field X: café"),
    understood("49 empty", "X:⏎Y: \t ⏎Z: z", "field X: ", "field Y: ", "field Z: z"),
    understood("50", "X: \xa0x\xa0", "field X: \u00a0x\u00a0"),
    understood("50 beside blanks", "X:\t \xa0x\x85 \t", "field X: \u00a0x\u0085"),
    Row("51 a hundred", get("⏎".join(f"X{number}: y" for number in range(99))), "200 K"),
    Row("51 one too many", get("⏎".join(f"X{number}: y" for number in range(100))), "431 C"),
    Row("51 five thousand", get("⏎".join("X: y" for _ in range(5000))), "431 C"),
    Row("52 a value", get("X: " + "a" * 65536), "431 C"),
    Row("52 a name", get("X" * 65536 + ": a"), "431 C"),
    Row("52 a cookie", get("Cookie: a=" + "b" * 32768), "431 C"),
    Row("52 spaces", get("X:" + " " * 65536 + "a"), "431 C"),
    Row("52 almost too large", get("X: " + "a" * 32000), "200 K"),
    understood("53 a length", "Content_Length: 5", "body 0"),
    understood("53 a coding", "Transfer_Encoding: chunked", "body 0"),
    understood("54", "Cookie: a=1⏎X: y⏎Cookie: b=2; c=3", "cookie a=1", "cookie b=2", "cookie c=3"),
    *refused("55", "Content-Type: text/plain⏎Content-Type: text/html"),
    # A refusal follows Accept, as far as the head could be read.
    Row(
        "38 in JSON", get("Accept: application/json⏎X : y"), "400 C",
        headers=PROBLEM, body=problem(400),
    ),
    Row(
        "33 in JSON", head("Accept: application/problem+json"), "400 C",
        headers=PROBLEM, body=problem(400),
    ),
    Row(
        "44 in JSON", get("X: y⏎Accept:\tapplication/json ⏎Y: ␀"), "400 C",
        headers=PROBLEM, body=problem(400),
    ),
    Row(
        "52 in JSON", get("Accept: application/json⏎X: " + "a" * 65536), "431 C",
        headers=PROBLEM, body=problem(431),
    ),
    Row("38 in text", get("Accept: text/plain⏎X : y"), "400 C"),
    *[
        Row(
            f"{row} on a page for a browser", get(f"Accept: text/html,*/*;q=0.8⏎{lines}", target=target),
            f"{status} C", headers=PAGE, body=words(text),
        )
        for row, status, lines, target, text in [
            ("38", 400, "X : y", "/", "a colon follows the name"),
            ("51", 431, "⏎".join(["X: y"] * 100), "/", "delete the cookies"),
            ("52", 431, "X: " + "a" * 65536, "/", "at most 32 KiB"),
            ("20", 414, "X: y", "/" + "a" * 9000, "at most 8 KiB; go back"),
            ("88", 413, f"Content-Length: {2 * 1024 * 1024}", "/", "at most 1 MiB; go back"),
            ("104", 417, "Expect: x", "/", "100-continue"),
        ]
    ],
    Row("38 in text for all others", get("Accept: image/png⏎X : y"), "400 C"),
    Row("38 of a HEAD", "HEAD / HTTP/1.1⏎X : y⏎⏎", "400 C", methods="HEAD", body=""),
    Row("38 before Accept", get("X : y⏎Accept: application/json"), "400 C"),
]  # fmt: skip


@table(*ROWS)
def test_header_section(row, servers):
    row.check(servers)
