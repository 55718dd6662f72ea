#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""swaps.py [--programs FOLDER] [--seconds COUNT] [--rounds COUNT]

Runs a behaviour of 1,000 calls of a host of heddle serve again and again, by one request behind the other, with and
without another version that takes over four times a second, in turns. Each call notes the time since the call before.
"""
import argparse
import http.client
import json
import os
import socket
import struct
import subprocess
import tempfile
import threading
import time

SLOTS = 4096
MODULE = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static unsigned *slots;
static long last;
static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}
int begin(const char *path) {
    if (!slots) {
        int file = open(path, O_RDWR | O_CREAT, 0666);
        if (ftruncate(file, 4096 * 4)) abort();
        slots = mmap(0, 4096 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    last = now();
    return 0;
}
/* A slot counts pauses of ten microseconds more than the one before; the last one all longer ones. */
int tick(int n) {
    long time = now(), slot = (time - last) / 10000;
    __atomic_fetch_add(&slots[slot < 4096 ? slot : 4095], 1, __ATOMIC_RELAXED);
    last = time;
    return n;
}
"""


class Connection(http.client.HTTPConnection):
    def __init__(self, folder):
        super().__init__("host")
        self.folder = folder

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.folder + "/control")

    def ask(self, method, path):
        self.request(method, path)
        return json.loads(self.getresponse().read())


def write(folder, version):
    steps = [{"call": "n.begin", "with": [folder + "/slots"]}]
    steps += [{"call": "n.tick", "with": [each]} for each in range(999)]
    declared = ["int begin(const char *path)", "int tick(int n)"]
    with open(folder + "/new", "w") as file:
        json.dump({"behaviour": 1, "x-version": version, "steps": steps,
                   "modules": {"n": {"library": folder + "/n.so", "declarations": declared}}}, file)
    os.rename(folder + "/new", folder + "/b.json")


def measure(programs, swaps, seconds):
    with tempfile.TemporaryDirectory(prefix="heddle-swaps-") as folder:
        with open(folder + "/n.c", "w") as file:
            file.write(MODULE)
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", "n.so", "n.c"], cwd=folder, check=True)
        write(folder, 0)
        with open(folder + "/host.json", "w") as file:
            json.dump({"serve": 1, "state": "state", "control": {"socket": "control"},
                       "behaviours": {"b": {"from": "b.json"}}}, file)
        host = subprocess.Popen([programs + "/heddle", "serve", folder + "/host.json", "--log-level", "error"])
        while True:
            try:
                if Connection(folder).ask("GET", "/behaviours/b")["state"] == "ready":
                    break
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.05)
        end = time.monotonic() + seconds

        def swap():
            version = 1
            while time.monotonic() < end:
                write(folder, version)
                version += 1
                time.sleep(0.25)

        if swaps:
            threading.Thread(target=swap).start()
        times, connection = [], Connection(folder)
        while time.monotonic() < end:
            start = time.perf_counter()
            assert connection.ask("POST", "/behaviours/b/run")["ending"] == "held"
            times.append(time.perf_counter() - start)
        count = Connection(folder).ask("GET", "/behaviours/b")["swaps"]
        host.terminate()
        host.wait()
        with open(folder + "/slots", "rb") as file:
            slots = struct.unpack(f"{SLOTS}I", file.read())
    times.sort()
    return {
        "swaps": count, "runs": len(times), "calls": sum(slots), "over1ms": sum(slots[100:]),
        "longestMs": max(index for index, each in enumerate(slots) if each) / 100,
        "medianRequestMs": round(times[len(times) // 2] * 1e3, 2), "longestRequestMs": round(times[-1] * 1e3, 2),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", default=os.path.abspath("build/bin"))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for _ in range(options.rounds):
        for swaps in [False, True]:
            print(json.dumps(measure(options.programs, swaps, options.seconds)), flush=True)


main()
