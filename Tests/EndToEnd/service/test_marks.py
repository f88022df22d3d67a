"""The cost of a text from outside depends on its length alone, not on its letters.

Swift compares, counts and splits a text of n combining marks in n^2 steps; a body of such marks once blocked a loop
for half a minute.
"""

import json
import time

import pytest

LENGTH = 1_000_000
LETTERS = "\u00e9\u00e8" * (LENGTH // 4)
MARKS = {
    "one mark": "\u0301" * (LENGTH // 2),
    "marks that must be put in order": "\u0301\u0316" * (LENGTH // 4),
    "flags": "\U0001f1e6" * (LENGTH // 4),
}
BOOK = ["title", "author", "isbn", "pages", "published", "rating", "inPrint", "cover"]
PROFILE = ["name", "email", "rememberMe"]
HIDDEN = ["_shown", "_intent", "_revision", "_remove", "_cover", "_token", "nosuch"]
NAME_ITSELF = "the name itself"


def body(kind, name, text):
    """One field in a body of a kind, with its media type."""
    if name == NAME_ITSELF:
        name, text = text, "x"
    if kind == "form":
        return f"{name}={text}".encode(), "application/x-www-form-urlencoded"
    if kind == "json":
        return json.dumps({name: text}, ensure_ascii=False).encode(), "application/json"
    head = f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
    return f"{head}{text}\r\n--b--\r\n".encode(), "multipart/form-data; boundary=b"


def processor_time(process):
    """The processor time of the process, in milliseconds."""
    # The clock of clock_getcpuclockid(3); it counts ended threads too.
    return time.clock_gettime(~process.pid << 3 | 2) * 1e3


def cost(service, path, sent, **headers):
    """The status of the answer and its processor time; the lesser of two, since other work only adds to it."""
    content, media_type = sent
    times = []
    for _ in range(2):
        before = processor_time(service.process)
        answer = service.post(path, content, Content_Type=media_type, **headers)
        times.append(processor_time(service.process) - before)
    return answer.status, min(times)


@pytest.mark.parametrize("accept", ["text/html", "application/json", "text/plain"])
@pytest.mark.parametrize("kind", ["form", "parts", "json"])
@pytest.mark.parametrize(("path", "names"), [("/books", BOOK), ("/profile", PROFILE)])
def test_a_run_of_marks_costs_no_more_than_twice_as_many_bytes_of_letters(service, path, names, kind, accept):
    # The head of a part has a bound of its own, so that no name in it is as long.
    others = HIDDEN if kind == "parts" else [*HIDDEN, NAME_ITSELF]
    for name in names + others:
        status, letters = cost(service, path, body(kind, name, LETTERS), Accept=accept)
        for title, text in MARKS.items():
            marked, marks = cost(service, path, body(kind, name, text), Accept=accept)
            assert marked == status, (name, title)
            assert marks <= 2 * letters + 4, f"{name}, {title}: {marks} ms beside {letters} ms of letters"
