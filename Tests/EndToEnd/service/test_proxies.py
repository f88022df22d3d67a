"""The rows of the table behind nginx and haproxy: the service sees exactly the requests that they forward."""

import json
import shutil
import socket
import subprocess
import textwrap
import time
from collections import Counter

import pytest
import test_body_framing
import test_connection
import test_header_section
import test_request_line
from support.process import free_port
from support.table import get, wire
from support.waiting import is_reached

ROWS = [
    (row.id, b"".join(wire(text) for text in (row.sent if isinstance(row.sent, tuple) else [row.sent])))
    for module in (test_request_line, test_header_section, test_body_framing, test_connection)
    for row in module.ROWS
]
CLIENT = "127.0.0.7"
ESTABLISHED, TIME_WAIT = "01", "06"


class Nginx:
    command = "nginx"
    # The log has a line for each request; a request without an upstream was not forwarded.
    config = """
        daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
        events {{ worker_connections 256; }}
        http {{
            log_format forwarded "$upstream_addr $upstream_status";
            access_log {folder}/forwarded.log forwarded;
            client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
            fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
            client_max_body_size 16m; large_client_header_buffers 4 64k;
            upstream service {{ server 127.0.0.1:{service}; keepalive 16; keepalive_requests 100000; }}
            server {{
                listen 127.0.0.1:{port};
                location / {{
                    proxy_pass http://service; proxy_http_version 1.1;
                    proxy_set_header Connection ""; proxy_set_header Host $http_host;
                    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                    proxy_next_upstream off; proxy_ignore_client_abort on;
                }}
            }}
        }}
    """

    @staticmethod
    def arguments(config):
        return ["-c", config]

    @staticmethod
    def log(folder):
        return folder / "forwarded.log"


class Haproxy:
    command = "haproxy"
    # The same log; a request whose body is cut off isn't forwarded.
    config = """
        global
            log stdout format raw local0
        defaults
            mode http
            log global
            log-format "%s %ST"
            retries 0
            timeout connect 5s
            timeout client 10s
            timeout server 10s
            option http-buffer-request
            option forwardfor
            http-reuse always
        frontend front
            bind 127.0.0.1:{port}
            default_backend back
        backend back
            server service 127.0.0.1:{service}
    """

    @staticmethod
    def arguments(config):
        return ["-db", "-f", config]

    @staticmethod
    def log(folder):
        return folder / "output.txt"


class Proxy:
    """A proxy in front of a service."""

    def __init__(self, kind, folder, service):
        folder.mkdir()
        self.port = free_port()
        self.log = kind.log(folder)
        self.names = ("service", f"127.0.0.1:{service.port}")
        config = folder / "config"
        text = textwrap.dedent(kind.config)
        config.write_text(text.format(folder=folder, port=self.port, service=service.port))
        with (folder / "output.txt").open("wb") as output:
            self.process = subprocess.Popen(
                [shutil.which(kind.command), *kind.arguments(config)],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder,
            )  # fmt: skip
        deadline = time.monotonic() + 20
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                assert self.process.poll() is None, (folder / "output.txt").read_text()
                assert time.monotonic() < deadline, "the proxy does not start"
                time.sleep(0.02)

    def forwarded(self):
        """The statuses of the requests that the proxy has forwarded; "-1" where it didn't wait for the answer."""
        lines = (line.split() for line in self.log.read_text().splitlines())
        return [status if status.isdigit() else "-1"
                for to, status in (line for line in lines if len(line) == 2)
                if to in self.names]  # fmt: skip

    def send(self, data):
        """Sends bytes; returns all that the proxy sends until it closes the connection."""
        with socket.socket() as client:
            client.settimeout(20)
            client.bind((CLIENT, 0))
            client.connect(("127.0.0.1", self.port))
            answer = b""
            try:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
                while piece := client.recv(65536):
                    answer += piece
            except TimeoutError:
                raise
            except OSError:
                pass  # It had its reasons to close.
            return answer


@pytest.fixture(params=[Nginx, Haproxy], ids=lambda kind: kind.command)
def proxied(request, start, tmp_path):
    """A service and a proxy in front of it."""
    if not shutil.which(request.param.command):
        pytest.skip(f"{request.param.command} is not installed")
    service = start("--trusted-proxy", "127.0.0.1", "--origin", "http://a")
    proxy = Proxy(request.param, tmp_path / "proxy", service)
    yield service, proxy
    proxy.process.terminate()
    proxy.process.wait(20)


def seen(service):
    """The whole lines of the service's log, one a request."""
    *lines, _ = service.output.read_text().split("\n")
    return [json.loads(line) for line in lines[1:]]


def connections_to(port):
    """The number of connections to a port, those that ended lately included."""
    with open("/proc/net/tcp") as file:
        rows = [line.split() for line in file][1:]
    return sum(row[2].endswith(f":{port:04X}") and row[3] in (ESTABLISHED, TIME_WAIT) for row in rows)


def test_a_proxy_keeps_its_connections_to_us(proxied):
    service, proxy = proxied
    for number in range(50):
        assert proxy.send(wire(get("Connection: close", target="/healthz"))).startswith(b"HTTP/1.1 200 ")
    assert connections_to(service.port) <= 3
    assert {record["peer"] for record in seen(service)} == {CLIENT}


def agree(service, proxy):
    """Whether the logs of both name the same answers.

    Where the client has left, the proxy may log no answer, and the service may log no request.
    """
    seen_answers = Counter(str(record["status"]) for record in seen(service))
    forwarded = Counter(proxy.forwarded())
    left = forwarded.pop("-1", 0)
    more = seen_answers.total() - forwarded.total()
    return forwarded <= seen_answers and 0 <= more <= left, (dict(seen_answers), dict(forwarded), left)


@pytest.mark.timeout(300)
def test_we_see_the_requests_that_a_proxy_forwards_and_no_others(proxied):
    service, proxy = proxied
    for name, data in ROWS:
        proxy.send(data)
        # Both may write their logs late.
        is_reached(lambda: agree(service, proxy)[0], seconds=5)
        fine, told = agree(service, proxy)
        assert fine, f"{name}: we answered %s, forwarded were %s, left were %s" % told
    assert proxy.send(wire(get("Connection: close", target="/last"))).startswith(b"HTTP/1.1 404 ")
    assert is_reached(lambda: seen(service)[-1]["path"] == "/last")
    assert proxy.forwarded().count("-1") < 10
    assert len(seen(service)) > 100
