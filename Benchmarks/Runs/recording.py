#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""recording.py [--heddle PROGRAM] [--steps COUNT] [--rounds COUNT]

Times heddle record of a behaviour of many steps: two runs in processes of their own, the recording, and the run that
checks it. Prints medians of the processor time, of the whole time, and of the memory of the largest process.
"""
import argparse
import json
import os
import statistics
import tempfile

from measuring import measure


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.abspath("build/bin/heddle"))
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-recording-") as folder:
        steps = [{"call": "c.abs", "with": [-number]} for number in range(options.steps)]
        modules = {"c": {"library": "libc.so.6", "declarations": ["int abs(int number)"]}}
        with open(os.path.join(folder, "steps.json"), "w") as file:
            json.dump({"behaviour": 1, "modules": modules, "steps": steps}, file)
        command = [options.heddle, "record", "steps.json", "-o", "recorded.json"]
        rounds = [measure(command, folder) for _ in range(options.rounds)]
        processor, whole, megabytes = [statistics.median(each) for each in zip(*rounds)]
        print(f"{options.steps} steps, medians of {options.rounds} rounds: "
              f"{processor:.2f} s of processor time, {whole:.2f} s, {megabytes:.0f} MB")


main()
