"""The script does what the server does: it counts alike, its edits can be undone, its state survives going back."""

import json

import pytest
from playwright.sync_api import expect

from support.images import png
from support.pages import SAVE, add_book, press
from support.process import ROOT

STEPPING = json.loads((ROOT / "Tests/stepping.json").read_text())
KEYS = {"+1": "ArrowUp", "-1": "ArrowDown", "+10": "PageUp", "-10": "PageDown"}
BUTTONS = {"+1": ".plus", "-1": ".minus", "clear": ".clear"}
STEPPER = ".stepper:has(#pages) "

BOUND = """([least, most, step]) => {
  for (const button of document.querySelectorAll('.stepper:has(#pages) .step')) {
    Object.assign(button.dataset, { min: least, max: most, step });
  }
}"""
TOUCH = """button => button.dispatchEvent(
  new PointerEvent('click', { pointerType: 'touch', bubbles: true, cancelable: true }))"""
AT_BOUND = """() => Array.from(document.querySelectorAll('.stepper:has(#pages) [aria-disabled=true]'),
  button => button.matches('.minus') ? 'minus' : 'plus').join('')"""


@pytest.fixture
def form(scripted):
    scripted.goto("/books/new")
    scripted.evaluate(
        """() => {
          window.sent = 0;
          document.addEventListener('submit', event => {
            window.sent += event.defaultPrevented ? 0 : 1;
            event.preventDefault();
          });
        }"""
    )
    return scripted


class TestStepping:
    @pytest.mark.parametrize("way", ["button", "finger", "key"])
    def test_a_press_gives_what_the_server_gives(self, form, way):
        wrong = []
        for row in STEPPING:
            target = BUTTONS.get(row["press"]) if way != "key" else KEYS.get(row["press"])
            if target is None or row["press"] == "clear" and row["text"] == "":
                continue
            form.evaluate(BOUND, row["in"])
            form.fill("#pages", row["text"])
            form.evaluate("window.sent = 0")
            if way == "key":
                form.press("#pages", target)
            elif way == "button":
                form.locator(STEPPER + target).click(force=True)
            else:
                form.locator(STEPPER + target).evaluate(TOUCH)
            came = (form.input_value("#pages"), form.evaluate("window.sent"))
            left_to_the_server = 0 if row["script"] or way == "key" else 1
            expected = (row["gives"] if row["script"] else row["text"], left_to_the_server)
            if came != expected or row["script"] and form.evaluate(AT_BOUND) != row["at"]:
                wrong.append((row, came, form.evaluate(AT_BOUND)))
        assert wrong == []

    def test_home_and_end_belong_to_the_text(self, form):
        form.fill("#pages", "474")
        form.press("#pages", "Home")
        form.keyboard.type("1")
        form.press("#pages", "End")
        form.keyboard.type("9")
        expect(form.locator("#pages")).to_have_value("14749")

    def test_nothing_is_done_while_an_input_method_composes(self, form):
        form.fill("#pages", "47")
        form.press("#pages", "End")
        session = form.context.new_cdp_session(form)
        session.send("Input.imeSetComposition", {"text": "4", "selectionStart": 1, "selectionEnd": 1})
        composed = form.evaluate(
            """() => {
              const keys = [];
              for (const key of ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']) {
                const event = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
                keys.push(document.getElementById('pages').dispatchEvent(event));
              }
              return keys;
            }"""
        )
        assert composed == [True] * 4
        expect(form.locator("#pages")).to_have_value("474")
        session.send("Input.insertText", {"text": "5"})
        expect(form.locator("#pages")).to_have_value("475")
        form.press("#pages", "ArrowUp")
        expect(form.locator("#pages")).to_have_value("476")


