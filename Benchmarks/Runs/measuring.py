# SPDX-License-Identifier: Apache-2.0
"""Measures commands as users run them."""
import os
import subprocess
import time


def measure(command, folder, status=0):
    """The processor time of a command that ends with a status, its time, and the memory of its largest process in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, ended, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        raise SystemExit(f"{command[:2]} ended with status {process.returncode}")
    return used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024
