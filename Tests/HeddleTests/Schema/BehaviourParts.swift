// SPDX-License-Identifier: Apache-2.0

/// The parts of random behaviours. Each part is right by itself, and beside all others.
enum BehaviourParts {
    static let modules = [
        #""probe": { "library": "probe", "description": 1 }"#,
        #""m": { "library": "libm.so.6", "declarations": "enum size { ONE = 1 }; double cos(double x)", "annotate": { "cos": { "x": "_In_", "return": "_Idempotent_" } } }"#,
        #""c": { "library": "counter", "config": { "from": 9007199254740993, "loud": false } }"#,
    ]

    static let plainSteps = [
        #"{ "call": "probe.nothing", "description": "no arguments" }"#,
        #"{ "call": "probe.add", "with": [1, 2], "expect": { "result": 3, "errno": { "ge": 0 } } }"#,
        #"{ "call": "probe.sum_bytes", "with": { "bytes": { "hex": "0102" } }, "expect": { "result": { "in": [3] } } }"#,
    ]

    static let steps =
        plainSteps + [
            #"{ "call": "probe.add", "with": { "a": 1, "b": 2 }, "save": "sum" }, { "call": "probe.add", "with": [{ "ref": "sum" }, 1] }"#,
            #"{ "call": "probe.same_text", "with": [{ "join": ["a", 1, { "hex": "62" }] }], "expect": { "result": { "join": ["a", "1b"] } } }"#,
            #"{ "call": "probe.add", "with": [1, 2], "save": "three" }, { "call": "probe.add", "with": [{ "expression": "three * 2" }, 1], "expect": { "result": { "gt": { "expression": "three" } } } }"#,
            #"{ "call": "probe.same_text", "with": ["weft"], "save": "weft" }, { "call": "probe.same_text", "with": [{ "ref": "weft", "from": 1, "count": { "expression": "1 + 1" } }] }"#,
            #"{ "call": "probe.divide", "with": [7, 2], "save": { "whole": "out.quotient", "rest": "out.rest" } }"#,
            #"{ "call": "m.cos", "with": [0], "expect": { "result": { "near": [1, 0.1], "ne": 2 } } }"#,
            #"{ "call": "m.cos", "with": [0], "expect": { "result": { "near": [1, { "relative": 0.1, "ulps": 2, "of": "double" }] } } }"#,
            #"{ "call": "m.cos", "with": ["ONE"], "expect": { "result": { "near": ["ONE", "ONE"] } } }"#,
            #"{ "call": "probe.same_text", "with": ["a"], "expect": { "result": { "matches": "^a$", "length": 1, "contains": "a" } } }"#,
            #"{ "call": "probe.sum_bytes", "with": [{ "bytes": "AQI=" }, 2], "expect": { "result": { "lt": 4, "gt": 2 } } }"#,
            #"{ "call": "probe.look_up", "with": ["x"], "expect": { "failure": { "ne": null }, "failure.code": "a" } }"#,
            #"{ "call": "probe.add", "with": { "a": 1, "b": 2 }, "expect": {} }"#,
            #"{ "call": "probe.nothing", "atMost": "1 h", "expect": { "stdout": "", "stderr": { "length": 0 }, "file:none": { "eq": null } } }"#,
            #"{ "call": "probe.nothing", "save": { "printed": "stdout", "file": "file:a.b" } }"#,
        ]

