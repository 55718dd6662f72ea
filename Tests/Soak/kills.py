#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kills.py [--kills COUNT] [--seed SEED] [--programs FOLDER]

Kills a host of heddle serve at random moments, with and without its workers, while it takes over versions and sends
events, and starts it again, at times without the server. After each start the last good version must be active, or a
later one; at the end every event that was promised must have arrived: those of calls half a second before a kill. A
version counts as the last good one when it was active for as long.
"""
import argparse
import hashlib
import http.client
import http.server
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROMISE = 0.5
PATIENCE = 60

MODULE = """
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
long next(const char *log) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long number = now.tv_sec * 1000000000L + now.tv_nsec;
    char line[32];
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (write(file, line, snprintf(line, sizeof line, "%ld\\n", number)) < 0) abort();
    close(file);
    usleep(2000);
    return number;
}
"""


class Server:
    """Serves versions, and takes events; both can be off."""

    def __init__(self):
        self.body = b""
        self.is_on = True
        self.arrived = set()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self, status, body=b"", etag=None):
                self.send_response(status)
                if etag:
                    self.send_header("ETag", etag)
                if status != 304:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status != 304:
                    self.wfile.write(body)

            def do_GET(self):
                body, etag = outer.body, '"' + hashlib.sha256(outer.body).hexdigest()[:12] + '"'
                if not outer.is_on:
                    self.answer(503)
                elif self.headers.get("If-None-Match") == etag:
                    self.answer(304, etag=etag)
                else:
                    self.answer(200, body, etag)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if not outer.is_on:
                    return self.answer(503)
                for line in body.splitlines():
                    outer.arrived.add(json.loads(line)["data"]["n"])
                self.answer(204)

            def log_message(self, *words):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("host", timeout=10)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(10)
        self.sock.connect(self.path)


class Host:
    """The host in its folder, which outlives it."""

    def __init__(self, folder, programs, server):
        self.folder, self.programs, self.process = folder, programs, None
        folder = Path(folder)
        (folder / "n.c").write_text(MODULE)
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", folder / "n.so", folder / "n.c"], check=True)
        declared = {"n": {"library": "./n.so", "declarations": ["long next(const char *log)"]}}
        tracking = {
            "providers": {"web": {"http": server.url + "/events"}},
            "events": [{"module": "n", "action": "next", "label": "next", "data": {"n": "result"}}],
        }
        steps = [{"call": "n.next", "with": [str(folder / "log")]}] * 100
        (folder / "events.json").write_text(
            json.dumps({"behaviour": 1, "modules": declared, "tracking": tracking, "steps": steps}))
        (folder / "host.json").write_text(json.dumps({
            "serve": 1, "name": "killed", "state": "state", "control": {"socket": "control"},
            "behaviours": {
                "events": {"from": "events.json", "run": {"onStart": True, "every": "210 ms"}},
                "versions": {
                    "from": server.url + "/versions.json", "modules": [], "poll": {"every": "100 ms"},
                    "run": {"onChange": True, "onStart": True}},
            },
        }))

    def start(self):
        environment = dict(os.environ, XDG_STATE_HOME=self.folder + "/events", no_proxy="*")
        with open(self.folder + "/said", "ab") as said:
            self.process = subprocess.Popen(
                [self.programs + "/heddle", "serve", self.folder + "/host.json"], env=environment, stdout=said,
                stderr=said)

    def version(self):
        """The hash of the active version; None where there is none, or no answer yet."""
        try:
            connection = UnixConnection(self.folder + "/control")
            connection.request("GET", "/behaviours/versions")
            return json.loads(connection.getresponse().read()).get("active", {}).get("sha256")
        except (OSError, http.client.HTTPException, ValueError):
            return None

    def kill(self, workers):
        children = []
        if workers:
            listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
            children = [int(each) for each in listed.stdout.split()]
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        for each in [self.process.pid] + children:
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        return now

    def called(self):
        try:
            return [int(line) for line in open(self.folder + "/log").read().split("\n")[:-1]]
        except FileNotFoundError:
            return []


def version(number):
    return json.dumps({"behaviour": 1, "x-number": number, "steps": []}).encode()


def fail(host, words):
    sys.exit(f"{words}\nthe end of what the host has said:\n{open(host.folder + '/said').read()[-2000:]}")


def until(holds):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", default=str(ROOT / "build/bin"))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    server = Server()
    with tempfile.TemporaryDirectory(prefix="heddle-kills-") as folder:
        host = Host(folder, options.programs, server)
        number = 1
        server.body = version(number)
        good = {hashlib.sha256(server.body).hexdigest(): number}
        least, promised, swaps = 0, set(), 0
        for kill in range(options.kills):
            # The first version of all has to come from the server.
            server.is_on = least == 0 or chance.random() < 0.7
            before = len(host.called())
            host.start()
            if not until(lambda: host.version() is not None):
                fail(host, f"kill {kill}: no version is active")
            active = good.get(host.version())
            if active is None or active < least:
                fail(host, f"kill {kill}: version {active} is active, and {least} was before")
            least = active
            if chance.random() < 0.5:
                number += 1
                server.body = version(number)
                good[hashlib.sha256(server.body).hexdigest()] = number
                swaps += 1
                if chance.random() < 0.3:
                    server.body = chance.choice([b"{", b"<html>503</html>", version(number)[:-1], b""])
            end = time.monotonic() + chance.uniform(0, 1.5)
            since = {}
            while time.monotonic() < end:
                since.setdefault(good.get(host.version()), time.monotonic())
                time.sleep(chance.uniform(0, 0.1))
            killed = host.kill(workers=chance.random() < 0.5)
            # A version is on the disk soon after it has become active.
            kept = [each for each, moment in since.items() if each and moment < end - PROMISE]
            least = max([least] + kept)
            promised.update(n for n in host.called()[before:] if n < killed - PROMISE * 1e9)
            if kill % 50 == 49:
                print(f"{kill + 1} kills, {swaps} versions, {len(promised)} events promised", flush=True)
        server.is_on = True
        host.start()
        arrived = until(lambda: promised <= server.arrived)
        host.process.terminate()
        host.process.wait()
        if not arrived:
            missing = sorted(promised - server.arrived)
            fail(host, f"{len(missing)} of {len(promised)} events have not arrived, the first is {missing[0]}")
        print(f"{options.kills} kills, {swaps} versions: version {least} is active, and all {len(promised)} promised "
              f"events have arrived")


main()
