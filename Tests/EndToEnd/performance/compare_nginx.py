#!/usr/bin/env python3
"""Loads the service and nginx in turn and prints their requests a second as ratios.

    Tests/EndToEnd/performance/compare_nginx.py BINARY [ROUNDS]

nginx serves a file with the bytes that the service renders anew for each request. Both listen on
loopback with as many workers as there are processors; each round loads first one, then the other.
"""

import http.client
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.process import Service, free_port  # noqa: E402

SECONDS = 3
CONNECTIONS = 64
PATH = "/books/new"


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read()


def start_nginx(folder, page):
    port = free_port()
    root = pathlib.Path(folder) / "root" / "books"
    root.mkdir(parents=True)
    (root / "new").write_bytes(page)
    os.chmod(folder, 0o755)
    config = pathlib.Path(folder) / "nginx.conf"
    config.write_text(
        f"""
        daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
        worker_processes {os.cpu_count()};
        events {{ worker_connections 1024; }}
        http {{
            access_log {folder}/access.log; keepalive_requests 1000000; default_type text/html;
            open_file_cache max=10; sendfile on; tcp_nopush on;
            client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
            fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
            server {{ listen 127.0.0.1:{port}; root {folder}/root; }}
        }}
        """
    )
    process = subprocess.Popen(["nginx", "-c", str(config)])
    for _ in range(200):
        try:
            assert get(port, PATH) == (200, page)
            return process, port
        except ConnectionRefusedError:
            time.sleep(0.02)
    raise SystemExit("nginx did not start")


def load(port):
    output = subprocess.run(
        ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{SECONDS}s", f"http://127.0.0.1:{port}{PATH}"],
        capture_output=True, text=True, check=True,
    ).stdout
    return next(float(line.split()[1]) for line in output.splitlines() if "Requests/sec" in line)


def main():
    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        service = Service(pathlib.Path(folder), "--log", "json", binary=binary)
        status, page = get(service.port, PATH)
        started = time.monotonic() - began
        assert status == 200
        idle = service.memory("VmRSS")
        nginx, nginx_port = start_nginx(folder, page)
        try:
            pairs = [(load(service.port), load(nginx_port)) for _ in range(rounds)]
            print(f"page                  {len(page)} bytes, rendered for each request")
            print(f"start to first answer {started * 1000:.0f} ms")
            print(f"resident memory       {idle >> 10} KiB idle, {service.memory('VmRSS') >> 10} KiB after the load")
            for ours, theirs in pairs:
                print(f"requests a second     {ours:.0f}, nginx {theirs:.0f}: {ours / theirs:.2f}")
            median = statistics.median(ours / theirs for ours, theirs in pairs)
            print(f"median ratio          {median:.2f}")
        finally:
            service.stop()
            nginx.terminate()
            nginx.wait(15)


main()
