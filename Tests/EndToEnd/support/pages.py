"""Functions that open each kind of page; each returns the response."""

from support.images import NO_IMAGES, png

SAVE = "main form .button:not([name])"


def press(page, selector):
    """Presses an element that leads to another page."""
    with page.expect_navigation() as navigation:
        page.locator(selector).first.click()
    return navigation.value


def add_book(page, title="Emma", author="Jane Austen"):
    page.goto("/books/new")
    page.fill("#title", title)
    page.fill("#author", author)
    return press(page, SAVE)


def type_text(page, selector, text):
    """Types a text that a date input refuses, as a browser without date inputs allows."""
    page.locator(selector).evaluate("input => { input.type = 'text' }")
    page.fill(selector, text)


def register(page, name="Anne Elliot", remember=False):
    page.goto("/")
    page.fill("#name", name)
    page.fill("#email", "anne@kellynch.example")
    page.set_checked("#rememberMe", remember)
    return press(page, SAVE)


def long_list(page):
    for title in ["Emma", "Persuasion", "The Narrative of Arthur Gordon Pym of Nantucket " * 4]:
        add_book(page, title[:200])
    return page.goto("/books?per=2&page=1")


def search(page, words):
    add_book(page)
    return page.goto(f"/books?q={words}&sort=title")


def of_book(link):
    def open_page(page):
        add_book(page)
        return press(page, link)

    return open_page


def filled_with_errors(page):
    page.goto("/books/new")
    page.fill("#title", "The Narrative of Arthur Gordon Pym of Nantucket " * 6)
    page.fill("#pages", "many")
    type_text(page, "#published", "last summer")
    return press(page, SAVE)


def add_cover(page, content=None, title="Emma"):
    page.goto("/books/new")
    page.fill("#title", title)
    page.fill("#author", "Jane Austen")
    file = {"name": "cover.png", "mimeType": "image/png", "buffer": content or png()}
    page.locator("#cover").set_input_files(file)
    return press(page, SAVE)


def list_with_cover(page):
    add_book(page)
    add_cover(page)
    return page.goto("/books")


def edit_with_cover(page):
    add_cover(page)
    return press(page, 'a[href$="/edit"]')


def registered(page):
    register(page)
    return page.goto("/profile")


PAGES = {
    "welcome": lambda page: page.goto("/"),
    "welcome with errors": lambda page: page.goto("/") and press(page, SAVE),
    "empty list": lambda page: page.goto("/books"),
    "list": long_list,
    "second page": lambda page: long_list(page) and page.goto("/books?per=2&page=2"),
    "search": lambda page: search(page, "em"),
    "search without a find": lambda page: search(page, "The+Narrative+of+Arthur+Gordon+Pym"),
    "bad search": lambda page: page.goto("/books?q=" + "long" * 60),
    "new book": lambda page: page.goto("/books/new"),
    "new book with errors": filled_with_errors,
    "book with a notice": add_book,
    "edit": of_book('a[href$="/edit"]'),
    "book with a cover": add_cover,
    "list with a cover": list_with_cover,
    "edit with a cover": edit_with_cover,
    "cover kept on an error page": lambda page: add_cover(page, title=""),
    "cover that is none": lambda page: add_cover(page, NO_IMAGES["svg"]),
    "delete": of_book('a[href$="/delete"]'),
    "profile": lambda page: page.goto("/profile"),
    "profile of one registered": registered,
    "not found": lambda page: page.goto("/nothing"),
    "bad query": lambda page: page.goto("/books?page=x"),
}