class TestUndo:
    def test_a_cleared_text_comes_back(self, form):
        form.locator("#title").press_sequentially("Emma")
        form.locator(".box:has(#title) .clear").click()
        expect(form.locator("#title")).to_have_value("")
        form.keyboard.press("Control+z")
        expect(form.locator("#title")).to_have_value("Emma")

    @pytest.mark.parametrize("way", ["key", "button"])
    def test_a_step_is_taken_back(self, form, way):
        form.locator("#pages").press_sequentially("474")
        if way == "key":
            form.press("#pages", "PageUp")
            expect(form.locator("#pages")).to_have_value("484")
        else:
            form.locator(STEPPER + ".plus").click()
            expect(form.locator(STEPPER + ".plus")).to_be_focused()
            expect(form.locator("#pages")).to_have_value("475")
            form.focus("#pages")
        form.keyboard.press("Control+z")
        expect(form.locator("#pages")).to_have_value("474")

    def test_a_step_is_one_event_for_other_scripts(self, form):
        form.fill("#pages", "474")
        form.evaluate("window.seen = []; document.addEventListener('input', e => seen.push(e.target.value))")
        form.locator(STEPPER + ".plus").click()
        form.press("#pages", "ArrowDown")
        assert form.evaluate("seen") == ["475", "474"]


class TestComingBack:
    def test_all_that_was_typed_is_there_again_and_saved(self, page, service):
        add_book(page)
        press(page, 'a[href$="/edit"]')
        page.fill("#title", "Persuasion")
        page.fill("#pages", "249")
        page.fill("#published", "1817-12-20")
        page.fill("#rating", "4.5")
        page.check("#inPrint")
        press(page, ".bar nav a")
        page.go_back()
        press(page, SAVE)
        (book,) = service.books()
        values = [book[name] for name in ("title", "pages", "published", "rating", "inPrint")]
        assert values == ["Persuasion", 249, "1817-12-20", 4.5, True]

    @pytest.mark.parametrize("pages, minus, plus", [("1", "true", None), ("20000", None, "true")])
    def test_what_the_script_showed_is_shown_again(self, scripted, pages, minus, plus):
        page = scripted
        page.goto("/books/new")
        page.fill("#pages", pages)
        page.fill("#published", "1815-12-23")
        press(page, ".bar nav a")
        page.go_back()
        expect(page.locator("#pages")).to_have_value(pages)
        states = [page.locator(STEPPER + side).get_attribute("aria-disabled") for side in (".minus", ".plus")]
        assert states == [minus, plus]
        expect(page.locator(".box:has(#published) .clear")).to_be_visible()
        expect(page.locator(STEPPER + ".clear")).to_be_visible()

    def test_it_is_shown_again_on_a_page_that_was_only_put_aside(self, form):
        form.evaluate(
            """() => {
              document.getElementById('pages').value = '1';
              dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
            }"""
        )
        expect(form.locator(STEPPER + ".minus")).to_have_attribute("aria-disabled", "true")


