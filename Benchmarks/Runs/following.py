#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""following.py [--heddle PROGRAM] [--steps COUNT] [--rounds COUNT]

Times a step whose argument is a saved number, and the same step with a number behind one pointer and behind more, in a
loop. Prints how many nanoseconds of processor time the step takes beyond that with the saved number, as medians.
"""
import argparse
import json
import os
import statistics
import tempfile

from measuring import measure

ARGUMENTS = {
    "a saved number": "number",
    "one field": "first->number",
    "two fields": "first->next->number",
    "three fields": "first->next->next->number",
    "six fields": "first->next->next->next->next->next->number",
}


def behaviour(argument, rounds):
    names = ["first", "second", "third", "fourth", "fifth", "sixth"]
    steps = [{"new": "struct node", "value": {"number": -3}, "save": name} for name in names]
    steps += [{"write": f"{name}->next", "value": {"ref": after}} for name, after in zip(names, names[1:])]
    steps.append({"call": "c.abs", "with": [-3], "save": "number"})
    # No round ends the loop, so that all of them are run.
    call = {"call": "c.abs", "with": [{"ref": argument}], "until": {"result": 99}}
    steps.append({"repeat": [call], "times": rounds})
    declarations = ["struct node { int number; struct node *next; }", "int abs(int number)"]
    modules = {"c": {"library": "libc.so.6", "declarations": declarations}}
    return {"behaviour": 1, "modules": modules, "steps": steps}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.abspath("build/bin/heddle"))
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-following-") as folder:
        for number, argument in enumerate(ARGUMENTS.values()):
            with open(os.path.join(folder, f"{number}.json"), "w") as file:
                json.dump(behaviour(argument, options.steps), file)
        beyond = {words: [] for words in ARGUMENTS}
        for _ in range(options.rounds):
            times = [
                measure([options.heddle, "run", "--quiet", f"{number}.json"], folder, status=1)[0]
                for number in range(len(ARGUMENTS))
            ]
            for words, time in zip(ARGUMENTS, times):
                beyond[words].append((time - times[0]) / options.steps * 1e9)
        for words, nanoseconds in beyond.items():
            print(f"{words}: {statistics.median(nanoseconds):.0f} ns beyond a saved number")


main()
