"""The positions and sizes of elements on the pages, measured rather than compared with screenshots."""

import pytest
from playwright.sync_api import expect

from support.pages import PAGES, SAVE, add_book, press

PHONE = {"width": 320, "height": 640}
ALL = pytest.mark.parametrize("open_page", PAGES.values(), ids=PAGES.keys())

FLOATED = """name => {
  const input = document.getElementById(name);
  const label = document.querySelector(`label[for="${name}"]`).getBoundingClientRect();
  return label.bottom <= input.getBoundingClientRect().top + 0.5;
}"""
TEXT_BOX = """label => {
  const range = new Range();
  range.selectNodeContents(label);
  return range.getBoundingClientRect().toJSON();
}"""
FITS = "document.documentElement.scrollWidth <= innerWidth"
BLOCKS = """() => Array.from(document.querySelectorAll('main .box'),
  box => box.getBoundingClientRect().height)"""


RIGHT_TO_LEFT = "document.documentElement.dir = 'rtl'"
LARGE_TEXT = "document.documentElement.style.fontSize = '200%'"


def force_state(page, selector, state):
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    document = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": document, "selector": selector})["nodeId"]
    session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": [state]})


class TestFloatingLabel:
    @pytest.fixture(
        params=[None, PHONE, LARGE_TEXT, RIGHT_TO_LEFT],
        ids=["wide", "phone", "large text", "right to left"],
    )
    def form(self, request, visit):
        is_script = isinstance(request.param, str)
        page = visit(reduced_motion="reduce", viewport=None if is_script else request.param)
        if is_script:
            page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {request.param} }})")
        page.goto("/books/new")
        return page

    def test_at_rest_it_lies_in_the_middle_of_the_empty_box(self, form):
        box = form.locator(".box:has(#title)").bounding_box()
        text = form.locator("[for=title]").evaluate(TEXT_BOX)
        middle = box["y"] + box["height"] / 2
        assert abs((text["top"] + text["bottom"]) / 2 - middle) < 4
        assert box["x"] < text["left"] and text["right"] < box["x"] + box["width"]
        assert form.input_value("#title") == ""

    def test_it_is_above_what_is_typed_and_nothing_moves(self, form):
        before = form.evaluate(BLOCKS)
        form.focus("#title")
        assert form.evaluate(FLOATED, "title")
        form.keyboard.type("Emma")
        form.focus("#author")
        assert form.evaluate(FLOATED, "title")
        assert form.evaluate(BLOCKS) == before

    def test_it_is_above_what_the_server_filled_in(self, form):
        form.fill("#author", "Jane Austen")
        press(form, SAVE)
        for name in ("title", "author", "pages"):
            assert form.evaluate(FLOATED, name), name

    def test_it_is_above_what_the_browser_filled_in(self, form):
        force_state(form, "#title", "autofill")
        assert form.evaluate(FLOATED, "title")

    def test_it_begins_where_the_value_begins(self, form):
        value_edge = """input => {
          const { left, right } = input.getBoundingClientRect(), style = getComputedStyle(input);
          const pad = parseFloat(style.paddingInlineStart);
          return style.direction === 'rtl' ? right - pad : left + pad;
        }"""
        edge = "right" if form.evaluate("document.dir") == "rtl" else "left"
        for _ in ("at rest", "floated"):
            text = form.locator("[for=title]").evaluate(TEXT_BOX)
            assert abs(text[edge] - form.locator("#title").evaluate(value_edge)) < 1.5
            form.focus("#title")


