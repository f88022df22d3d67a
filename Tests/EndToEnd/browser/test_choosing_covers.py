"""A cover is chosen, seen, kept by an error page, replaced and removed, with the script and without."""

import re

import pytest
from playwright.sync_api import expect

from support.images import GIF, IMAGES, NO_IMAGES, png
from support.pages import SAVE, add_book, press

LOCATION = re.compile(r"/books/[0-9a-z]{26}([?#].*)?$")
IS_SHOWN = "image => image.complete && image.naturalWidth > 0"
PNG = {"name": "cover.png", "mimeType": "image/png", "buffer": png()}


def as_file(content, name="cover.png", kind="image/png"):
    return {"name": name, "mimeType": kind, "buffer": content}


def choose(page, file=PNG):
    page.locator("#cover").set_input_files(file)


def fill(page, file=PNG, title="Emma"):
    page.goto("/books/new")
    page.fill("#title", title)
    page.fill("#author", "Jane Austen")
    choose(page, file)


def save_with(page, file=PNG):
    fill(page, file)
    return press(page, SAVE)


def expect_picture(page, selector="main img"):
    picture = page.locator(selector)
    expect(picture).to_have_count(1)
    picture.scroll_into_view_if_needed()
    page.wait_for_function(f"selector => [document.querySelector(selector)].every({IS_SHOWN})", arg=selector)
    assert picture.get_attribute("alt")


def cover_of(service):
    (book,) = service.books()
    return service.get(book["cover"]).body if book["cover"] else None


def test_a_cover_is_chosen_and_seen_everywhere(page, service):
    save_with(page)
    expect(page).to_have_url(LOCATION)
    expect_picture(page)
    press(page, 'a[href$="/edit"]')
    expect_picture(page)
    page.goto("/books")
    expect_picture(page, ".list img.cover")
    assert cover_of(service) == png()


@pytest.mark.parametrize("kind", IMAGES)
def test_the_browser_shows_every_kind(scripted, service, kind):
    save_with(scripted, as_file(IMAGES[kind], name="cover", kind=kind))
    expect_picture(scripted)


def test_without_a_cover_the_letter_stays(page):
    add_book(page)
    expect(page.locator("main img")).to_have_count(0)
    page.goto("/books")
    expect(page.locator(".list span.cover")).to_have_text("E")
    expect(page.locator("main img")).to_have_count(0)


def test_an_error_page_keeps_a_good_cover(page, service):
    fill(page, title="")
    assert press(page, SAVE).status == 422
    expect(page.locator("#error-summary a")).to_have_count(1)
    expect(page.locator("#cover-help")).to_contain_text("PNG")
    page.fill("#title", "Emma")
    press(page, SAVE)
    expect(page).to_have_url(LOCATION)
    assert cover_of(service) == png()


def test_a_cover_kept_by_an_error_page_can_be_changed_for_another(page, service):
    fill(page, title="")
    press(page, SAVE)
    page.fill("#title", "Emma")
    choose(page, as_file(GIF, "cover.gif", "image/gif"))
    press(page, SAVE)
    expect(page).to_have_url(LOCATION)
    assert cover_of(service) == GIF


def test_a_step_without_the_script_keeps_the_cover(scriptless, service):
    fill(scriptless)
    assert press(scriptless, ".stepper:has(#pages) .plus").status == 200
    press(scriptless, SAVE)
    assert cover_of(service) == png()
    assert service.books()[0]["pages"] == 1


@pytest.mark.parametrize("kind", ["svg", "html", "text"])
def test_what_is_no_image_is_explained_with_everything_kept(page, service, kind):
    fill(page, as_file(NO_IMAGES[kind]))
    assert press(page, SAVE).status == 422
    link = page.locator("#error-summary a")
    expect(link).to_have_attribute("href", "#cover")
    expect(link).to_contain_text("PNG")
    expect(page.locator("#cover-error")).to_contain_text(link.inner_text())
    expect(page.locator("#cover")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#title")).to_have_value("Emma")
    link.click()
    expect(page.locator("#cover")).to_be_focused()
    choose(page)
    press(page, SAVE)
    assert cover_of(service) == png()


def test_too_large_a_cover_is_explained(scriptless, service):
    fill(scriptless, as_file(png(size=(5 << 20) + 1)))
    assert press(scriptless, SAVE).status == 422
    expect(scriptless.locator("#cover-error")).to_contain_text("5 MiB")
    assert service.books() == []


class TestChanging:
    @pytest.fixture
    def form(self, page):
        save_with(page)
        press(page, 'a[href$="/edit"]')
        return page

    def test_a_save_without_a_choice_keeps_the_cover(self, form, service):
        form.fill("#title", "Persuasion")
        press(form, SAVE)
        expect_picture(form)
        assert cover_of(service) == png()

    def test_another_takes_its_place(self, form, service):
        choose(form, as_file(GIF, "cover.gif", "image/gif"))
        press(form, SAVE)
        assert cover_of(service) == GIF

    def test_a_tick_removes_it(self, form, service):
        form.check("#cover-remove")
        press(form, SAVE)
        expect(form).to_have_url(LOCATION)
        expect(form.locator("main img")).to_have_count(0)
        assert cover_of(service) is None

    def test_the_tick_stays_on_an_error_page(self, form, service):
        form.check("#cover-remove")
        form.fill("#title", "")
        assert press(form, SAVE).status == 422
        expect(form.locator("#cover-remove")).to_be_checked()
        form.fill("#title", "Emma")
        press(form, SAVE)
        assert cover_of(service) is None


class TestLook:
    def test_the_label_stands_above_the_file(self, visit):
        page = visit(reduced_motion="reduce")
        page.goto("/books/new")
        label = page.locator("label[for=cover]").bounding_box()
        assert label["y"] + label["height"] <= page.locator("#cover").bounding_box()["y"] + 0.5

    @pytest.mark.parametrize("width", [320, 1000])
    @pytest.mark.parametrize("size", [(4000, 300), (300, 4000), (1, 1)])
    def test_no_picture_is_larger_than_its_place(self, visit, width, size):
        page = visit(viewport={"width": width, "height": 700})
        save_with(page, as_file(png(width=size[0], height=size[1])))
        for open_page in (lambda: None, lambda: press(page, 'a[href$="/edit"]'), lambda: page.goto("/books")):
            open_page()
            expect_picture(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.locator("main img").bounding_box()["height"] <= 16 * 16 + 2

    def test_the_form_is_sent_in_parts_only_where_it_takes_a_file(self, visit):
        page = visit()
        for path, kind in [("/books/new", "multipart/form-data"), ("/", None)]:
            page.goto(path)
            assert page.locator("main form").get_attribute("enctype") == kind
