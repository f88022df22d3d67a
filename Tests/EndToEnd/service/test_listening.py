"""Where the service listens, and which headers of a proxy it trusts."""

import http.client
import json
import os
import socket
import subprocess
import sys
import urllib.parse
import urllib.request

import pytest

from support import process
from support.process import ENVIRONMENT

# Opens a socket as systemd does, and becomes the service.
ACTIVATION = """#!{python}
import os, socket, sys
handed = socket.socket({family}, socket.{kind})
handed.bind(({host!r}, 0))
{then}
number = handed.detach()
if number != 3:
    os.dup2(number, 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="{count}", LISTEN_PID={pid})
os.execv({binary!r}, [{binary!r}, *sys.argv[1:]])
"""


@pytest.fixture
def activated(tmp_path, monkeypatch):
    """Makes `start` hand the service a socket, as systemd does."""

    def activated(host="127.0.0.2", kind="SOCK_STREAM", then="handed.listen()", count=1, pid=None):
        script = tmp_path / "activate"
        script.write_text(
            ACTIVATION.format(
                python=sys.executable,
                family="socket.AF_INET6" if ":" in host else "socket.AF_INET",
                kind=kind,
                host=host,
                then=then,
                count=count,
                pid=pid or "str(os.getpid())",
                binary=str(process.BINARY),
            )
        )
        script.chmod(0o755)
        monkeypatch.setattr(process, "BINARY", script)
        return script

    return activated


def fetch(url, **headers):
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        return response.status, response.read()


class TestSocketActivation:
    @pytest.mark.parametrize("host", ["127.0.0.2", "::1"], ids=["IPv4", "IPv6"])
    def test_a_socket_that_is_handed_over_is_used_instead_of_host_and_port(self, activated, start, host):
        activated(host)
        service = start("--host", "192.0.2.1", "--port", "1")
        assert urllib.parse.urlsplit(service.url).hostname == host
        assert fetch(service.url + "/healthz") == (200, b"ok\n")

    def test_its_address_is_a_name_of_the_service(self, activated, start):
        activated()
        service = start("--origin", "https://books.example")
        assert fetch(service.url + "/books")[0] == 200
        with pytest.raises(urllib.error.HTTPError, match="421"):
            fetch(service.url + "/books", Host="elsewhere.example")

    def test_a_connection_from_before_the_start_is_served(self, activated, start):
        activated(
            then="handed.listen(); early = socket.create_connection(handed.getsockname()); "
            "early.sendall(b'GET /early HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'); os.set_inheritable(early.detach(), True)"
        )
        service = start()
        fetch(service.url + "/healthz")
        assert service.stop() == 0
        assert '"/early"' in service.output.read_text()

    def test_one_for_another_process_is_left_alone(self, activated, start):
        activated(pid="'1'")
        assert urllib.parse.urlsplit(start().url).hostname == "127.0.0.1"

    @pytest.mark.parametrize(
        ("options", "words"),
        [({"count": 2}, "one socket is wanted, not 2"), ({"then": ""}, "descriptor 3 doesn't listen"),
         ({"kind": "SOCK_DGRAM", "then": ""}, "descriptor 3 doesn't listen")],
    )
    def test_what_cannot_be_listened_on_is_69(self, activated, tmp_path, options, words):
        command = [activated(**options), "--data", tmp_path / "Data"]
        ended = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=30)
        assert ended.returncode == 69
        assert words in ended.stderr
        assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6_is_listened_on(start, host):
    service = start("--host", host)
    assert service.first_line.startswith("formwork listening on http://[::1]:")
    assert fetch(service.url + "/healthz") == (200, b"ok\n")
    health = [process.BINARY, "health", "--host", host, "--port", str(service.port)]
    assert subprocess.run(health, env=ENVIRONMENT, timeout=30).returncode == 0


class TestForwarded:
    HEADERS = {
        "X_Forwarded_For": "203.0.113.9, 192.0.2.7",
        "X_Forwarded_Proto": "https",
        "X_Forwarded_Host": "books.example",
        "Origin": "https://books.example",
    }
    EMMA = {"title": "Emma", "author": "Jane Austen"}

    def peers(self, service):
        service.stop()
        return [json.loads(line)["peer"] for line in service.output.read_text().splitlines()[1:]]

    def test_a_trusted_proxy_is_believed(self, start):
        service = start("--trusted-proxy", "10.0.0.0/8,127.0.0.0/8")
        answer = service.post("/books", self.EMMA, **self.HEADERS)
        assert answer.status == 303
        assert "; Secure" in answer.headers["Set-Cookie"]
        assert self.peers(service) == ["192.0.2.7"]

    def test_nobody_else_is(self, start):
        service = start("--trusted-proxy", "10.0.0.0/8")
        assert service.post("/books", self.EMMA, **self.HEADERS).status == 403
        assert service.post("/books", self.EMMA, X_Forwarded_Proto="https").headers["Set-Cookie"].find("Secure") < 0
        assert self.peers(service) == ["127.0.0.1"] * 2
