"""What people do, from page to page; without the script, except in tests of the script."""

import re

import pytest
from playwright.sync_api import expect

from support.pages import SAVE, add_book, press, register, type_text

LOCATION = re.compile(r"/books/[0-9a-z]{26}([?#].*)?$")


def fill_book(page):
    page.goto("/books/new")
    page.fill("#title", "Emma")
    page.fill("#author", "Jane Austen")
    page.fill("#pages", "474")
    page.check("#inPrint")


class TestBooks:
    def test_a_book_is_added_and_shown_with_a_notice(self, page, service):
        fill_book(page)
        assert press(page, SAVE).status == 200
        expect(page).to_have_url(LOCATION)
        expect(page.locator(".hud")).to_contain_text("Emma")
        expect(page.locator("main")).to_contain_text("Jane Austen")
        page.reload()
        expect(page.locator(".hud")).to_have_count(0)
        (book,) = service.books()
        assert (book["title"], book["pages"], book["inPrint"]) == ("Emma", 474, True)
        page.goto("/books")
        expect(page.locator(".list a")).to_have_text("Emma")

    def test_a_mistake_is_explained_with_everything_kept_and_corrected(self, page, service):
        fill_book(page)
        page.fill("#title", "")
        page.fill("#pages", "some")
        assert press(page, SAVE).status == 422
        assert page.title().startswith("Error: ")
        expect(page.locator("#error-summary")).to_be_focused()
        expect(page.locator("#author")).to_have_value("Jane Austen")
        expect(page.locator("#pages")).to_have_value("some")
        expect(page.locator("#inPrint")).to_be_checked()
        page.fill("#title", "Emma")
        page.fill("#pages", "474")
        press(page, SAVE)
        expect(page).to_have_url(LOCATION)
        assert len(service.books()) == 1

    def test_each_line_of_the_summary_leads_to_its_field_and_says_the_same(self, page):
        page.goto("/books/new")
        page.fill("#pages", "0")
        press(page, SAVE)
        links = page.locator("#error-summary a")
        expect(links).to_have_count(3)
        for index in range(3):
            link = links.nth(index)
            name = link.get_attribute("href").removeprefix("#")
            field = page.locator(f"#{name}")
            expect(field).to_have_attribute("aria-invalid", "true")
            first = field.get_attribute("aria-describedby").split()[0]
            expect(page.locator(f"#{first}")).to_have_text("Error: " + link.inner_text())
            link.click()
            expect(field).to_be_focused()

    def test_a_book_is_edited(self, page, service):
        add_book(page)
        press(page, 'a[href$="/edit"]')
        expect(page.locator("#title")).to_have_value("Emma")
        page.fill("#title", "Persuasion")
        press(page, SAVE)
        expect(page).to_have_url(LOCATION)
        expect(page.locator("h1")).to_contain_text("Persuasion")
        assert [book["revision"] for book in service.books()] == [2]

    def test_deleting_asks_first(self, page, service):
        add_book(page)
        press(page, 'a[href$="/delete"]')
        assert len(service.books()) == 1
        press(page, SAVE)
        expect(page).to_have_url(re.compile(r"/books([?#].*)?$"))
        expect(page.locator(".hud")).to_be_visible()
        expect(page.locator(".empty")).to_be_visible()
        assert service.books() == []

    def test_a_long_list_is_read_page_by_page(self, page, service):
        for number in range(3):
            service.post("/books", {"title": f"Volume {number}", "author": "Anon"})
        page.goto("/books?per=2")
        expect(page.locator(".list a")).to_have_text(["Volume 2", "Volume 1"])
        press(page, ".pages [rel=next]")
        expect(page.locator(".list a")).to_have_text(["Volume 0"])
        press(page, ".pages [rel=prev]")
        expect(page.locator(".list a").first).to_have_text("Volume 2")


    def test_an_older_page_is_told_of_the_saves_of_its_own_browser(self, page, service):
        add_book(page)
        press(page, 'a[href$="/edit"]')
        older = page.context.new_page()
        older.goto(page.url)
        page.fill("#title", "Persuasion")
        press(page, SAVE)
        older.fill("#author", "J. A.")
        assert press(older, SAVE).status == 409
        expect(older.locator("#error-summary")).to_contain_text("You have saved this book")
        expect(older.locator("#error-summary")).to_contain_text("Saved now: Persuasion")
        expect(older.locator("#title")).to_have_value("Emma")
        press(older, SAVE)
        assert [book["author"] for book in service.books()] == ["J. A."]


