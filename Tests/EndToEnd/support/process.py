"""The service as a process: started, asked over HTTP, stopped."""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.parse
from dataclasses import dataclass

from support.waiting import is_reached

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = pathlib.Path(os.environ.get("FORMWORK_BINARY", ROOT / ".build/release/formwork")).resolve()
PUBLIC = ROOT / "Public"
ENVIRONMENT = {"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"}
LISTENING = re.compile(r"(?:formwork )?listening on (http://\S+)")
FORM = "application/x-www-form-urlencoded"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def media_type(self):
        return self.headers.get_content_type()


class Listener:
    """A process that writes where it listens; its first line does, unless it may warn before."""

    def __init__(self, command, output, may_warn=False):
        self.output = output
        with output.open("wb") as file:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=ENVIRONMENT
            )
        try:
            self.url = self._url(may_warn)
        except BaseException:
            self.process.kill()
            raise
        self.port = urllib.parse.urlsplit(self.url).port

    def _url(self, may_warn, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            exited = self.process.poll() is not None
            written = self.output.read_text()
            assert not exited, f"exit {self.process.returncode}: {written}"
            lines = written.split("\n")[:-1]
            for line in lines if may_warn else lines[:1]:
                if found := LISTENING.fullmatch(line):
                    return found[1]
                assert may_warn, f"it doesn't say where it listens: {line}"
            time.sleep(0.002)
        raise AssertionError(f"nothing listens after {seconds} s: {self.output.read_text()!r}")

    @property
    def first_line(self):
        return self.output.read_text().partition("\n")[0]

    def is_resting(self, seconds=0.3):
        """Whether the process uses hardly any processor time for a while, as one that waits does."""
        before = self._processor_time()
        time.sleep(seconds)
        return self._processor_time() - before <= seconds / 6

    def _processor_time(self):
        stat = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def is_refusing(self):
        """Waits until the process takes no connections any more, as one that stops does."""

        def refuses():
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            except (ConnectionRefusedError, ConnectionResetError):
                return True

        return is_reached(refuses)

    def memory(self, field):
        """The bytes that a field of /proc/PID/status counts, such as VmRSS, or VmHWM for the peak."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{field}:\s+(\d+) kB$", status, re.MULTILINE)[1]) * 1024

    def stop(self, number=signal.SIGTERM, seconds=20):
        """Sends a signal; returns the exit status."""
        self.process.send_signal(number)
        return self.process.wait(timeout=seconds)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Service(Listener):
    """The service on a data folder; `before` is a command that starts it."""

    def __init__(self, folder, *flags, data=None, before=(), may_warn=False, binary=None):
        self.data = data or folder / "Data"
        command = [*before, binary or BINARY, "--port", "0", "--data", self.data, "--public", PUBLIC, *flags]
        super().__init__(command, folder / f"output-{time.monotonic_ns()}.txt", may_warn)

    def ask(self, method, path, body=None, **headers):
        """One request on a connection of its own; a dict is sent as a form, header names take _ for -."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if isinstance(body, dict):
            body = urllib.parse.urlencode(body)
            fields.setdefault("Content-Type", FORM)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def seconds_to_get(self, path):
        """Gets a page on a connection of its own; returns how long that took."""
        began = time.perf_counter()
        answer = self.get(path)
        assert answer.status == 200 and answer.body
        return time.perf_counter() - began

    def post(self, path, body, **headers):
        return self.ask("POST", path, body, **headers)

    def post_json(self, path, value, **headers):
        headers.setdefault("Accept", "application/json")
        return self.post(path, json.dumps(value), Content_Type="application/json", **headers)

    def books(self):
        return self.get("/books", Accept="application/json").json["items"]


def free_port():
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(*arguments, folder=None):
    """The binary, run to its end."""
    return subprocess.run(
        [BINARY, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
    )
