import os

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, service):
    """Opens pages, each in a context of its own; nothing may complain in their consoles."""
    contexts, complaints = [], []

    def on_console(message):
        # Chromium reports a page's own status 422 here too; on_response looks at all the others.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def on_response(response):
        if response.status >= 400 and response.request.resource_type != "document":
            complaints.append(f"{response.status} {response.url}")

    def visit(**options):
        context = chromium.new_context(base_url=service.url, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", on_console)
        page.on("response", on_response)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(request, visit):
    return visit(java_script_enabled=request.param)


@pytest.fixture
def scripted(visit):
    return visit()


@pytest.fixture
def scriptless(visit):
    return visit(java_script_enabled=False)
