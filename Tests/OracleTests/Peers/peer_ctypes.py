# SPDX-License-Identifier: Apache-2.0
"""Runs the oracle's cases through Python's ctypes: peer_ctypes.py cases.json library first

Prints "start <number> <way>" before and "<verdict> <reason>" after each.
"""
import ctypes
import json
import sys

SCALARS = {
    "_Bool": ctypes.c_bool, "char": ctypes.c_byte, "signed char": ctypes.c_byte, "unsigned char": ctypes.c_ubyte,
    "short": ctypes.c_short, "unsigned short": ctypes.c_ushort, "int": ctypes.c_int, "unsigned int": ctypes.c_uint,
    "long": ctypes.c_long, "unsigned long": ctypes.c_ulong, "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong, "float": ctypes.c_float, "double": ctypes.c_double,
    "long double": ctypes.c_longdouble,
}


class Refused(Exception):
    """What ctypes has no word for."""


class LongDouble(ctypes.c_longdouble):
    """Keeps its bytes: ctypes turns its own type into a float of Python, which is a double."""


class Types:
    """The types of one case."""

    def __init__(self):
        self.records = {}

    def get(self, tree):
        if "text" in tree:
            return ctypes.c_char_p
        if "array" in tree:
            return self.get(tree["array"]) * tree["count"]
        if "record" in tree:
            return self.record(tree)
        if tree["scalar"] not in SCALARS:
            raise Refused("no type for " + tree["scalar"])
        return SCALARS[tree["scalar"]]

    def record(self, tree):
        key = json.dumps(tree)
        if key not in self.records:
            self.records[key] = self.define(tree)
        return self.records[key]

    def define(self, tree):
        if tree["aligned"] or any(member["aligned"] for member in tree["members"]):
            raise Refused("no aligned(n)")
        if any(member["packed"] for member in tree["members"]) and not tree["packed"]:
            raise Refused("no packed members")
        body = {"_fields_": [self.field(index, member) for index, member in enumerate(tree["members"])]}
        anonymous = [field_name(index, member) for index, member in enumerate(tree["members"]) if is_anonymous(member)]
        if anonymous:
            body["_anonymous_"] = anonymous
        if tree["packed"]:
            body["_pack_"] = 1
        return type(tree["record"] or "inner", (ctypes.Union if tree["union"] else ctypes.Structure,), body)

    def field(self, index, member):
        bits = () if member["bits"] is None else (member["bits"],)
        return (field_name(index, member), self.get(member["type"])) + bits


def is_anonymous(member):
    return not member["name"] and "record" in member["type"]


def field_name(index, member):
    return member["name"] or "_member%d" % index


def store(holder, key, tree, value, address):
    """Puts a value where `holder` has a field or an element of the name or number `key`."""
    if "array" in tree:
        inner = take(holder, key)
        step = ctypes.sizeof(inner) // max(1, tree["count"])
        for index, element in enumerate(value):
            store(inner, index, tree["array"], element, address + index * step)
    elif "record" in tree:
        fill(take(holder, key), tree, value)
    elif tree.get("scalar") == "long double":
        ctypes.memmove(address, bytes(value["bytes"]), 10)
    elif isinstance(holder, ctypes.Array):
        holder[key] = number(tree, value)
    else:
        setattr(holder, key, number(tree, value))


def take(holder, key):
    return holder[key] if isinstance(holder, ctypes.Array) else getattr(holder, key)


def fill(record, tree, values):
    for index, (member, value) in enumerate(zip(tree["members"], values)):
        if value is not None:
            name = field_name(index, member)
            address = ctypes.addressof(record) + getattr(type(record), name).offset if member["bits"] is None else 0
            store(record, name, member["type"], value, address)


def number(tree, value):
    if "text" in tree:
        return value.encode()
    if isinstance(value, bool):
        return value
    if isinstance(value, dict):
        found = float.fromhex(value["number"])
        if found == found and ctypes.string_at(ctypes.byref(ctypes.c_longdouble(found)), 10) != bytes(value["bytes"]):
            raise Refused("a long double is a float of Python here")
        return found
    return float.fromhex(value) if tree["scalar"] in ("float", "double") else int(value)


def instance(types, example):
    """A value as ctypes passes it."""
    tree, kind = example["type"], types.get(example["type"])
    if "record" in tree:
        made = kind()
        fill(made, tree, example["value"])
        return made
    if tree.get("scalar") == "long double":
        return LongDouble.from_buffer_copy(bytes(example["value"]["bytes"]) + bytes(6))
    return kind(number(tree, example["value"]))


def kept(kind):
    """The type whose values come back as they lie in memory."""
    return LongDouble if kind is ctypes.c_longdouble else kind


def boxed(kind, value):
    return value if isinstance(value, ctypes._SimpleCData) or isinstance(value, kind) else kind(value)


def held(library):
    return library.seen_is_expected() == 1


def call(library, case):
    types = Types()
    function = getattr(library, "case_%d" % case["number"])
    function.argtypes = [kept(types.get(p["type"])) for p in case["parameters"]]
    function.restype = result = kept(types.get(case["result"]["type"])) if case["result"] else None
    arguments = [instance(types, p) for p in case["parameters"]]
    library.expect(case["number"], 0)
    returned = function(*arguments)
    if not held(library):
        return "arguments"
    if result is None:
        return None
    library.expect(case["number"], 1)
    getattr(library, "took_%d" % case["number"])(ctypes.byref(boxed(result, returned)))
    return None if held(library) else "result"


def callback(library, case):
    types, wrong = Types(), ["not called"]
    kinds = [kept(types.get(p["type"])) for p in case["parameters"]]
    result = types.get(case["result"]["type"]) if case["result"] else None
    answer = None
    if case["result"]:
        tree = case["result"]["type"]
        answer = instance(types, case["result"]) if "record" in tree else number(tree, case["result"]["value"])

    def body(*arguments):
        library.expect(case["number"], 0)
        places = [ctypes.byref(boxed(kind, argument)) for kind, argument in zip(kinds, arguments)]
        getattr(library, "got_%d" % case["number"])(*places)
        wrong[0] = None if held(library) else "arguments"
        library.expect(case["number"], 1)
        return answer

    pointer = ctypes.CFUNCTYPE(result, *kinds)(body)
    back = getattr(library, "back_%d" % case["number"])
    back.restype = None
    back(pointer)
    return wrong[0] or (None if held(library) else "result")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    library = ctypes.CDLL(sys.argv[2])
    runs = [(case, way) for case in cases for way in (call, callback)]
    for case, way in runs[int(sys.argv[3]):]:
        print("start", case["number"], way.__name__, flush=True)
        try:
            wrong = way(library, case)
            print("wrong " + wrong if wrong else "right", flush=True)
        except Exception as error:
            print("refused", " ".join(str(error).split()) or type(error).__name__, flush=True)


main()
