#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""merging.py [--heddle PROGRAM] [--files COUNT] [--events COUNT] [--rounds COUNT]

Makes the parts of a run that many machines would keep, and times heddle report --from with each kind of report. Prints
medians of the processor time, of the whole time, and of the memory, beside those of a tenth of the files.
"""
import argparse
import json
import os
import statistics
import tempfile

from measuring import measure


def case(number, worker):
    """The five events of a case of one call."""
    name, at = f"case {number}", f"cases/{number % 100}.json:{number + 1}:5"
    event = {"id": f"cases/{number % 100}.json/{name}", "name": name, "tags": [], "at": at, "attempt": 1,
             "worker": worker, "start": number * 1000}
    failed = number % 1000 == 999
    call = {"event": "call", "index": 0, "call": "shop.price", "with": [number, "weft"], "status": "returned",
            "result": number * 2, "out": {}, "errno": 0, "ns": 412, "start": number * 1000 + 10, "worker": worker}
    expectation = {"event": "expectation", "index": 0, "path": "result", "held": not failed, "expected": number * 2,
                   "actual": number * 2 + failed, "at": at, "worker": worker}
    output = {"event": "output", "stream": "stdout", "text": "the price is known\n", "worker": worker}
    ended = {"event": "caseEnded", **event, "outcome": "failed" if failed else "passed", "ns": 900}
    return [{"event": "caseStarted", **event}, call, expectation, output, ended]


def write(folder, files, events):
    cases = events // 5 // files
    for part in range(files):
        start = {"event": "runStarted", "files": ["cases"], "shard": {
            "index": part + 1, "count": files, "cases": cases, "total": cases * files, "mark": "m"}, "jobs": 2}
        lines = [start]
        for number in range(part * cases, (part + 1) * cases):
            lines += case(number, number % 2)
        failed = sum(line.get("outcome") == "failed" for line in lines)
        lines.append({"event": "summary", "calls": cases, "returned": cases, "failed": 0, "skipped": 0,
                      "expectations": {"held": cases - failed, "failed": failed},
                      "cases": {"passed": cases - failed, "failed": failed}, "status": 1 if failed else 0})
        with open(os.path.join(folder, f"part.{part}.jsonl"), "w") as file:
            file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.abspath("build/bin/heddle"))
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    reports = {"console": ["--quiet"], "JUnit": ["--junit", "a.xml"], "TAP": ["--tap", "a.tap"],
               "HTML": ["--html", "a.html"], "JSON Lines": ["--json"]}
    print(f"{'files':>6}{'events':>10}  {'report':12}{'processor s':>12}{'whole s':>10}{'MB':>8}")
    for files, events in [(max(options.files // 10, 1), options.events // 10), (options.files, options.events)]:
        with tempfile.TemporaryDirectory(prefix="heddle-merging-") as folder:
            write(folder, files, events)
            parts = [f"part.{part}.jsonl" for part in range(files)]
            for name, arguments in reports.items():
                command = [options.heddle, "report", "--from"] + parts + arguments
                rounds = [measure(command, folder) for _ in range(options.rounds)]
                processor, whole, megabytes = [statistics.median(each) for each in zip(*rounds)]
                print(f"{files:6}{events:10}  {name:12}{processor:12.2f}{whole:10.2f}{megabytes:8.0f}")


main()
