#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Benchmarks/processes.py HEDDLE [CASES]

Runs cases of one call each by `heddle test`, each in a process of its own and then with --share, and says how many a
second there were and how much processor time each took. HEDDLE is the program, built for release.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time


def behaviour(count):
    step = {"call": "c.abs", "with": [-3], "expect": {"result": 3}}
    return {
        "behaviour": 1,
        "modules": {"c": {"library": "libc.so.6", "declarations": ["int abs(int n)"]}},
        "cases": [{"name": f"case {number}", "steps": [step]} for number in range(count)],
    }


def measure(program, path, *options):
    """Wall time and processor time of a run, with that of all its processes."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([program, "test", path, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    print(f"{count} cases, {len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        one, all_cases = os.path.join(folder, "one.json"), os.path.join(folder, "all.json")
        for path, number in ((one, 1), (all_cases, count)):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(behaviour(number), file)
        for options in ([], ["--jobs", "2"], ["--share"], ["--share", "--jobs", "2"]):
            start = min(measure(program, one, *options) for _ in range(3))
            best = min((measure(program, all_cases, *options) for _ in range(3)), key=sum)
            wall, user, system = (best[part] - start[part] for part in range(3))
            each = 1e6 / count
            print(
                f"{' '.join(options) or 'default':18} {count / wall:9.0f} a second, each {user * each:6.0f} µs user and "
                f"{system * each:6.0f} µs system"
            )


main()
