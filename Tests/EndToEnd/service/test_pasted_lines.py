"""The curl line of a plain text answer sends exactly the text that was typed, in every shell."""

import random
import subprocess
from urllib.parse import unquote_to_bytes

import pytest

SHELLS = ["sh", "bash"]
PIECES = [
    "'", "'\u0301", '"', "\\", "$(touch pwned)", "`id`", "${IFS}", "!", "!!", "\u0301", "\u200d", "\u202e", "\u2066",
    "\n", "\r", "\t", "\x1b[2J", "\x7f", "\u0085", "\u2028", "&", "=", "+", "%27", "%", "@", "#", ";", "|", "é", "א",
    "😀", " ", "\u00a0", "~", "*", "-d", "\ufeff", "\u3164", "a", "Emma",
]  # fmt: skip


def texts(count):
    """Random texts that are refused, so that the answer has a line to try again."""
    chosen = random.Random(20261201)
    for _ in range(count):
        yield "".join(chosen.choices(PIECES, k=chosen.randint(1, 12)))


def sent_by(shell, line, folder):
    """The arguments that curl gets when the line is pasted into a shell."""
    script = f"curl() {{ for word; do printf '%s\\0' \"$word\"; done; }}\n{line}\n"
    done = subprocess.run(
        [f"/bin/{shell}"], input=script.encode(), capture_output=True, cwd=folder, timeout=60, check=True, env={"PATH": "/nowhere"}
    )
    assert done.stderr == b""
    return done.stdout.split(b"\0")[:-1]


def decoded(option, word):
    """The name and the text that curl sends for an option."""
    name, _, text = word.partition(b"=")
    if option == b"--data":
        return name, unquote_to_bytes(text.replace(b"+", b" "))
    assert option in (b"--data-urlencode", b"--form-string")
    return name, text


@pytest.mark.parametrize("shell", SHELLS)
def test_a_pasted_line_sends_what_was_typed(service, shell, tmp_path):
    lines, typed = [], list(texts(1_000))
    for text in typed:
        answer = service.post("/profile", {"name": text, "email": "x"}, Accept="text/plain")
        assert answer.status == 422
        unseen = [c for c in answer.text if (ord(c) < 0x20 and c != "\n") or c in "\x7f\x85\u2028\u202e\u2066"]
        assert unseen == []
        lines.append(next(line for line in answer.text.splitlines() if line.startswith("curl ")))
    words = sent_by(shell, "\n".join(lines), tmp_path)
    assert not (tmp_path / "pwned").exists()
    names = []
    for option, word in zip(words, words[1:]):
        if option.startswith(b"--"):
            name, text = decoded(option, word)
            if name == b"name":
                names.append(text.decode())
    assert names == typed


def test_beside_a_file_a_text_that_cant_be_shown_is_left_out_and_named(service):
    book = {"title": "a\x1bb", "author": "Jane", "_remove": "cover"}
    answer = service.post("/books", book, Accept="text/plain")
    assert answer.status == 422
    line, note = answer.text.splitlines()[-2:]
    assert "title=" not in line and "author=Jane" in line
    assert note.startswith("# ") and note.endswith(": title")
