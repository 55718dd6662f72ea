#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""events.py [--heddle PROGRAM] [--events COUNT] [--rounds COUNT]

Times runs that send an event of each call to a file, to a table of SQLite, and to a server that is away, so that events
wait on disk, beside the same run without events. Prints medians of the processor time and of the whole time.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time

PROVIDERS = {
    "no events": None,
    "a file": {"file": "events.jsonl"},
    "a table of SQLite": {"sqlite": "events.db", "table": "events"},
    "a server that is away": {"http": "http://127.0.0.1:9/"},
}


def write(folder, name, provider, count):
    behaviour = {"behaviour": 1, "modules": {
        "n": {"library": "./n.so", "declarations": ["int add(int a, int b)"]}}}
    if provider:
        behaviour["tracking"] = {"providers": {"p": provider}, "events": [
            {"module": "n", "action": "add", "label": "added", "data": {"sum": "result", "status": "status"}}]}
    behaviour["steps"] = [{"call": "n.add", "with": [each, 2]} for each in range(count)]
    with open(os.path.join(folder, name + ".json"), "w") as file:
        json.dump(behaviour, file)


def run(program, folder, name):
    subprocess.run(["rm", "-rf", "events.jsonl", "events.db", "state"], cwd=folder, check=True)
    environment = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state"), no_proxy="*")
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "run", "--quiet", name + ".json"], cwd=folder, env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.abspath("build/bin/heddle"))
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-events-") as folder:
        with open(os.path.join(folder, "n.c"), "w") as file:
            file.write("int add(int a, int b) { return a + b; }\n")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", "n.so", "n.c"], cwd=folder, check=True)
        names = {text: f"b{index}" for index, text in enumerate(PROVIDERS)}
        for text, provider in PROVIDERS.items():
            write(folder, names[text], provider, options.events)
        samples = {text: [] for text in PROVIDERS}
        for _ in range(options.rounds):
            for text in PROVIDERS:
                samples[text].append(run(options.heddle, folder, names[text]))
        base = [statistics.median(each) for each in zip(*samples["no events"])]
        print(f"{options.events} events, medians of {options.rounds} rounds")
        print(f"{'events for':24}{'processor s':>12}{'whole s':>10}{'events/s':>12}")
        for text in PROVIDERS:
            processor, whole = [statistics.median(each) for each in zip(*samples[text])]
            rate = "" if text == "no events" else f"{options.events / max(whole - base[1], 1e-9):12,.0f}"
            print(f"{text:24}{processor:12.2f}{whole:10.2f}{rate}")


main()