class TestEnter:
    @pytest.mark.parametrize("name", ["title", "author", "pages"])
    def test_enter_in_a_field_saves_and_never_steps_or_clears(self, page, service, name):
        fill_book(page)
        with page.expect_navigation():
            page.press(f"#{name}", "Enter")
        expect(page).to_have_url(LOCATION)
        (book,) = service.books()
        assert (book["title"], book["author"], book["pages"]) == ("Emma", "Jane Austen", 474)

    def test_the_first_button_of_each_form_is_the_one_that_saves(self, page):
        for path in ["/", "/books/new"]:
            page.goto(path)
            first = page.locator("main form button").first
            assert first.get_attribute("name") is None
            assert first.get_attribute("type") == "submit"


class TestRoundTrips:
    def test_a_step_keeps_all_that_was_typed(self, scriptless, service):
        page = scriptless
        fill_book(page)
        page.fill("#author", "")
        for button, value in [(".plus", "475"), (".plus", "476"), (".minus", "475")]:
            assert press(page, f".stepper:has(#pages) {button}").status == 200
            expect(page.locator("#pages")).to_have_value(value)
            expect(page.locator(f".stepper:has(#pages) {button}")).to_be_focused()
        expect(page.locator("#title")).to_have_value("Emma")
        expect(page.locator("#inPrint")).to_be_checked()
        expect(page.locator("#error-summary, [aria-invalid]")).to_have_count(0)
        assert service.books() == []

    def test_a_bound_stops_the_step(self, scriptless):
        scriptless.goto("/books/new")
        press(scriptless, ".stepper:has(#pages) .plus")
        minus = scriptless.locator(".stepper:has(#pages) .minus")
        expect(minus).to_have_attribute("aria-disabled", "true")
        with scriptless.expect_navigation():
            minus.click(force=True)
        expect(scriptless.locator("#pages")).to_have_value("1")

    def test_clearing_keeps_all_the_rest(self, scriptless, service):
        page = scriptless
        fill_book(page)
        assert press(page, ".box:has(#title) .clear").status == 200
        expect(page.locator("#title")).to_have_value("")
        expect(page.locator("#title")).to_be_focused()
        expect(page.locator("#author")).to_have_value("Jane Austen")
        expect(page.locator("#pages")).to_have_value("474")
        expect(page.locator("#inPrint")).to_be_checked()
        expect(page.locator("#error-summary, [aria-invalid]")).to_have_count(0)
        assert service.books() == []

    def test_what_a_round_trip_kept_is_saved(self, scriptless, service):
        fill_book(scriptless)
        press(scriptless, ".stepper:has(#pages) .plus")
        press(scriptless, SAVE)
        (book,) = service.books()
        assert (book["title"], book["pages"], book["inPrint"]) == ("Emma", 475, True)

    def test_the_notice_is_closed_by_a_link(self, scriptless):
        add_book(scriptless)
        press(scriptless, ".hud-close")
        expect(scriptless).to_have_url(LOCATION)
        expect(scriptless.locator(".hud")).to_have_count(0)


