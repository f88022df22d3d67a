"""Short writes and failing calls from within the process, where strace may not trace."""

import pathlib
import subprocess

import pytest

from support import disks
from support.books import REFUSED, Books
from support.process import Service

SOURCE = pathlib.Path(__file__).with_name("shim.c")


class Shimmed(Service):
    """A service with the shim loaded."""

    def __init__(self, folder, data, shim, **rules):
        words = [f"SHIM_{name.upper()}={value}" for name, value in rules.items()]
        before = ["env", f"LD_PRELOAD={shim}", f"SHIM_PATH={data}/", *words]
        super().__init__(folder, data=data, before=before, may_warn=True)


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    if disks.missing("cc"):
        pytest.skip("there is no C compiler")
    shim = tmp_path_factory.mktemp("shim") / "shim.so"
    command = ["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", shim, SOURCE, "-ldl"]
    compiled = subprocess.run(command, capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stderr
    return shim


@pytest.fixture
def shimmed(shim, tmp_path):
    services = []

    def shimmed(**rules):
        services.append(Shimmed(tmp_path, tmp_path / "Data", shim, **rules))
        maps = pathlib.Path(f"/proc/{services[-1].process.pid}/maps").read_text()
        if str(shim) not in maps:
            pytest.skip("the binary is static, nothing can be loaded before it")
        return services[-1]

    yield shimmed
    for service in services:
        service.kill()


@pytest.mark.parametrize("most", [1, 7, 100])
def test_writes_that_always_come_short_are_continued(shimmed, launch, most):
    books = Books()
    service = shimmed(short=most)
    books.post_many(service, 5)
    books.check(service)
    assert service.stop() == 0
    service = launch(data=service.data)
    books.check(service)
    books.post_many(service, 1)


@pytest.mark.parametrize("call", ["write", "sync"])
def test_whichever_call_fails_nothing_acknowledged_is_lost(shimmed, launch, tmp_path, call):
    books = Books()
    outcomes = set()
    for number in range(1, 16):
        try:
            service = shimmed(**{f"fail_{call}": number})
        except AssertionError as error:
            assert any(f"exit {code}:" in str(error) for code in (73, 74, 77)), error
            outcomes.add("refused to start")
        else:
            answers = [books.post(service)[0] for _ in range(4)]
            if REFUSED in answers:
                failed = answers.index(REFUSED)
                assert answers[failed:] == [REFUSED] * (4 - failed)
                outcomes.add("saved no more")
            books.check(service)
            service.stop()
        service = launch(data=tmp_path / "Data")
        books.check(service)
        service.kill()
    assert "saved no more" in outcomes, outcomes
