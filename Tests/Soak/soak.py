#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills, exhausts and corrupts at random; scripts/soak says what it promises and how it is run."""

import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = ROOT / "build/bin/heddle"
MODULES = ROOT / "build/modules"
# README lists them.
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 130}
HANG = 60


class Broken(Exception):
    """A promise that did not hold."""


class Trial:
    """One trial in a folder of its own. Everything in it follows from its number."""

    def __init__(self, number):
        self.number = number
        self.random = random.Random(number)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"soak-{number}-"))
        self.commands = []

    def run(self):
        kinds = [self.kill, self.interrupt, self.exhaust, self.close, self.corrupt_module, self.corrupt_behaviour,
                 self.corrupt_recording]
        kind = self.random.choice(kinds)
        kind()
        return kind.__name__

    # Behaviours

    def behaviour(self, steps=400, cases=30):
        """A behaviour that calls, tracks, saves and expects, with cases that hold."""
        wait = self.random.choice([0, 0, 1])
        document = {
            "behaviour": 1,
            "modules": {
                "m": {"library": "libm.so.6", "declarations": ["double cos(double x)", "double hypot(double x, double y)"]},
                "c": {"library": "libc.so.6", "declarations": ["size_t strlen(const char *s)", "int usleep(unsigned int n)"]},
                "greeter": {"library": "greeter", "config": {"greeting": "Hello"}},
            },
            "hooks": [{"on": "m.*", "after": [{"track": {"label": "seen", "to": {"file": "track.jsonl"}}}]}],
            "steps": [self.step(wait) for _ in range(steps)],
            "always": [{"call": "c.strlen", "with": ["ALWAYS"]}],
            "cases": [{"name": f"case {n}", "steps": [self.step(wait) for _ in range(5)]} for n in range(cases)],
        }
        return document

    def step(self, wait):
        return self.random.choice([
            {"call": "m.cos", "with": [0], "expect": {"result": 1}},
            {"call": "m.hypot", "with": [3, 4], "expect": {"result": {"gt": 4, "lt": 6}}},
            {"call": "c.strlen", "with": {"s": "weft"}},
            {"call": "c.usleep", "with": [self.random.randrange(200) * wait]},
            {"call": "greeter.greet", "with": ["Ada"], "expect": {"result": "Hello, Ada"}},
        ])

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data, indent=self.random.choice([None, 2])).encode())
        return path

    # Processes

    def command(self, *words):
        line = [str(HEDDLE), *map(str, words)]
        self.commands.append(" ".join(line))
        return line

    def environment(self):
        return {**os.environ, "HEDDLE_MODULE_PATH": str(MODULES), "TMPDIR": str(self.folder), "NO_COLOR": "1"}

    def start(self, line, **options):
        return subprocess.Popen(
            line, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL, start_new_session=True, **options)

    def wait(self, process):
        try:
            return process.wait(HANG)
        except subprocess.TimeoutExpired:
            raise Broken(f"still there after {HANG} seconds") from None
        finally:
            self.sweep(process)

    def sweep(self, process):
        """Ends what is left of a session."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def ended(self, line, **options):
        """The status, the output and the messages of a command that is left to end by itself."""
        process = self.start(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        try:
            output, errors = process.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            self.sweep(process)
            raise Broken(f"still there after {HANG} seconds") from None
        return process.returncode, output, errors

    def outcome(self, line, **options):
        """The status, and all that was said."""
        status, output, errors = self.ended(line, **options)
        return status, errors + output

    def check_status(self, status, errors, allowed=STATUSES):
        if status < 0:
            raise Broken(f"died by {signal.Signals(-status).name}: {errors[-300:]!r}")
        if status not in allowed:
            raise Broken(f"ended with status {status}, which README does not list: {errors[-300:]!r}")
        if status not in (0, 7) and not errors.strip():
            raise Broken(f"ended with status {status} and said nothing")

    # Kinds of trials

    def test_line(self):
        self.write("b.json", self.behaviour())
        jobs = self.random.choice([1, 2, 4])
        reports = ["--junit", "r.xml", "--html", "r.html", "--tap", "r.tap", "--trace", "r.trace.json"]
        if self.random.random() < 0.5:
            return self.command("test", "b.json", "--jobs", jobs, "--json", *reports)
        return self.command("run", "b.json", "--json")

    def kill(self):
        """SIGKILL at any moment: each line is whole, each report whole or absent."""
        line = self.test_line()
        with open(self.folder / "out.jsonl", "wb") as output, open(self.folder / "err", "wb") as errors:
            process = self.start(line, stdout=output, stderr=errors)
            time.sleep(self.random.random() ** 2)
            process.kill()
            process.wait()
            time.sleep(0.3)
            self.sweep(process)
        self.check_lines(self.folder / "out.jsonl", isKilled=True)
        self.check_reports(isKilled=True)

    def interrupt(self):
        """A signal that asks it to stop: reports are whole, and the status says so."""
        line = self.test_line()
        with open(self.folder / "out.jsonl", "wb") as output, open(self.folder / "err", "wb") as errors:
            process = self.start(line, stdout=output, stderr=errors)
            time.sleep(0.05 + self.random.random() ** 2)
            wanted = self.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
            process.send_signal(wanted)
            status = self.wait(process)
        if status not in (0, 1, 130, -wanted):
            raise Broken(f"ended with status {status} after {wanted.name}")
        if status != -wanted:
            self.check_lines(self.folder / "out.jsonl")
            self.check_reports()

    def exhaust(self):
        """Too few descriptors, processes, bytes or seconds of processor time, or a full disk."""
        line = self.test_line()
        kind, limit = self.random.choice([
            (resource.RLIMIT_NOFILE, self.random.randrange(4, 40)), (resource.RLIMIT_FSIZE, self.random.randrange(1, 40000)),
            (resource.RLIMIT_AS, self.random.randrange(60 << 20, 400 << 20)), (None, None),
        ])

        def exhausted():
            if kind is not None:
                resource.setrlimit(kind, (limit, limit))

        self.commands.append(f"limit {kind} {limit}")
        if kind is None:
            with open("/dev/full", "wb") as full:
                process = self.start(line, stdout=full, stderr=subprocess.PIPE)
                errors = process.stderr.read()
                status = self.wait(process)
            if status == 0:
                raise Broken("ended with status 0, though its output was lost")
        else:
            status, errors = self.outcome(line, preexec_fn=exhausted)
        # The dynamic linker itself ends a program with 127, before any code of it has run.
        self.check_status(status, errors, STATUSES | {127})

    def close(self):
        """Streams that are closed at the start, or whose reader goes away."""
        line = self.test_line()
        closed = self.random.sample([0, 1, 2], self.random.randrange(1, 4))
        self.commands.append(f"closed {closed}")
        if self.random.random() < 0.5:
            shell = " ".join(f"{number}>&-" for number in closed)
            process = self.start(
                ["sh", "-c", f'exec "$@" {shell}', "sh", *line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            status = self.wait(process)
            if status < 0 or status not in STATUSES:
                raise Broken(f"ended with status {status} where {closed} were closed")
        else:
            shell = '"$@" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}'
            status, errors = self.outcome(["bash", "-c", shell, "bash", *line])
            self.check_status(status, errors)
        self.check_reports()

    def corrupt_module(self):
        """A module with some bytes changed, or cut short."""
        data = bytearray((MODULES / "greeter.so").read_bytes())
        for _ in range(self.random.randrange(1, 8)):
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
        if self.random.random() < 0.2:
            del data[self.random.randrange(len(data)):]
        path = self.write("greeter.so", bytes(data))
        for words in (["inspect", path], ["list", "-m", self.folder]):
            status, errors = self.outcome(self.command(*words))
            self.check_status(status, errors, {0, 3, 4, 7})
        self.write("b.json", self.behaviour(steps=20, cases=3))
        status, errors = self.outcome(self.command("run", "-m", self.folder, "b.json"))
        # Native code is broken here: it may crash, and the linker may give up on it.
        self.check_status(status, errors, STATUSES | {127})
        status, errors = self.outcome(
            self.command("test", "-m", self.folder, "b.json", "--time-limit", "5s", "--load-limit", "5s", "--junit", "r.xml"))
        self.check_status(status, errors)
        self.check_reports()

    def corrupt_behaviour(self):
        """A behaviour with some bytes changed."""
        data = self.corrupted(json.dumps(self.behaviour(steps=20, cases=3), indent=1).encode())
        self.write("b.json", data)
        for verb in ("check", "plan", "run"):
            status, errors = self.outcome(self.command(verb, "b.json"))
            self.check_status(status, errors)

    def corrupt_recording(self):
        """The kept lines of a run, with some bytes changed."""
        self.write("b.json", self.behaviour(steps=20, cases=3))
        status, output, errors = self.ended(self.command("test", "b.json", "--json"))
        self.check_status(status, errors, {0})
        self.write("kept.jsonl", self.corrupted(output))
        reports = ["--junit", "r.xml", "--html", "r.html", "--tap", "r.tap", "--trace", "r.trace.json"]
        status, errors = self.outcome(self.command("report", "--from", "kept.jsonl", *reports))
        self.check_status(status, errors)
        self.check_reports()

    def corrupted(self, data):
        data = bytearray(data)
        for _ in range(self.random.randrange(1, 6)):
            place = self.random.randrange(len(data))
            change = self.random.choice(["flip", "drop", "repeat", "word"])
            if change == "flip":
                data[place] ^= 1 << self.random.randrange(8)
            elif change == "drop":
                del data[place:place + self.random.randrange(1, 40)]
            elif change == "repeat":
                data[place:place] = data[place:place + self.random.randrange(1, 200)]
            else:
                data[place:place] = self.random.choice(
                    [b"\0", b'"', b"{", b"]", b"1e999", b"\\ud800", b"\xff", b'"config": 5,', b"-"])
        return bytes(data)

    # What is left behind

    def check_lines(self, path, isKilled=False):
        lines = path.read_bytes().split(b"\n")
        for line in lines[:-1]:
            json.loads(line)
        if lines[-1] and not isKilled:
            raise Broken(f"the last line is cut: {lines[-1][-80:]!r}")

    def check_reports(self, isKilled=False):
        try:
            if (self.folder / "r.xml").exists():
                xml.etree.ElementTree.parse(self.folder / "r.xml")
            if (self.folder / "r.trace.json").exists():
                json.loads((self.folder / "r.trace.json").read_text())
            if (self.folder / "r.html").exists() and "</html>" not in (self.folder / "r.html").read_text():
                raise Broken("r.html is cut")
            if (self.folder / "track.jsonl").exists():
                self.check_lines(self.folder / "track.jsonl", isKilled)
        except (json.JSONDecodeError, UnicodeDecodeError, xml.etree.ElementTree.ParseError) as error:
            raise Broken(f"a report is not whole: {error}") from None
        known = {"b.json", "greeter.so", "kept.jsonl", "out.jsonl", "err", "track.jsonl", "r.xml", "r.html", "r.tap",
                 "r.trace.json"}
        left = {path.name for path in self.folder.iterdir()} - known
        if left:
            raise Broken(f"left behind: {sorted(left)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", type=int, help="repeats one trial")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    number = options.seed * 1_000_000 if options.trial is None else options.trial
    counts, failures = {}, 0
    while True:
        trial = Trial(number)
        try:
            kind = trial.run()
            counts[kind] = counts.get(kind, 0) + 1
            shutil.rmtree(trial.folder)
        except Broken as broken:
            failures += 1
            print(f"trial {number}: {broken}", *trial.commands, f"in {trial.folder}", sep="\n    ", file=sys.stderr)
        number += 1
        if options.trial is not None or time.monotonic() > end:
            break
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    print(f"{sum(counts.values())} passed, {failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
