#!/usr/bin/env python3
"""Counts the records a second that 64 clients save, beside what the disk can sync in the same folder.

    Tests/EndToEnd/performance/commit_rate.py BINARY [SECONDS] [FOLDER]

wrk's clients keep their connections and post a book each, one after the other, for so many seconds (4
unless told otherwise). Before and after, one loop writes 512 bytes and calls fdatasync, for a quarter
of that time each. It fails when a post was refused or the store holds less than was acknowledged.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.process import Service  # noqa: E402

CLIENTS = 64
TITLE = b"A book of the load"
SCRIPT = """
local body = "title=A+book+of+the+load&author=A.+Writer&pages=12"
wrk.method, wrk.body = "POST", body
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Accept"] = "application/json"
"""


def syncs_a_second(folder, seconds):
    block = os.urandom(512)
    count = 0
    path = folder / "syncs"
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        os.write(file, block)
        os.fdatasync(file)
        count += 1
    took = time.perf_counter() - began
    os.close(file)
    path.unlink()
    return count / took


def load(port, folder, seconds):
    """How many posts were answered with 201, in how many seconds, and wrk's report."""
    script = folder / "post.lua"
    script.write_text(SCRIPT)
    report = subprocess.run(
        ["wrk", "-t", "1", "-c", str(CLIENTS), "-d", f"{seconds}s", "--latency", "-s", script,
         f"http://127.0.0.1:{port}/books"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=seconds + 30,
    ).stdout
    assert "Non-2xx" not in report and "Socket errors" not in report, report
    count, took = re.search(r"(\d+) requests in ([\d.]+)s", report).groups()
    return int(count), float(took), report


def saved_books(folder):
    """How many of the posted books stand in the store's files."""
    return sum(
        line.count(TITLE) for file in (folder / "Data").glob("*.jsonl") for line in file.open("rb"))


def main():
    if len(sys.argv) not in (2, 3, 4):
        print(__doc__, file=sys.stderr)
        return 64
    binary = os.path.abspath(sys.argv[1])
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    parent = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(prefix="formwork-rate-", dir=parent) as name:
        folder = pathlib.Path(name)
        before = syncs_a_second(folder, seconds / 4)
        service = Service(folder, "--log", "json", binary=binary)
        try:
            count, took, report = load(service.port, folder, seconds)
            assert service.stop() == 0
        finally:
            service.kill()
        saved = saved_books(folder)
        after = syncs_a_second(folder, seconds / 4)
    assert saved >= count > 0, f"{count} acknowledged, {saved} in the store"
    disk = (before + after) / 2
    delays = ", ".join(re.findall(r"(?:50|99)% +\S+", report))
    print(f"disk      {disk:.0f} syncs a second ({before:.0f} before, {after:.0f} after)")
    print(f"records   {count / took:.0f} a second by {CLIENTS} clients, latency {delays}")
    print(f"ratio     {count / took / disk:.2f} records a sync")
    return 0


if __name__ == "__main__":
    sys.exit(main())
