"""The style sheet in browsers that lack its newest functions."""

import re

import pytest

from support.pages import SAVE, add_book, press, type_text
from support.process import PUBLIC

SOURCE = re.sub(r"/\*.*?\*/", "", (PUBLIC / "formwork.css").read_text(), flags=re.DOTALL)

# Functions that every browser in use knows; all others stand within @supports.
USUAL = {
    "calc", "clamp", "cubic-bezier", "inset", "max", "min", "minmax", "radial-gradient", "repeat", "rgb", "scale",
    "url", "var",
}
NEW = ["light-dark", "color-mix", "linear"]

PAINT = """() => Array.from(document.querySelectorAll('body, body *'), element => {
  const style = getComputedStyle(element);
  return [element.tagName, element.className, ...[
    'color', 'backgroundColor', 'borderTopColor', 'borderTopStyle', 'borderTopWidth', 'boxShadow', 'animationName',
  ].map(name => style[name])].join(' ');
})"""


def outside_of_supports(source):
    while "@supports" in source:
        start = source.index("@supports")
        end = source.index("{", start) + 1
        depth = 1
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(source[end], 0)
            end += 1
        source = source[:start] + source[end:]
    return source


def declarations(source):
    blocks = re.findall(r"\{([^{}]*)\}", source)
    return [line.split(":", 1) for block in blocks for line in block.split(";") if line.strip()]


def serve(page, style_sheet):
    page.route("**/formwork.css", lambda route: route.fulfill(body=style_sheet, content_type="text/css"))


def test_a_new_function_stands_behind_a_question_whether_it_is_known():
    functions = {
        function
        for _, value in declarations(outside_of_supports(SOURCE))
        for function in re.findall(r"([a-z-]+)\(", value)
    }
    assert functions <= USUAL


def test_plain_colours_are_those_of_the_light():
    first = SOURCE[: SOURCE.index("@supports")]
    plain = {name.strip(): value.strip() for name, value in declarations(first)}
    pairs = re.findall(r"(--[\w-]+): ([^;]*)light-dark\(((?:[^(),]|\([^()]*\))*),[^;]*;", SOURCE)
    assert len(pairs) > 10
    for name, before, light in pairs:
        assert plain[name] == before + light, name


def test_a_selector_that_may_be_unknown_takes_no_other_rule_with_it():
    for selectors in re.findall(r"([^{}]+)\{", SOURCE):
        parts = [part for part in re.split(r",(?![^()]*\))", selectors) if not part.strip().startswith("@")]
        new = [":has(" in part or ":autofill" in part for part in parts]
        assert all(new) or not any(new), selectors


@pytest.mark.parametrize("unknown", NEW)
def test_without_a_function_a_light_page_looks_the_same(visit, unknown):
    paints = []
    for source in [None, SOURCE.replace(f"{unknown}(", f"unknown-{unknown}(")]:
        page = visit(color_scheme="light", reduced_motion="no-preference")
        if source is not None:
            serve(page, source)
        painted = []
        add_book(page)
        painted += page.evaluate(PAINT)
        page.goto("/books/new")
        type_text(page, "#published", "last summer")
        press(page, SAVE)
        page.hover("main form .button")
        page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
        painted += page.evaluate(PAINT)
        paints.append(painted)
    usual, without = paints
    differing = [pair for pair in zip(usual, without) if pair[0] != pair[1]]
    # The button under the pointer is a shade darker where shades can be mixed.
    allowed = 1 if unknown == "color-mix" else 0
    assert len(usual) == len(without) and len(differing) <= allowed, differing
    assert page.evaluate("getComputedStyle(document.querySelector('main form .button')).backgroundColor") != "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_light_and_dark_in_one_the_page_is_light_with_its_controls(visit, scheme):
    page = visit(color_scheme=scheme)
    serve(page, SOURCE.replace("light-dark(", "unknown("))
    page.goto("/books/new")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(247, 244, 238)"
    for selector in [".box", ".switch input"]:
        border = page.evaluate(
            "selector => getComputedStyle(document.querySelector(selector)).borderTopColor", selector
        )
        assert border == "rgb(133, 125, 113)"
