"""The table itself: no row is missing, and the judge finds wrong answers."""

import socket
import threading

import pytest
import test_body_framing
import test_connection
import test_files
import test_forms
import test_header_section
import test_known_bugs
import test_request_line
from support.table import BUGS, ROWS, Row, get

MODULES = [test_body_framing, test_connection, test_files, test_forms, test_header_section,
           test_known_bugs, test_request_line]  # fmt: skip
RIGHT = (
    "HTTP/1.1 200 OK\r\nDate: Tue, 02 Jan 2024 03:04:05 GMT\r\nContent-Length: 2\r\n"
    "Content-Type: text/plain\r\n\r\nhi"
)
LAST = RIGHT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")


def test_no_row_is_missing():
    """The tests have all 147 rows and 26 bugs of the table."""
    marks = [
        mark for module in MODULES for value in vars(module).values()
        for mark in getattr(value, "pytestmark", []) if mark.name == "parametrize"
    ]  # fmt: skip
    there = {parameter.id.partition(" ")[0] for mark in marks for parameter in mark.args[1]}
    assert [row for row in ROWS + BUGS if row not in there] == []
    assert len(marks) > len(MODULES)


class Speaker:
    """A server that answers each thing it receives with the next of its texts, and then closes."""

    def __init__(self, *texts):
        self.texts = texts
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.speak)

    def __enter__(self):
        self.thread.start()
        return {"formwork": self}

    def __exit__(self, *_):
        self.thread.join()
        self.listener.close()

    def speak(self):
        client, _ = self.listener.accept()
        with client:
            for text in self.texts:
                if not client.recv(65536):
                    return
                client.sendall(text.encode())
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass

    def filled(self, text):
        return text


def row(answers, **more):
    return Row("x", get(), answers, cuts=False, **more)


def test_right_answers_pass():
    with Speaker(RIGHT, LAST) as servers:
        row("200 K", headers={"content-type": "text/plain", "etag": None}, body="hi").check(servers)
    with Speaker(LAST) as servers:
        row("200 C").check(servers)


@pytest.mark.parametrize(
    ("answers", "texts"),
    [
        ("200 C", [RIGHT]),
        ("200 K", [LAST]),
        ("200 K", [RIGHT]),
        ("404 K", [RIGHT, LAST]),
        ("200 C", [LAST + LAST]),
        ("200 200 C", [LAST]),
        ("200 K", [RIGHT + "x", LAST]),
        ("C", [LAST]),
        ("200 C", [""]),
        ("200 C", [LAST.replace("\r\n", "\n")]),
        ("200 C", [LAST.replace("Date", "Data")]),
        ("200 C", [LAST.replace("Tue, 02", "Tue, 2")]),
        ("200 C", [LAST.replace("Content-Length: 2", "Content-Length: 3")]),
        ("200 C", [LAST.replace("Content-Length: 2\r\n", "")]),
        ("200 C", [LAST.replace("Content-Length: 2", "Content-Length: 2\r\nContent-Length: 2")]),
        ("200 C", [LAST.replace("Content-Type:", "Content-Type :")]),
        ("200 C", [LAST.replace("HTTP/1.1", "HTTP/1.0")]),
        ("204 C", [LAST.replace("200 OK", "204 No Content").removesuffix("hi")]),
        ("400 C", [LAST.replace("200 OK", "400 Bad Request").replace("text/plain", "text/html")]),
    ],
)
def test_a_wrong_answer_is_found(answers, texts):
    with Speaker(*texts) as servers, pytest.raises(AssertionError):
        row(answers).check(servers)


@pytest.mark.parametrize("facts", [{"body": "ho"}, {"headers": {"content-type": "text/html"}},
                                   {"headers": {"content-type": None}}, {"body": lambda body: False}])  # fmt: skip
def test_a_wrong_fact_is_found(facts):
    with Speaker(LAST) as servers, pytest.raises(AssertionError):
        row("200 C", **facts).check(servers)