class TestReach:
    @ALL
    def test_a_phone_shows_it_without_scrolling_sideways(self, visit, open_page):
        page = visit(viewport=PHONE)
        open_page(page)
        assert page.evaluate(FITS)
        page.evaluate(RIGHT_TO_LEFT)
        assert page.evaluate(FITS)

    @ALL
    def test_text_of_twice_the_size_fits(self, visit, open_page):
        page = visit(viewport={"width": 640, "height": 800})
        open_page(page)
        page.evaluate(LARGE_TEXT)
        assert page.evaluate(FITS)

    @ALL
    def test_fingers_find_every_button(self, visit, open_page):
        page = visit(viewport=PHONE)
        open_page(page)
        small = page.evaluate(
            """() => Array.from(document.querySelectorAll('button, .button, .bar a, .pages a, .hud-close'))
              .filter(target => target.checkVisibility({ visibilityProperty: true }))
              .filter(target => !target.matches('.default, .skip'))
              .filter(target => {
                const { width, height } = target.getBoundingClientRect();
                return Math.min(width, height) < (target.matches('.clear') ? 24 : 44) - 0.1;
              }).map(target => target.outerHTML)"""
        )
        assert small == []

    def test_the_first_stop_of_the_keyboard_skips_to_the_content(self, scripted):
        scripted.goto("/books/new")
        scripted.keyboard.press("Tab")
        expect(scripted.locator(".skip")).to_be_focused()
        expect(scripted.locator(".skip")).to_be_in_viewport()
        scripted.keyboard.press("Enter")
        expect(scripted.locator("#main")).to_be_focused()

    @pytest.mark.parametrize("colours", [None, "active"], ids=["own colours", "forced colours"])
    def test_every_stop_of_the_keyboard_is_seen(self, visit, colours):
        page = visit(forced_colors=colours)
        page.goto("/books/new")
        outline = """() => {
          const focused = document.activeElement;
          const shown = [focused, focused.closest('.box')].filter(Boolean).map(getComputedStyle);
          return shown.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
        }"""
        stops = page.locator("a, button:not(.default), input:not([type=hidden])").count()
        for _ in range(stops):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            assert page.evaluate(outline), page.evaluate("document.activeElement.outerHTML")


class TestPreferences:
    def test_the_dark_is_dark(self, visit):
        grounds = []
        for scheme in ("light", "dark"):
            page = visit(color_scheme=scheme)
            page.goto("/books")
            ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            grounds.append(sum(int(part) for part in ground[4:-1].split(",")))
        light, dark = grounds
        assert light > 3 * 200 and dark < 3 * 50

    def test_nothing_moves_for_those_who_mind(self, visit):
        page = visit(reduced_motion="reduce")
        add_book(page)
        assert page.evaluate("document.getAnimations().length") == 0
        expect(page.locator(".hud")).to_be_visible()
        page.goto("/books/new")
        page.focus("#title")
        assert page.evaluate("document.getAnimations().length") == 0


    @pytest.mark.parametrize("attempt", range(8))
    def test_nothing_moves_as_a_page_opens_but_at_the_hand(self, visit, attempt):
        page = visit(reduced_motion="no-preference")
        page.add_init_script(
            "window.moves = []; addEventListener('transitionrun', event => moves.push(event.propertyName), true)"
        )
        page.goto("/books/new")
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate("moves") == []
        page.fill("#title", "Dune")
        page.focus("#author")
        page.wait_for_function("moves.length > 0")


class TestNotice:
    @pytest.mark.parametrize("width", [320, 1000])
    def test_it_covers_neither_the_navigation_nor_the_heading(self, visit, width):
        page = visit(viewport={"width": width, "height": 700}, reduced_motion="reduce")
        add_book(page, title="The Narrative of Arthur Gordon Pym of Nantucket")
        bar, hud, heading = [page.locator(place).bounding_box() for place in (".bar", ".hud", "h1")]
        assert bar["y"] + bar["height"] <= hud["y"]
        assert hud["y"] + hud["height"] <= heading["y"]

    def test_it_leaves_by_itself_but_not_under_the_pointer(self, visit):
        page = visit(reduced_motion="no-preference")
        add_book(page)
        times = page.evaluate(
            "document.querySelector('.hud').getAnimations().map(a => a.effect.getComputedTiming().delay)"
        )
        assert max(times) >= 5000
        page.hover(".hud")
        assert page.evaluate("document.querySelector('.hud').getAnimations().every(a => a.playState === 'paused')")
        page.evaluate("document.querySelector('.hud').getAnimations().forEach(a => a.finish())")
        expect(page.locator(".hud")).to_be_hidden()

    def test_it_has_an_edge_in_forced_colours(self, visit):
        page = visit(forced_colors="active")
        add_book(page)
        edge = page.evaluate("getComputedStyle(document.querySelector('.hud')).borderTopColor")
        ground = page.evaluate("getComputedStyle(document.querySelector('.hud')).backgroundColor")
        assert edge != ground