    static let hooks = [
        #"{ "on": "probe.add", "before": "log", "after": ["count", { "time": { "quantiles": [0.5] } }] }"#,
        #"{ "name": "first", "on": ["probe.*", "!probe.add"], "before": { "log": { "level": "debug", "label": "x" } }, "order": -1.5 }"#,
        #"{ "on": "*.add", "instead": { "cache": { "capacity": 2, "ttl": "20 ms", "key": ["a"] } }, "optional": true }"#,
        #"{ "on": "probe.add", "before": "probe.see_add", "where": { "argument.a": { "gt": 1, "le": 5 } }, "takes": "int" }"#,
        #"{ "on": "probe.add", "after": "probe.print_name", "when": "returned", "once": true, "during": "probe.*" }"#,
        #"{ "on": "probe.add", "after": { "track": { "label": "e", "data": { "a": "argument.a", "c": { "value": [1] } } } }, "background": true }"#,
        #"{ "on": "probe.add", "after": "count", "outermost": true, "reentrant": true, "atMost": 1, "tolerate": true }"#,
        #"{ "on": "probe.add", "before": "count", "tolerate": { "failures": 3, "x-a": 1 } }"#,
        #"{ "on": "probe.add", "after": "count", "background": { "limit": 5, "seconds": 0.5, "x-a": 1 } }"#,
        #"{ "on": "probe.add", "before": { "guard": { "where": { "argument.a": 1 }, "code": "no", "description": [] } } }"#,
        #"{ "on": "probe.add", "instead": { "limit": { "calls": 5, "per": "1 s", "atOnce": 2 } }, "returns": "int" }"#,
        #"{ "on": "probe.add", "instead": { "retry": { "attempts": 3, "force": true, "backoff": "1 ms", "jitter": 0.5, "on": ["a"] } } }"#,
        #"{ "on": "probe.add", "instead": { "timeout": { "after": "1.5 s" } } }, { "on": "m.cos", "before": { "delay": { "for": "1 us" } } }"#,
        #"{ "on": "probe.add", "before": { "fault": { "nth": [1, 2], "code": "E" } }, "after": { "fault": { "probability": 0, "seed": 1 } } }"#,
        #"{ "on": "probe.add", "instead": { "answer": { "results": [1, 2], "then": "repeat" } } }"#,
        #"{ "on": "probe.add", "before": { "rewrite": { "arguments": { "b": 3 } } }, "after": { "rewrite": { "result": 4 } } }"#,
        #"{ "on": "probe.add", "before": { "expectCalls": { "times": { "atLeast": 0, "atMost": 9 } } } }"#,
        #"{ "on": "probe.add", "before": { "expectCalls": { "times": 1, "order": ["probe.add"] } }, "enabled": true }"#,
        #"{ "on": "probe.add", "after": { "track": { "label": "e", "to": ["events"] } } }"#,
        #"{ "on": "probe.add", "after": { "track": { "label": "e", "when": { "status": "returned", "result": { "in": [1] } } } } }"#,
    ]

    static let trackings = [
        #""providers": { "lines": { "file": "/dev/null" }, "run": "events" }"#,
        #""screens": [{ "module": "probe", "label": "s", "action": "nothing", "to": ["events"] }]"#,
        #""shown": "nothing", "screens": [{ "module": "probe", "label": "s", "background": { "limit": 5 } }]"#,
        #""events": [{ "module": "probe", "action": "add", "label": "", "data": { "a": "argument.a" }, "from": "nothing", "x-a": 1 }]"#,
        #""events": [{ "module": "probe", "action": "add", "label": "e", "when": { "result": 3 } }, { "module": "c", "action": "count", "label": "n", "data": { "f": "config.from", "v": { "value": {} } } }]"#,
    ]

    /// In these STEPS, PLAIN and HOOKS stand for some of the above.
    static let cases = [
        #"{ "name": "plain", "tags": ["a", "b"], "steps": [STEPS], "hooks": [HOOKS] }"#,
        #"{ "name": "rows", "tags": "t", "each": [{ "a": 1, "name": "one" }, { "a": 2 }], "steps": [STEPS] }"#,
        #"{ "name": "group", "tags": "g", "setup": [STEPS], "hooks": [HOOKS], "cases": [{ "name": "inner", "steps": [PLAIN] }], "always": [PLAIN] }"#,
        #"{ "name": "whole", "steps": [PLAIN], "expect": { "stdout": { "ne": "x" }, "file:none": null }, "atMost": "1 h" }"#,
        #"{ "name": "table", "each": { "names": ["a", "b"], "rows": [[1, { "hex": "00" }]] }, "steps": [STEPS], "always": [PLAIN] }"#,
    ]

    static let policies = [
        #""onFailure": "continue""#, #""leaks": "fail""#,
        #""mayHook": { "probe": ["probe.*", "!probe.divide"], "*": "probe.add" }"#,
    ]

    static let sequences = [
        #"{ "name": "probe", "actions": [{ "func": "nothing" }, { "func": "say", "value": "a", "x": 1 }] }"#,
        #"{ "name": "probe", "verison": 1 }"#, #"{ "name": "nowhere", "actions": [] }"#,
    ]

    /// Keys and texts that mean something somewhere.
    static let words = [
        "a", "log", "count", "cache", "time", "probe.add", "probe.see_add", "probe", "nowhere.at", ".x", "x.", "result",
        "out",
        "out.rest", "errno", "failure", "failure.code", "ref", "join", "expression", "from", "hex", "bytes", "eq", "gt",
        "near", "ulps", "of",
        "in",
        "matches",
        "name",
        "before", "instead", "after", "on", "when", "failed", "argument.a", "argument", "status", "1 s", "0 s", "AQI=",
        "zz",
        "call", "with", "save", "expect", "steps", "x-free", "description", "continue", "*", "*.*", "!",
        "library:probe.add", "setup", "cases", "atMost", "stdout", "file:x", "golden",
        "config", "declarations", "annotate", "bindings", "each", "rows", "names", "limit", "to", "file", "label",
        "where", "background",
        "$schema",
    ]
}