class TestDate:
    def test_it_is_typed_saved_and_cleared_again(self, page, service):
        fill_book(page)
        page.fill("#published", "1815-12-23")
        press(page, SAVE)
        expect(page.locator(".record")).to_contain_text("1815-12-23")
        press(page, 'a[href$="/edit"]')
        expect(page.locator("#published")).to_have_value("1815-12-23")
        page.get_by_role("button", name="Clear published").click()
        expect(page.locator("#published")).to_have_value("")
        expect(page.locator("#published")).to_be_focused()
        expect(page.locator(".box:has(#published) .clear")).to_be_hidden()
        press(page, SAVE)
        assert [book["published"] for book in service.books()] == [None]

    def test_what_is_no_date_is_shown_as_it_was_typed_and_corrected(self, page, service):
        fill_book(page)
        type_text(page, "#published", "1815-02-30")
        assert press(page, SAVE).status == 422
        expect(page.locator("#published")).to_have_value("1815-02-30")
        expect(page.locator("#published-error")).to_contain_text("Published must be a date that exists")
        page.fill("#published", "1815-12-23")
        press(page, SAVE)
        assert [book["published"] for book in service.books()] == ["1815-12-23"]

    def test_its_clear_button_comes_and_goes_with_the_date(self, scripted):
        scripted.goto("/books/new")
        button = scripted.locator(".box:has(#published) .clear")
        expect(button).to_be_hidden()
        scripted.fill("#published", "1815-12-23")
        expect(button).to_be_visible()
        button.click()
        expect(button).to_be_hidden()


    @pytest.mark.parametrize("press", [SAVE, "button[value=check]", ".stepper:has(#pages) .plus"])
    def test_one_that_is_not_finished_is_not_sent_as_none(self, scripted, service, press):
        fill_book(scripted)
        scripted.fill("#pages", "some")  # what the script leaves to the server
        scripted.fill("#published", "1815-12-23")
        scripted.press("#published", "Backspace")
        assert scripted.evaluate("document.getElementById('published').value") == ""
        scripted.locator(press).first.click()
        expect(scripted.locator("#published")).to_be_focused()
        assert scripted.url.endswith("/books/new")
        assert scripted.title() == "Add a book – Formwork"
        assert scripted.evaluate("document.getElementById('published').validity.badInput")
        button = scripted.locator(".box:has(#published) .clear")
        button.click()
        expect(button).to_be_hidden()
        assert not scripted.evaluate("document.getElementById('published').validity.badInput")
        scripted.fill("#pages", "474")
        scripted.press("#pages", "Enter")
        expect(scripted).to_have_url(LOCATION)
        assert [book["published"] for book in service.books()] == [None]


class TestSearch:
    def test_it_is_done_by_keyboard_and_kept_from_page_to_page(self, page):
        for title in ["Emma", "Persuasion", "Émile", "Emmeline", "Moby-Dick"]:
            add_book(page, title)
        page.goto("/books?per=2")
        page.get_by_role("search").get_by_label("Search title, author and ISBN").focus()
        page.keyboard.type("em")
        page.keyboard.press("Tab")
        expect(page.get_by_label("Order")).to_be_focused()
        page.keyboard.type("Title, Z")
        page.keyboard.press("Tab")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator("#q")).to_have_value("em")
        expect(page.locator("#sort")).to_have_value("-title")
        expect(page).to_have_title("Books: “em” – Formwork")
        expect(page.get_by_text("3 found")).to_be_visible()
        expect(page.locator(".list a")).to_have_text(["Emmeline", "Emma"])
        press(page, "[rel=next]")
        expect(page.locator(".list a")).to_have_text(["Émile"])
        expect(page.locator("#q")).to_have_value("em")
        page.fill("#q", "nobody")
        with page.expect_navigation():
            page.press("#q", "Enter")
        expect(page.locator(".empty")).to_contain_text("Nothing matches “nobody”")
        press(page, ".empty a")
        expect(page.locator("#q")).to_have_value("")
        expect(page.locator("#sort")).to_have_value("-title")
        expect(page.get_by_text("5 in all")).to_be_visible()


