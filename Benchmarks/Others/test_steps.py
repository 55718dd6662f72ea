# SPDX-License-Identifier: Apache-2.0
"""A test for each step, for pytest: LIBRARY=… STEPS=… pytest -q test_steps.py."""
import ctypes
import os

import pytest

library = ctypes.CDLL(os.environ["LIBRARY"])
library.add.argtypes = (ctypes.c_int, ctypes.c_int)
library.add.restype = ctypes.c_int


@pytest.mark.parametrize("number", range(int(os.environ.get("STEPS", "100000"))))
def test_add(number):
    assert library.add(number, 7) == number + 7
