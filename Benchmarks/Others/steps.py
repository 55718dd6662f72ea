# SPDX-License-Identifier: Apache-2.0
"""What `benchmarks steps` measures, with Python's ctypes: steps.py LIBRARY [STEPS]."""
import ctypes
import sys
import time

library = ctypes.CDLL(sys.argv[1])
library.add.argtypes = (ctypes.c_int, ctypes.c_int)
library.add.restype = ctypes.c_int
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000


def measure(step):
    times = []
    for _ in range(11):
        start = time.process_time_ns()
        for number in range(steps):
            step(number)
        times.append((time.process_time_ns() - start) / steps)
    return sorted(times)[len(times) // 2]


def call(number):
    library.add(number, 7)


def expect(number):
    assert library.add(number, 7) == number + 7


print(f"run, ns: {measure(call):.0f}")
print(f"run with an expectation, ns: {measure(expect):.0f}")