class TestFaults:
    """Errors that only the browser can see have the server's words and appear before anything is sent."""

    TOO_LARGE = {"name": "cover.png", "mimeType": "image/png", "buffer": png(size=(5 << 20) + 1)}
    GOOD = {"name": "cover.png", "mimeType": "image/png", "buffer": png()}

    def choose(self, page, file):
        page.locator("#cover").set_input_files(file)

    def fill(self, page):
        page.goto("/books/new")
        page.fill("#title", "Emma")
        page.fill("#author", "Jane Austen")

    def test_too_large_a_file_is_told_when_it_is_chosen_and_never_sent(self, scripted, service):
        self.fill(scripted)
        posts = []
        scripted.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
        self.choose(scripted, self.TOO_LARGE)
        error = scripted.locator("#cover-error")
        expect(error).to_have_text("Error: Cover must be at most 5 MiB")
        expect(scripted.locator("#cover")).to_have_attribute("aria-describedby", "cover-error cover-help")
        scripted.fill("#pages", "some")  # what the script leaves to the server
        for button in [SAVE, "button[value=check]", STEPPER + ".plus"]:
            scripted.locator(button).first.click()
            expect(scripted.locator("#cover")).to_be_focused()
        scripted.press("#title", "Enter")
        expect(scripted.locator("#cover")).to_be_focused()
        assert posts == []
        scripted.fill("#pages", "474")
        self.choose(scripted, self.GOOD)
        expect(error).to_have_count(0)
        expect(scripted.locator("#cover")).not_to_have_attribute("aria-invalid", "true")
        expect(scripted.locator("#cover")).to_have_attribute("aria-describedby", "cover-help")
        press(scripted, SAVE)
        assert len(service.books()) == 1 and len(posts) == 1

    def test_a_file_of_the_greatest_size_is_sent(self, form):
        self.choose(form, self.GOOD | {"buffer": png(size=5 << 20)})
        form.locator(SAVE).first.click()
        expect(form.locator("#cover-error")).to_have_count(0)
        assert form.evaluate("window.sent") == 1

    def test_its_words_take_the_place_of_the_servers(self, scripted):
        self.fill(scripted)
        self.choose(scripted, self.GOOD | {"buffer": b"no image"})
        assert press(scripted, SAVE).status == 422
        expect(scripted.locator("#cover-error")).to_contain_text("must be an image")
        self.choose(scripted, self.TOO_LARGE)
        expect(scripted.locator("#cover-error")).to_have_text("Error: Cover must be at most 5 MiB")
        expect(scripted.locator(".field.file .error")).to_have_count(1)

    def test_an_unfinished_date_is_told_in_the_servers_words(self, scripted):
        self.fill(scripted)
        scripted.fill("#published", "1815-12-23")
        scripted.press("#published", "Backspace")
        scripted.locator(SAVE).first.click()
        error = scripted.locator("#published-error")
        expect(error).to_have_text("Error: Published must be a date that exists, like 1815-12-23")
        expect(scripted.locator("#published")).to_be_focused()
        expect(scripted.locator("#published")).to_have_attribute("aria-describedby", "published-error published-help")
        scripted.fill("#published", "1815-12-23")
        expect(error).to_have_count(0)

    def test_what_is_out_of_bounds_is_left_to_the_server(self, scripted):
        self.fill(scripted)
        scripted.fill("#published", "0799-12-31")
        assert press(scripted, SAVE).status == 422
        expect(scripted.locator("#published-error")).to_contain_text("or later")

    def test_without_the_script_the_browser_stops_an_unfinished_date(self, scriptless, service):
        self.fill(scriptless)
        scriptless.fill("#published", "1815-12-23")
        scriptless.press("#published", "Backspace")
        scriptless.locator(SAVE).first.click()
        scriptless.press("#title", "Enter")
        expect(scriptless.locator("#published")).to_be_focused()
        assert service.books() == []
        # A button that saves nothing isn't stopped.
        assert press(scriptless, "button[value=check]").status == 200
        assert service.books() == []

    @pytest.mark.parametrize("date", ["0800-01-01", "1815-12-23"])
    def test_without_the_script_the_browser_stops_nothing_that_the_server_takes(self, scriptless, service, date):
        self.fill(scriptless)
        for name, value in {"pages": "1 000", "rating": "4,5", "isbn": "0-8044-2957-X", "published": date}.items():
            scriptless.fill(f"#{name}", value)
        press(scriptless, SAVE)
        (book,) = service.books()
        assert (book["pages"], book["rating"], book["published"]) == (1000, 4.5, date)


class TestNames:
    """What a screen reader says of a field."""

    @pytest.mark.parametrize(
        "path, field, name, description",
        [
            ("/books/new", "#inPrint", "In print", "Can be bought new today"),
            ("/books/new", "#title", "Title", "As on the title page"),
            ("/profile", "#name", "Name", "0 of 40"),
            ("/profile", "#rememberMe", "Remember me",
             "On: your profile is saved and this browser known again. Off: nothing is kept."),
        ],
    )
    def test_a_name_is_the_label_alone_and_the_rest_describes(self, scripted, path, field, name, description):
        scripted.goto(path)
        expect(scripted.locator(field)).to_have_accessible_name(name)
        expect(scripted.locator(field)).to_have_accessible_description(description)

    def test_a_toggle_is_pressed_anywhere_on_its_card(self, page):
        page.goto("/books/new")
        for place in [".help", "label"]:
            before = page.is_checked("#inPrint")
            page.locator(f".switch:has(#inPrint) {place}").click(position={"x": 5, "y": 5}, force=True)
            assert page.is_checked("#inPrint") != before
