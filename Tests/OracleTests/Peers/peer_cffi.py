# SPDX-License-Identifier: Apache-2.0
"""Runs the oracle's cases through cffi in its ABI mode: peer_cffi.py cases.json library first

Prints "start <number> <way>" before and "<verdict> <reason>" after each.
"""
import json
import sys

import cffi


class Case:
    """One case with its declarations."""

    def __init__(self, case, path):
        self.ffi = cffi.FFI()
        self.number = case["number"]
        for text, packed in zip(case["types"], case["packed"]):
            # cffi takes packed beside the text; other attributes it does not know.
            self.ffi.cdef(text.replace("__attribute__((packed)) ", "", 1) if packed else text, packed=packed)
        self.ffi.cdef(case["call"] + ";" + case["back"] + ";")
        self.ffi.cdef("void took_%d(void *); void expect(int, int); int seen_is_expected(void);" % self.number)
        pointers = ", ".join("void *" for _ in case["parameters"]) or "void"
        self.ffi.cdef("void got_%d(%s);" % (self.number, pointers))
        self.library = self.ffi.dlopen(path)
        self.kept = []

    def function(self, name):
        return getattr(self.library, "%s_%d" % (name, self.number))

    def expect(self, back):
        self.library.expect(self.number, back)

    def held(self):
        return self.library.seen_is_expected() == 1

    def value(self, example):
        """A value as cffi passes it."""
        tree, value = example["type"], example["value"]
        if "text" in tree:
            self.kept.append(self.ffi.new("char[]", value.encode()))
            return self.kept[-1]
        if "record" in tree:
            place = self.ffi.new(example["c"] + " *")
            self.fill(place[0], tree, value)
            self.kept.append(place)
            return place[0]
        if tree["scalar"] == "long double":
            place = self.ffi.new("long double *")
            self.ffi.memmove(place, bytes(value["bytes"]), 10)
            return place[0]
        return number(tree, value)

    def fill(self, record, tree, values):
        for member, value in zip(tree["members"], values):
            if value is None:
                continue
            if not member["name"]:
                self.fill(record, member["type"], value)
            elif member["bits"] is not None:
                setattr(record, member["name"], value if isinstance(value, bool) else int(value))
            elif is_simple(member["type"]):
                setattr(record, member["name"], number(member["type"], value))
            else:
                self.store(self.ffi.addressof(record, member["name"]), member["type"], value)

    def store(self, place, tree, value):
        """Puts a value where a pointer points to."""
        if "record" in tree:
            self.fill(place[0], tree, value)
        elif "array" in tree:
            for index, element in enumerate(value):
                if is_simple(tree["array"]):
                    place[0][index] = number(tree["array"], element)
                else:
                    self.store(self.ffi.addressof(place[0], index), tree["array"], element)
        else:
            self.ffi.memmove(place, bytes(value["bytes"]), 10)

    def place(self, example, value):
        """A pointer to memory with a value in it."""
        self.kept.append(self.ffi.new(example["c"] + " *", value))
        return self.kept[-1]


def is_simple(tree):
    return "scalar" in tree and tree["scalar"] != "long double"


def number(tree, value):
    kind = tree["scalar"]
    if "_Complex" in kind:
        return complex(*[float.fromhex(part["number"] if isinstance(part, dict) else part) for part in value])
    if kind == "char":
        return bytes([int(value) & 255])
    if isinstance(value, bool):
        return value
    return float.fromhex(value) if kind in ("float", "double") else int(value)


def call(case, data):
    arguments = [case.value(p) for p in data["parameters"]]
    case.expect(0)
    returned = case.function("case")(*arguments)
    if not case.held():
        return "arguments"
    if not data["result"]:
        return None
    place = case.place(data["result"], returned)
    case.expect(1)
    case.function("took")(place)
    return None if case.held() else "result"


def callback(case, data):
    wrong = ["not called"]
    answer = case.value(data["result"]) if data["result"] else None

    def body(*arguments):
        places = [case.place(p, argument) for p, argument in zip(data["parameters"], arguments)]
        case.expect(0)
        case.function("got")(*places)
        wrong[0] = None if case.held() else "arguments"
        case.expect(1)
        return answer

    def failed(_, error, __):
        wrong[0] = str(error)

    pointer = case.ffi.callback(data["callback"], body, onerror=failed)
    case.function("back")(pointer)
    return wrong[0] or (None if case.held() else "result")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    runs = [(data, way) for data in cases for way in (call, callback)]
    for data, way in runs[int(sys.argv[3]):]:
        print("start", data["number"], way.__name__, flush=True)
        try:
            wrong = way(Case(data, sys.argv[2]), data)
            print("wrong " + wrong if wrong else "right", flush=True)
        except Exception as error:
            print("refused", " ".join(str(error).split())[:200] or type(error).__name__, flush=True)


main()
