# SPDX-License-Identifier: Apache-2.0
"""What the peers in Python share: the fixture, the rounds, and rows as `benchmarks peers` reads them."""

import json
import statistics
import sys

FIXTURE, ROUNDS, CALLS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def report(rows):
    """Measures all rows in turns: each a name with a function that makes that many calls and returns nanoseconds."""
    for run in rows.values():
        run(CALLS)
    samples = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, run in rows.items():
            samples[name].append(run(CALLS) / CALLS)
    for name, times in samples.items():
        print(json.dumps({"row": name, "ns": statistics.median(times)}), flush=True)
