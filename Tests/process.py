"""The service as a process: started, asked over HTTP, stopped."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.parse
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = pathlib.Path(os.environ.get("FORMWORK_BINARY", ROOT / ".build/release/formwork")).resolve()
PUBLIC = ROOT / "Public"
ENVIRONMENT = {"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"}
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
    """A process that says in its first line where it listens."""

    def __init__(self, command, output):
        self.output = output
        with output.open("wb") as file:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=ENVIRONMENT
            )
        try:
            self.first_line = self._first_line()
            self.url = re.search(r"http://\S+", self.first_line).group()
        except BaseException:
            self.process.kill()
            raise
        self.port = urllib.parse.urlsplit(self.url).port

    def _first_line(self, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            exited = self.process.poll() is not None
            written = self.output.read_text()
            if "\n" in written and not exited:
                return written.partition("\n")[0]
            assert not exited, f"exit {self.process.returncode}: {written}"
            time.sleep(0.01)
        raise AssertionError(f"nothing listens after {seconds} s: {self.output.read_text()!r}")

    def stop(self, number=signal.SIGTERM):
        """The exit status after a polite signal."""
        self.process.send_signal(number)
        return self.process.wait(timeout=20)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Service(Listener):
    """The service on a data folder."""

    def __init__(self, folder, *flags, data=None):
        self.data = data or folder / "Data"
        command = [BINARY, "--port", "0", "--data", self.data, "--public", PUBLIC, *flags]
        super().__init__(command, folder / f"output-{time.monotonic_ns()}.txt")

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

    def post(self, path, body, **headers):
        return self.ask("POST", path, body, **headers)

    def post_json(self, path, value, **headers):
        headers.setdefault("Accept", "application/json")
        return self.post(path, json.dumps(value), Content_Type="application/json", **headers)

    def books(self):
        return self.get("/books", Accept="application/json").json["items"]


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
