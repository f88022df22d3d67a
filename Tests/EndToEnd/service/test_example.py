"""The package Tests/Example, built against the libraries and asked for a page."""

import os
import re
import subprocess
import textwrap

import pytest

from support import process
from support.process import ROOT, Service

EXAMPLE = ROOT / "Tests/Example"

# The first test waits for the build.
pytestmark = pytest.mark.timeout(1200)


@pytest.fixture(scope="module")
def guestbook():
    """The command of the example; its build folder is .build/example."""
    command = ["swift", "build", "--package-path", EXAMPLE, "--scratch-path", ROOT / ".build/example"]
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
    for arguments in [[], ["--show-bin-path"]]:
        built = subprocess.run(
            command + arguments, env=environment, capture_output=True, text=True, timeout=1200
        )
        assert built.returncode == 0, built.stdout + built.stderr
    return built.stdout.strip() + "/Guestbook"


@pytest.fixture
def binary(guestbook, monkeypatch):
    monkeypatch.setattr(process, "BINARY", guestbook)


def test_a_form_of_another_package_is_served(binary, start):
    service = start()
    page = service.get("/greetings/new")
    assert page.status == 200
    assert "<h1>Sign the guest book</h1>" in page.text
    assert "Guest book</title>" in page.text
    wrong = service.post("/greetings", {"name": "Ada", "words": ""})
    assert wrong.status == 422
    assert "Enter the greeting" in wrong.text
    saved = service.post("/greetings", {"name": "Ada", "words": "Lovely", "nights": "3"})
    assert saved.status == 303
    record = service.get(saved.headers["Location"], Accept="application/json").json
    assert (record["words"], record["nights"], record["isPublic"]) == ("Lovely", 3, True)
    assert any("Lovely" in file.read_text() for file in service.data.rglob("*.jsonl"))


def test_it_has_the_command_line_of_every_service(binary):
    assert process.run("--version").stdout.startswith("Guestbook ")
    refused = process.run("--port", "x")
    assert refused.returncode == 64
    assert "--port" in refused.stderr


def test_the_readme_shows_what_it_consists_of():
    source = (EXAMPLE / "Sources/Guestbook/Guestbook.swift").read_text()
    shown = re.findall(r"```swift\n(runService.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert len(shown) == 1
    assert textwrap.indent(shown[0], " " * 8) in source
