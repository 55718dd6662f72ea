#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lines.py [--heddle PROGRAM] [--steps COUNT] [--rounds COUNT]

Times runs of many steps with JSON Lines and with a console that shows problems alone, in turn, for several kinds of
steps. Prints medians of the processor time for each step, and what the lines cost beyond checking the same steps.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

from measuring import measure


SOURCE = """
#include <string.h>
typedef struct { int a, b, c, d, e, f, g, h; char text[32]; } many;
int add(int a, int b) { return a + b; }
double half(int a) { return a / 2.0; }
void divide(int a, int b, int *quotient) { *quotient = a / b; }
const char *echo(const char *text) { return text; }
many make(int a) { many m = { a, a, a, a, a, a, a, a, "weft and warp" }; return m; }
"""
DECLARATIONS = [
    "typedef struct { int a, b, c, d, e, f, g, h; char text[32]; } many", "int add(int a, int b)", "double half(int a)",
    "void divide(int a, int b, _Out_ int *quotient)", "const char *echo(const char *text)", "many make(int a)"]


def step(kind, n):
    add = {"call": "n.add", "with": [n, 7]}
    structure = {"a": n, "b": n, "c": n, "d": n, "e": n, "f": n, "g": n, "h": n, "text": "weft and warp"}
    return {
        "call": add,
        "expect": add | {"expect": {"result": n + 7}},
        "compare": add | {"expect": {"result": {"ge": n, "lt": 2_000_000_000}}},
        "close bounds": add | {"expect": {"result": {"ge": n + 7, "lt": n + 8}}},
        "near": {"call": "n.half", "with": [n], "expect": {"result": {"near": [n / 2, 0.75]}}},
        "two parts": add | {"expect": {"result": n + 7, "errno": 0}},
        "out": {"call": "n.divide", "with": [n, 7], "expect": {"out.quotient": n // 7}},
        "text": {"call": "n.echo", "with": [f"text {n}"], "expect": {"result": f"text {n}"}},
        "structure": {"call": "n.make", "with": [n], "expect": {"result": structure}},
    }[kind]


KINDS = ["call", "expect", "compare", "close bounds", "near", "two parts", "out", "text", "structure"]


def behaviour(kind, count):
    modules = {"n": {"library": "./n.so", "declarations": DECLARATIONS}}
    if kind == "rows":
        case = {"name": "rows", "each": {"names": ["a", "sum"], "rows": [[n, n + 7] for n in range(count // 100)]},
                "steps": [{"call": "n.add", "with": [{"ref": "row.a"}, 7], "expect": {"result": {"ref": "row.sum"}}}] * 100}
        return {"behaviour": 1, "modules": modules, "cases": [case]}
    return {"behaviour": 1, "modules": modules, "steps": [step(kind, n) for n in range(count)]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default=os.path.abspath("build/bin/heddle"))
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="heddle-lines-") as folder:
        with open(os.path.join(folder, "n.c"), "w") as file:
            file.write(SOURCE)
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", "n.so", "n.c"], cwd=folder, check=True)
        print(f"{options.steps} steps, nanoseconds of processor time each, medians of {options.rounds} rounds")
        print(f"{'steps':14}{'check':>10}{'--quiet':>10}{'--json':>10}{'lines alone':>13}")
        for kind in KINDS + ["rows"]:
            name = kind.replace(" ", "") + ".json"
            with open(os.path.join(folder, name), "w") as file:
                json.dump(behaviour(kind, options.steps), file)
            verb = ["test", "--in-process"] if kind == "rows" else ["run"]
            commands = [["check", name], verb + ["--quiet", name], verb + ["--json", name]]
            rounds = [[measure([options.heddle] + command, folder)[0] for command in commands]
                      for _ in range(options.rounds)]
            check, quiet, lines = [statistics.median(each) * 1e9 / options.steps for each in zip(*rounds)]
            alone = statistics.median((each[2] - each[0]) * 1e9 / options.steps for each in rounds)
            print(f"{kind:14}{check:10.0f}{quiet:10.0f}{lines:10.0f}{alone:13.0f}")


main()
