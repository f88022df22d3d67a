import os
import re
import subprocess

import pytest

pytest.register_assert_rewrite("support")

from support import disks  # noqa: E402
from support.process import Service  # noqa: E402
from support.servers import Servers  # noqa: E402
from support.table import BUGS, ROWS  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
OTHERWISE = pytest.StashKey[list[str]]()


@pytest.fixture
def start(tmp_path):
    """Starts services on the test's folder; those that run at its end must stop with exit 0."""
    services = []

    def start(*flags, data=None):
        services.append(Service(tmp_path, *flags, data=data))
        return services[-1]

    yield start
    running = [service for service in services if service.process.poll() is None]
    try:
        assert [service.stop() for service in running] == [0] * len(running)
    finally:
        for service in running:
            service.kill()


@pytest.fixture
def service(start):
    return start()


@pytest.fixture
def launch(tmp_path):
    """Starts services that may warn before they listen; those that run at the test's end are killed."""
    services = []

    def launch(*flags, data=None):
        services.append(Service(tmp_path, *flags, data=data, may_warn=True))
        return services[-1]

    yield launch
    for service in services:
        service.kill()


@pytest.fixture(scope="session")
def servers(tmp_path_factory):
    """The servers of the table's rows, shared by all tests."""
    servers = Servers(tmp_path_factory)
    yield servers
    servers.stop()


@pytest.fixture
def start_server(tmp_path_factory):
    """Starts servers for one test; those that run at its end must stop with exit 0."""
    servers = Servers(tmp_path_factory)
    started = {}

    def start(name, *flags):
        server = servers.start(name, *flags)
        started[len(started)] = server
        return server

    yield start
    servers.running = {key: one for key, one in started.items() if one.process.poll() is None}
    servers.stop()


@pytest.fixture(scope="session")
def mounts():
    """Gives this process mounts that no other process sees and that end with it."""
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    disks.leave_the_shared_mounts()


@pytest.fixture
def mounted(mounts, tmp_path):
    """Mounts disks until the end of the test."""
    made = []

    def mounted(kind, size, name="disk", inside=tmp_path):
        made.append(disks.Disk(kind, size, inside / name))
        return made[-1]

    yield mounted
    for disk in reversed(made):
        disk.unmount()


@pytest.fixture(scope="session")
def strace():
    if disks.missing("strace"):
        pytest.skip("strace isn't installed")
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode:
        pytest.skip("this machine doesn't let strace trace")


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, service):
    """Opens pages, each in a context of its own; their consoles must stay empty."""
    contexts, complaints = [], []

    def on_console(message):
        # Chromium reports the status 422 of a page here too; on_response checks all other requests.
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


def pytest_collection_modifyitems(config, items):
    """Remembers the rows whose answer differs from the table's for a reason."""
    rows = (item.callspec.params.get("row") for item in items if hasattr(item, "callspec"))
    config.stash[OTHERWISE] = [row.id for row in rows if getattr(row, "otherwise", "")]


def pytest_terminal_summary(terminalreporter, config):
    """Counts the rows of the table; a row passes when all of its cases do."""
    outcomes = {}
    for outcome in ["passed", "failed", "error", "xfailed", "xpassed"]:
        for report in terminalreporter.stats.get(outcome, []):
            found = re.search(r"/http/.*\[(B?\d+)\b", report.nodeid)
            if found:
                outcomes.setdefault(found.group(1), set()).add(outcome)
    if not outcomes.keys() & {*ROWS, *BUGS}:
        return
    passed = {row for row, results in outcomes.items() if results == {"passed"}}
    rows, bugs = len(passed & set(ROWS)), len(passed & set(BUGS))
    otherwise = config.stash[OTHERWISE]
    left = [row for row in ROWS + BUGS if row in outcomes and row not in passed]
    terminalreporter.write_line(
        f"http.md: {rows} of {len(ROWS)} rows, {bugs} of {len(BUGS)} bugs"
        + (f"; not yet: {', '.join(left)}" if left else "")
        + (f"; answered otherwise, with a reason: {', '.join(otherwise)}" if otherwise else "")
    )
