"""Rows 135 to 147: forms and JSON."""

import json
import re

from support.table import Row, sized, table

FORM = "Content-Type: application/x-www-form-urlencoded"
MULTIPART = "Content-Type: multipart/form-data; boundary="
JSON = "Content-Type: application/json"
ASKS_JSON = "Accept: application/json"
BOOK = "title=Emma&author=Jane+Austen"


def book(number, sent, answers, **more):
    """A row about the books of the service; identifiers differ from one to the next."""
    return Row(number, sent, answers, varies=True, **more)


def form(number, content, answers, kind=FORM, **more):
    return book(number, sized(content, f"{kind}⏎{ASKS_JSON}", "/books"), answers, **more)


def says(*words):
    """Whether a problem's sentence holds words."""
    return lambda body: all(word in json.loads(body)["detail"] for word in words)


def saved(title="Emma"):
    """Whether the answer is the record of a book."""
    return lambda body: json.loads(body)["title"] == title


def part(content, disposition='form-data; name="title"', more="", boundary="b"):
    """A part of a multipart body, with the delimiter before it."""
    return f"--{boundary}⏎Content-Disposition: {disposition}⏎{more}⏎{content}⏎"


def parts(*pieces, boundary="b", preamble="", epilogue="⏎"):
    """A multipart body; an author comes first."""
    author = part("Jane Austen", 'form-data; name="author"', boundary=boundary)
    return f"{preamble}{author}{''.join(pieces)}--{boundary}--{epilogue}"


def multipart(number, content, answers, boundary="b", **more):
    return form(number, content, answers, kind=MULTIPART + boundary, **more)


def understood(number, content, *expected, kind=FORM):
    """A row whose fields are understood in their order."""
    return Row(
        number, sized(content, kind, "/request"), "200 K", at="sample",
        body=lambda body: re.findall("(?m)^form (.*)$", body.decode()) == list(expected),
    )  # fmt: skip


BOUNDARY = "'()+_,-./:=?" + "x" * 58

ROWS = [
    understood(
        "135", "a=b+c&d=%2B&e=%zz&f&=g&&a=2", "a=b c", "d=+", "e=%zz", "f=", "=g", "a=2"
    ),
    understood("135 the ends", "&a=1&", "a=1"),
    understood("135 more than one =", "a=b=c&d==", "a=b=c", "d=="),
    form("136", "title=%FF&author=x", "400 K", body=says("title")),
    form("136 raw", "title=\xff&author=x", "400 K", body=says("title")),
    multipart("136 multipart", parts(part("\xff")), "400 K", body=says("title")),
    form(
        "136 JSON", '{"title": "\xff", "author": "x"}', "400 K", kind=JSON, body=says("line 1", "column"),
        otherwise="a JSON text is UTF-8 or it is none (RFC 8259 section 8.1): where that fails there are no "
        "members yet, so line and column are named in a field's place",
    ),
    form("137 pairs", "&".join(f"a{n}=b" for n in range(10_000)), "413 K"),
    form("137 a key", f"{'k' * 1024 * 1024}=v&{BOOK}", "413 C"),
    form("137 a long key", f"{'k' * 1024 * 1000}=v&{BOOK}", "201 K", body=saved()),
    understood(
        "138", "a=b", "a=b", kind='Content-Type: APPLICATION/x-www-form-urlencoded ; Charset="UTF-8"'
    ),
    form(
        "138 a book", BOOK, "201 K", body=saved(),
        kind='Content-Type: APPLICATION/x-www-form-urlencoded ; Charset="UTF-8"',
    ),
    form("138 another charset", BOOK, "415 K", kind=FORM + "; charset=latin1"),
    multipart("139", parts(part("Emma")), "201 K", body=saved()),
    multipart("139 quoted", parts(part("Emma")), "201 K", boundary='"b"', body=saved()),
    multipart(
        "139 as long and odd as may be", parts(part("Emma", boundary=BOUNDARY), boundary=BOUNDARY),
        "201 K", boundary=f'"{BOUNDARY}"', body=saved(),
    ),
    form("140 missing", parts(part("Emma")), "400 K", kind="Content-Type: multipart/form-data"),
    multipart("140 empty", parts(part("Emma")), "400 K", boundary='""'),
    multipart("140 nothing", parts(part("Emma")), "400 K", boundary=""),
    multipart(
        "140 too long", parts(part("Emma", boundary="b" * 71), boundary="b" * 71), "400 K",
        boundary="b" * 71,
    ),
    multipart("140 a line end", parts(part("Emma")), "400 C", boundary='"a␍b"'),
    multipart("141 preamble", parts(part("Emma"), preamble="Hello⏎"), "201 K", body=saved()),
    multipart("141 an empty preamble", parts(part("Emma"), preamble="⏎"), "201 K", body=saved()),
    multipart("141 epilogue", parts(part("Emma"), epilogue="⏎Goodbye"), "201 K", body=saved()),
    multipart("141 no last line end", parts(part("Emma"), epilogue=""), "201 K", body=saved()),
    multipart(
        "141 blanks behind the boundary", parts(part("Emma")).replace("--b⏎", "--b \t⏎"), "201 K",
        body=saved(),
    ),
    multipart("142 no end", part("Emma"), "400 K"),
    multipart("142 a header without end", "--b⏎Content-Disposition: form-data", "400 K"),
    multipart("142 nothing", "", "400 K"),
    multipart("143", parts(part("Emma"), part("474", 'form-data; name="pages"')), "201 K", body=saved()),
    multipart("144 within a line", parts(part("a--b--c")), "201 K", body=saved("a--b--c")),
    multipart("144 the beginning of a line", parts(part("--b--c")), "201 K", body=saved("--b--c")),
    multipart(
        "144 in a file",
        parts(part("Emma"), part("x⏎--⏎--bx⏎--a", 'form-data; name="f"; filename="f"')), "201 K",
        body=saved(),
    ),
    *[
        multipart(
            f"145 {name}", parts(part("Emma"), part("x", f'form-data; name="f"; filename="{name}"')),
            "201 K", body=saved(),
        )
        for name in ["..\\/..\\/x", "C:\\x", "a%22b", "\xc3\xa9", ""]
    ],
    multipart("146 no name", parts(part("Emma"), part("x", "form-data")), "400 K"),
    multipart("146 twice", parts(part("Emma"), part("Persuasion")), "422 K"),
    multipart("146 too many", parts(*[part("x", f'form-data; name="a{n}"') for n in range(1001)]), "413 K"),
    multipart("146 a long header", parts(part("Emma", more=f"X: {'a' * 16384}⏎")), "400 K"),
    form("147 a mark", '\ufeff{"title": "Emma", "author": "x"}', "400 K", kind=JSON),
    form("147 more behind", '{"title": "Emma", "author": "x"} x', "400 K", kind=JSON),
    form("147 deep", "[" * 200_000, "400 K", kind=JSON),
    form("147 another type", '{"title": "Emma", "author": "x"}', "415 K", kind="Content-Type: text/plain"),
    form("147 twice", '{"title": "a", "title": "b", "author": "x"}', "400 K", kind=JSON),
    form("147 as it is to be", '{"title": "Emma", "author": "x"}', "201 K", kind=JSON, body=saved()),
]  # fmt: skip


@table(*ROWS)
def test_forms(row, servers):
    row.check(servers)
