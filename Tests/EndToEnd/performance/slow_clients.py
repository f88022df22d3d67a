#!/usr/bin/env python3
"""Lets slowhttptest attack the service in four ways at once and sees it answer others meanwhile.

    Tests/EndToEnd/performance/slow_clients.py BINARY [SECONDS] [CONNECTIONS]

Slow heads (-H), slow bodies (-B), slow readers (-X) and hostile ranges (-R), each with so many
connections (500 unless told otherwise) for so many seconds (10). It fails when one of the four finds the
service not available, or another client's answer took longer than a second.
"""

import csv
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.process import Service  # noqa: E402

MOST_SECONDS = 1.0
ATTACKS = {
    "slow heads": ("/", "-H -i 1 -x 24"),
    "slow bodies": ("/books", "-B -i 1 -s 8192 -x 10 -t POST"),
    "slow readers": ("/books/new", "-X -w 16 -y 32 -n 1 -z 4 -k 3"),
    "hostile ranges": ("/formwork.css", "-R -a 10 -b 3000"),
}


def attack(name, port, folder, seconds, connections):
    path, options = ATTACKS[name]
    command = ["slowhttptest", *options.split(), "-u", f"http://127.0.0.1:{port}{path}"]
    command += ["-c", str(connections), "-r", str(connections // 2), "-l", str(seconds), "-p", "2"]
    return subprocess.Popen(
        command + ["-g", "-o", f"{folder}/{name}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )


def report(name, file):
    """Prints the result of an attack."""
    rows = list(csv.DictReader(file.open()))
    most = max(int(row["Connected"]) for row in rows)
    unavailable = [row["Seconds"] for row in rows if int(row["Service Available"]) == 0]
    print(f"{name:16}{most} open at most, {rows[-1]['Closed']} closed in the end")
    assert not unavailable, f"{name}: the service was not available in the seconds {unavailable}"


def measure(service, folder, seconds, connections):
    port = service.port
    before = service.memory("VmHWM")
    attackers = {name: attack(name, port, folder, seconds, connections) for name in ATTACKS}
    others = []
    try:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            others.append(service.seconds_to_get("/books/new"))
            time.sleep(0.02)
        for name, attacker in attackers.items():
            assert attacker.wait(seconds + 30) == 0, name
            report(name, pathlib.Path(folder, f"{name}.csv"))
    finally:
        for attacker in attackers.values():
            attacker.kill()
    print(f"others          {len(others)} answers, median {statistics.median(others) * 1000:.2f} ms, "
          f"longest {max(others) * 1000:.2f} ms")
    print(f"memory          {before / 2**20:.1f} MiB before, at most {service.memory('VmHWM') / 2**20:.1f} MiB")
    assert max(others) < MOST_SECONDS
    assert service.process.poll() is None


def main():
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    connections = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        service = Service(pathlib.Path(folder), "--log", "json", binary=sys.argv[1])
        try:
            measure(service, folder, seconds, connections)
            assert service.stop() == 0
        finally:
            service.kill()


main()
