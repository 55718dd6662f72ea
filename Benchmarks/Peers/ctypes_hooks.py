# SPDX-License-Identifier: Apache-2.0
"""ctypes with its types declared, bare; inside of a wrapt decorator; and as the one implementation of a pluggy hook
with a wrapper around it. The code around the call does nothing, before and after."""

import ctypes
import time

import pluggy
import wrapt
from rows import FIXTURE, report

add = ctypes.CDLL(FIXTURE).add
add.argtypes, add.restype = [ctypes.c_int, ctypes.c_int], ctypes.c_int


@wrapt.decorator
def around(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs)


wrapped_add = around(add)

specification = pluggy.HookspecMarker("peers")
implementation = pluggy.HookimplMarker("peers")


class Specification:
    @specification(firstresult=True)
    def add(self, a, b): ...


class Library:
    @implementation
    def add(self, a, b):
        return add(a, b)


class Around:
    @implementation(wrapper=True)
    def add(self, a, b):
        return (yield)


manager = pluggy.PluginManager("peers")
manager.add_hookspecs(Specification)
manager.register(Library())
manager.register(Around())


def bare(calls):
    start = time.thread_time_ns()
    for _ in range(calls):
        add(1, 2)
    return time.thread_time_ns() - start


def with_wrapt(calls):
    start = time.thread_time_ns()
    for _ in range(calls):
        wrapped_add(1, 2)
    return time.thread_time_ns() - start


def with_pluggy(calls):
    hook = manager.hook.add
    start = time.thread_time_ns()
    for _ in range(calls):
        hook(a=1, b=2)
    return time.thread_time_ns() - start


assert add(1, 2) == wrapped_add(1, 2) == manager.hook.add(a=1, b=2) == 3
report({"ctypes": bare, "ctypes, wrapt around it": with_wrapt, "ctypes, pluggy with a wrapper around it": with_pluggy})