class TestScript:
    @pytest.fixture
    def form(self, scripted):
        fill_book(scripted)
        posts = []
        scripted.on("request", lambda request: posts.append(request.url))
        yield scripted
        assert posts == []

    def test_a_step_is_taken_at_once(self, form):
        plus = form.locator(".stepper:has(#pages) .plus")
        plus.click()
        plus.press("Space")
        expect(form.locator("#pages")).to_have_value("476")
        expect(plus).to_be_focused()
        expect(form.locator("body > [role=status]")).to_have_text("476")

    @pytest.mark.parametrize(
        ("key", "value"),
        [("ArrowUp", "475"), ("ArrowDown", "473"), ("PageUp", "484"), ("PageDown", "464")],
    )
    def test_the_keys_of_a_stepper_step(self, form, key, value):
        form.press("#pages", key)
        expect(form.locator("#pages")).to_have_value(value)

    def test_a_bound_stops_step_and_keys(self, form):
        minus = form.locator(".stepper:has(#pages) .minus")
        form.fill("#pages", "2")
        minus.click()
        expect(minus).to_have_attribute("aria-disabled", "true")
        minus.click(force=True)
        form.press("#pages", "PageDown")
        expect(form.locator("#pages")).to_have_value("1")
        form.press("#pages", "ArrowUp")
        expect(minus).not_to_have_attribute("aria-disabled", "true")

    def test_a_key_with_a_modifier_is_left_alone(self, form):
        form.press("#pages", "Shift+ArrowUp")
        expect(form.locator("#pages")).to_have_value("474")

    def test_clearing_is_done_at_once_and_gives_the_focus_back(self, form):
        form.locator(".box:has(#title) .clear").click()
        expect(form.locator("#title")).to_have_value("")
        expect(form.locator("#title")).to_be_focused()
        expect(form.locator(".box:has(#title) .clear")).to_be_hidden()

    def test_what_is_no_number_is_left_to_the_server(self, scripted):
        fill_book(scripted)
        scripted.fill("#pages", "some")
        assert press(scripted, ".stepper:has(#pages) .plus").status == 200
        expect(scripted.locator("#pages")).to_have_value("some")

    def test_the_notice_closes_at_once(self, scripted):
        add_book(scripted)
        address = scripted.url
        scripted.click(".hud-close")
        expect(scripted.locator(".hud")).to_have_count(0)
        expect(scripted.locator("#main")).to_be_focused()
        assert scripted.url == address


class TestProfile:
    def test_one_who_registers_is_greeted_by_name_until_the_session_ends(self, page, visit):
        register(page)
        expect(page.locator("#name")).to_have_value("Anne Elliot")
        page.goto("/")
        expect(page.locator("h1")).to_contain_text("Anne Elliot")
        stranger = visit()
        stranger.goto("/profile")
        expect(stranger.locator("#name")).to_have_value("")

    def test_one_who_is_remembered_is_known_after_a_restart(self, page, service, start):
        register(page, remember=True)
        assert service.stop() == 0
        page.goto(start(data=service.data).url)
        expect(page.locator("h1")).to_contain_text("Anne Elliot")

    def test_of_one_whose_browser_keeps_no_cookies_nothing_is_kept(self, page, service):
        page.goto("/")
        page.fill("#name", "Anne Elliot")
        page.fill("#email", "anne@kellynch.example")
        page.check("#rememberMe")
        page.context.clear_cookies()
        assert press(page, SAVE).status == 422
        expect(page.locator("#error-summary")).to_contain_text("Allow cookies")
        expect(page.locator("#name")).to_have_value("Anne Elliot")
        assert all(b"Elliot" not in file.read_bytes() for file in service.data.rglob("*.jsonl"))
        press(page, SAVE)
        expect(page.locator("#name")).to_have_value("Anne Elliot")
        expect(page.locator(".hud")).to_contain_text("saved")

    def test_a_short_name_is_explained(self, page):
        assert register(page, name="An").status == 422
        expect(page.locator("#name")).to_have_value("An")
        expect(page.locator("#email")).to_have_value("anne@kellynch.example")
        expect(page.locator("#error-summary a")).to_have_attribute("href", "#name")
