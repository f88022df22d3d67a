#!/usr/bin/env python3
"""Kills the real service while four clients post, and looks for what it had acknowledged.

    python3 Tests/Crash/kill_loop.py BINARY [ROUNDS]

Each round starts BINARY on the folder of the round before, lets four threads post books, ends the
process with SIGKILL at a random moment, starts it again, asks for every book of the round by its id,
and looks for every book that was ever acknowledged in the list: each must be there, with its title,
exactly once. At the end all are asked for by their ids. It proves that a crash of the process loses
nothing, not that a power cut doesn't. The last line says how many checks passed and failed.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

WRITERS = 4
FIRST_LINE = "formwork listening on http://"
PATIENCE = 30


class Service:
    """One run of the binary on a folder."""

    def __init__(self, binary, folder, log):
        self.process = subprocess.Popen(
            [binary, "--port", "0", "--data", folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        line = self.process.stdout.readline()
        if not line.startswith(FIRST_LINE):
            self.process.wait(PATIENCE)
            raise RuntimeError(
                f"no first line but {line!r}, exit code {self.process.returncode}")
        host, _, port = line[len(FIRST_LINE):].strip().rstrip("/").rpartition(":")
        self.host, self.port = host.strip("[]"), int(port)
        # Nobody reads the request log, and a full pipe would stop the service.
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self):
        for _ in self.process.stdout:
            pass

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


class Checks:
    """Counts what held and says what didn't."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def expect(self, condition, message):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {message}", flush=True)

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 0 if self.failed == 0 and self.passed > 0 else 1


def post(connection, title):
    """Posts a book; gives its id, or None where the service took it but didn't create it."""
    body = urllib.parse.urlencode({"title": title, "author": "A. Writer", "pages": "12"})
    connection.request(
        "POST", "/books", body,
        {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"})
    response = connection.getresponse()
    text = response.read()
    return json.loads(text)["id"] if response.status == 201 else None


def get(connection, path):
    """Gets a path as JSON: the status and the value, or None."""
    connection.request("GET", path, headers={"Accept": "application/json"})
    response = connection.getresponse()
    text = response.read()
    return response.status, json.loads(text) if response.status == 200 else None


def write_until_killed(service, name, acknowledged, refused):
    """Posts one book after the other until the connection breaks."""
    number = 0
    try:
        connection = service.connect()
        while True:
            number += 1
            title = f"{name} book {number}"
            book = post(connection, title)
            if book is None:
                refused.append(title)
            else:
                acknowledged.append((book, title))
    except (OSError, http.client.HTTPException, ValueError):
        return


def round_of_posts(service, number, checks, acknowledged):
    """Lets the writers post for a random time, then kills the service under them."""
    batches = [[] for _ in range(WRITERS)]
    refused = []
    threads = [
        threading.Thread(
            target=write_until_killed,
            args=(service, f"round {number} writer {writer}", batches[writer], refused))
        for writer in range(WRITERS)
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE
    while not any(batches) and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(random.uniform(0, 0.25))
    service.kill()
    for thread in threads:
        thread.join(PATIENCE)
    new = [pair for batch in batches for pair in batch]
    checks.expect(new, f"round {number}: nothing was acknowledged before the kill")
    checks.expect(not refused, f"round {number}: {len(refused)} posts were refused")
    for book, title in new:
        checks.expect(
            book not in acknowledged, f"round {number}: the id {book} was given twice")
        acknowledged[book] = title
    return [book for book, _ in new]


def all_books(connection):
    """Reads the whole list page by page: the title of each row by its id, and ids seen twice."""
    titles, doubled = {}, []
    path = "/books?per=100"
    while path:
        status, page = get(connection, path)
        if status != 200:
            raise RuntimeError(f"GET {path} answered {status}")
        for item in page["items"]:
            if item["id"] in titles:
                doubled.append(item["id"])
            titles[item["id"]] = item["title"]
        path = page["next"]
    return titles, doubled


def check_all(service, when, checks, acknowledged, asked):
    """Asks for the books in `asked` by their id, and looks for all of them in the list."""
    connection = service.connect()
    for book in asked:
        title = acknowledged[book]
        status, record = get(connection, f"/books/{book}")
        checks.expect(
            status == 200 and record["title"] == title,
            f"{when}: {book} ({title}) is lost: {status} {record}")
    titles, doubled = all_books(connection)
    checks.expect(not doubled, f"{when}: listed twice: {doubled[:5]}")
    missing = [book for book in acknowledged if titles.get(book) != acknowledged[book]]
    checks.expect(not missing, f"{when}: not in the list: {missing[:5]}")
    values = list(titles.values())
    checks.expect(
        len(values) == len(set(values)), f"{when}: a title was saved under two ids")
    connection.close()


def check_second_process(binary, folder, log, checks):
    """A second process on the folder of a running one must go away with 75 and say whose it is."""
    second = subprocess.run(
        [binary, "--port", "0", "--data", folder],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False)
    log.write(second.stderr)
    checks.expect(second.returncode == 75, f"a second process ended with {second.returncode}")
    checks.expect("pid" in second.stderr, f"it doesn't name the owner: {second.stderr!r}")


def check_lines(folder, checks):
    """Every line of every journal must be a JSON object that ends with its checksum."""
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".jsonl"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            lines = file.read().splitlines()
        for number, line in enumerate(lines, 1):
            try:
                last = list(json.loads(line))[-1]
            except ValueError as error:
                last = str(error)
            checks.expect(last == "crc", f"{name}:{number} ends with {last}")


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 64
    binary = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 20
    seed = int(os.environ.get("CRASH_SEED", "0")) or random.randrange(1, 1 << 32)
    random.seed(seed)
    print(f"seed {seed} (set CRASH_SEED to repeat the times)", flush=True)
    checks = Checks()
    acknowledged = {}
    service = None
    with tempfile.TemporaryDirectory(prefix="formwork-crash-") as parent, \
            open(os.path.join(parent, "stderr"), "w+", encoding="utf-8") as log:
        folder = os.path.join(parent, "Data")
        try:
            for number in range(1, rounds + 1):
                service = Service(binary, folder, log)
                if number == 1:
                    check_second_process(binary, folder, log, checks)
                new = round_of_posts(service, number, checks, acknowledged)
                service = Service(binary, folder, log)
                check_all(service, f"after kill {number}", checks, acknowledged, new)
                service.kill()
                print(
                    f"round {number}: {len(new)} acknowledged, {len(acknowledged)} in all",
                    flush=True)
            service = Service(binary, folder, log)
            code = service.terminate()
            checks.expect(code == 0, f"SIGTERM ended with {code}")
            service = Service(binary, folder, log)
            check_all(service, "after SIGTERM", checks, acknowledged, acknowledged)
            code = service.terminate()
            checks.expect(code == 0, f"the second SIGTERM ended with {code}")
            check_lines(folder, checks)
        except (RuntimeError, OSError, http.client.HTTPException, subprocess.TimeoutExpired) as error:
            checks.expect(False, f"{type(error).__name__}: {error}")
        finally:
            if service and service.process.poll() is None:
                service.kill()
            log.seek(0)
            said = log.read()
            if checks.failed and said:
                print("what the service said on standard error:", said, sep="\n")
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
