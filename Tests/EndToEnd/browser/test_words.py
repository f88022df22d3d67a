"""People's text on every page: words without an end, and titles that run from right to left."""

import pytest
from playwright.sync_api import expect

from support.images import png
from support.pages import SAVE, add_book, add_cover, press, register, search

LONG = "W" * 200
GERMAN = "Bundesausbildungsförderungsgesetz: Kommentar"
HEBREW = "שלום עולם!"
ARABIC = "ألف ليلة وليلة!"
FITS = "document.documentElement.scrollWidth <= innerWidth"


def of_book(title, link):
    def open_page(page):
        add_book(page, title, title[:120])
        press(page, link)

    return open_page


def list_of(title):
    def open_page(page):
        add_book(page, title, title[:120])
        add_cover(page, title=title)
        page.goto("/books")

    return open_page


def with_error(title):
    def open_page(page):
        page.goto("/books/new")
        page.fill("#title", title)
        press(page, SAVE)

    return open_page


def greeted(title):
    def open_page(page):
        register(page, name=title[:40])
        page.goto("/")

    return open_page


PLACES = {
    "list": list_of,
    "book": lambda title: lambda page: add_book(page, title, title[:120]),
    "edit": lambda title: of_book(title, 'a[href$="/edit"]'),
    "delete": lambda title: of_book(title, 'a[href$="/delete"]'),
    "error": with_error,
    "search": lambda title: lambda page: search(page, title[:50] + "+nothing"),
    "greeting": greeted,
}
ALL = pytest.mark.parametrize("place", PLACES)


class TestLongWords:
    @ALL
    @pytest.mark.parametrize("title", [LONG, GERMAN], ids=["without end", "German"])
    def test_they_wrap_and_nothing_is_wider_than_the_page(self, visit, place, title):
        page = visit(viewport={"width": 320, "height": 640})
        PLACES[place](title)(page)
        assert page.evaluate(FITS)
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert page.evaluate(FITS)
        page.evaluate("document.documentElement.dir = 'ltr'")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(FITS)


# The last character of a text stands left of the first where the text runs from right to left.
WRONG_ENDS = """text => {
  const wrong = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let found = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = node.data.indexOf(text);
    if (start < 0) continue;
    found += 1;
    const at = (index) => {
      const range = new Range();
      range.setStart(node, start + index);
      range.setEnd(node, start + index + 1);
      return range.getBoundingClientRect();
    };
    if (at(text.length - 1).left >= at(0).left) wrong.push(node.parentElement.outerHTML);
  }
  return [found, wrong];
}"""


class TestDirections:
    @ALL
    @pytest.mark.parametrize("title", [HEBREW, ARABIC], ids=["Hebrew", "Arabic"])
    @pytest.mark.parametrize("direction", ["ltr", "rtl"])
    def test_each_text_keeps_its_own(self, visit, place, title, direction):
        page = visit()
        PLACES[place](title)(page)
        page.evaluate(f"document.documentElement.dir = '{direction}'")
        found, wrong = page.evaluate(WRONG_ENDS, title)
        assert wrong == []
        if place in ("list", "book", "delete", "greeting", "search"):
            assert found >= 1, page.locator("main").inner_text()

    @pytest.mark.parametrize("place", ["book", "delete", "search", "greeting"])
    def test_a_title_of_the_window_keeps_it_too(self, visit, place):
        page = visit()
        PLACES[place](HEBREW)(page)
        title = page.evaluate("document.title")
        assert "\u2068" + HEBREW in title and "\u2069" in title
        assert page.title().endswith("Formwork")

    def test_a_description_of_a_picture_keeps_it_too(self, visit):
        page = visit()
        add_cover(page, png(), title=HEBREW)
        page.goto("/books")
        assert page.locator(".list img").get_attribute("alt") == f"Cover of \u2068{HEBREW}\u2069"

    def test_a_title_of_the_window_that_needs_no_signs_has_none(self, visit):
        page = visit()
        add_book(page, "Emma")
        assert page.evaluate("document.title") == "Emma – Formwork"

    def test_a_field_shows_what_is_typed_in_its_direction(self, visit):
        page = visit()
        PLACES["edit"](HEBREW)(page)
        assert page.evaluate("getComputedStyle(document.getElementById('title')).direction") == "rtl"
        expect(page.locator("#title")).to_have_value(HEBREW)
