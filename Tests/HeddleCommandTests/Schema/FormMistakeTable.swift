// SPDX-License-Identifier: Apache-2.0

/// Behaviours that are wrong by form, each in one place.
struct FormMistakeTable {
    /// The behaviour.
    let text: String
    /// Where it is wrong, as a JSON Pointer.
    let path: String
    /// The words that a message about it must contain.
    let word: String

    static let all = documents + modules + steps + values + hooks + aspects + cases + sequences

    static func step(_ step: String) -> String {
        #"{"behaviour": 1, "modules": {"probe": {"library": "probe"}}, "steps": [\#(step)]}"#
    }

    static func hook(_ hook: String) -> String {
        #"{"behaviour": 1, "modules": {"probe": {"library": "probe"}}, "hooks": [\#(hook)]}"#
    }

    private static func made(
        _ rows: [(String, String, String)], at path: String = "", _ make: (String) -> String = { $0 }
    ) -> [FormMistakeTable] {
        rows.map { FormMistakeTable(text: make($0.0), path: path + $0.1, word: $0.2) }
    }

    private static let documents = made([
        ("12", "", "12 is not of type"), ("{}", "", "'behaviour' is a required property"),
        (#"{"behaviour": 2}"#, "/behaviour", "1 was expected"),
        (#"{"behaviour": "1"}"#, "/behaviour", "1 was expected"),
        (#"{"behaviour": 1, "stepz": []}"#, "", "'stepz'"),
        (#"{"behaviour": 1, "include": "a"}"#, "/include", "'array'"),
        (#"{"behaviour": 1, "include": [""]}"#, "/include/0", "''"),
        (#"{"behaviour": 1, "steps": {}}"#, "/steps", "'array'"),
        (#"{"behaviour": 1, "cases": 1}"#, "/cases", "'array'"),
        (#"{"behaviour": 1, "setup": {}}"#, "/setup", "'array'"),
        (#"{"behaviour": 1, "policy": {"leaks": "maybe"}}"#, "/policy/leaks", "'maybe'"),
        (#"{"behaviour": 1, "policy": "stop"}"#, "/policy", "'object'"),
        (#"{"behaviour": 1, "policy": {"onFailure": "explode"}}"#, "/policy/onFailure", "'explode'"),
        (#"{"behaviour": 1, "policy": {"missing": null}}"#, "/policy/missing", "None"),
        (#"{"behaviour": 1, "policy": {"mayHook": []}}"#, "/policy/mayHook", "'object'"),
        (#"{"behaviour": 1, "policy": {"mayHook": {"*": "a"}}}"#, "/policy/mayHook/*", "'a' does not match"),
        (#"{"behaviour": 1, "tracking": []}"#, "/tracking", "'object'"),
        (#"{"behaviour": 1, "tracking": {}}"#, "/tracking", "'events' is a required property"),
        (#"{"behaviour": 1, "tracking": {"event": []}}"#, "/tracking", "'event'"),
        (#"{"behaviour": 1, "tracking": {"events": []}}"#, "/tracking/events", "[] "),
        (#"{"behaviour": 1, "tracking": {"screens": [{"module": "m"}]}}"#, "/tracking/screens/0", "'label'"),
        (#"{"behaviour": 1, "tracking": {"providers": {}}}"#, "/tracking/providers", "{} "),
        (#"{"behaviour": 1, "tracking": {"providers": {"a": "b"}}}"#, "/tracking/providers/a", "'b' does not match"),
        (#"{"behaviour": 1, "tracking": {"providers": {"events": "events"}}}"#, "/tracking/providers", "'events'"),
        (#"{"behaviour": 1, "$schema": 1}"#, "/$schema", "'string'"),
    ])

    private static let modules = made(
        [
            (#"{"z": {"libary": "z"}}"#, "/z", "'libary'"), (#"{"z": {"library": 12}}"#, "/z/library", "'string'"),
            (#"{"z": {"library": ""}}"#, "/z/library", "''"), (#"{"z": "z"}"#, "/z", "'object'"),
            (#"{"z": {"library": "z", "declarations": 1}}"#, "/z/declarations", "'string', 'array'"),
            (#"{"z": {"library": "z", "declarations": [1]}}"#, "/z/declarations/0", "'string'"),
            (#"{"a b": {"library": "z"}}"#, "", "'a b' does not match"),
            (#"{"z": {"library": "z", "path": 1}}"#, "/z", "path"),
            (#"[]"#, "", "'object'"), (#"{"": {"library": "z"}}"#, "", "''"),
        ], at: "/modules"
    ) { #"{"behaviour": 1, "modules": \#($0)}"# }

    private static let steps = made(
        [
            ("7", "", "'object'"), (#"{"with": []}"#, "", "'call' is a required property"),
            (#"{"cal": "probe.add", "call": "probe.add"}"#, "", "'cal'"), (#"{"call": 7}"#, "/call", "'string'"),
            (#"{"call": "add"}"#, "/call", "'add' does not match"),
            (#"{"call": "probe.add", "with": 1}"#, "/with", "'array', 'object'"),
            (#"{"call": "probe.add", "save": 1}"#, "/save", "'string', 'object'"),
            (#"{"call": "probe.add", "with": [1, 2], "save": "a.b"}"#, "/save", "'a.b' does not match"),
            (#"{"call": "probe.add", "save": {"a": "reslt"}}"#, "/save/a", "'reslt'"),
            (#"{"call": "probe.add", "save": {"": "result"}}"#, "/save", "''"),
            (#"{"call": "probe.add", "expect": [1]}"#, "/expect", "'object'"),
            (#"{"call": "probe.add", "expect": {"reslt": 1}}"#, "/expect", "'reslt'"),
            (#"{"call": "probe.add", "expect": {"stdout.x": 1}}"#, "/expect", "'stdout.x'"),
            (#"{"call": "probe.add", "expect": {"file:": 1}}"#, "/expect", "'file:'"),
            (#"{"call": "probe.add", "expect": {"stdout": {"golden": 1}}}"#, "/expect/stdout/golden", "'string'"),
            (#"{"call": "probe.add", "expect": {"stdout": {"golden": ""}}}"#, "/expect/stdout/golden", "''"),
            (#"{"call": "probe.add", "atMost": 1}"#, "/atMost", "'string'"),
            (#"{"call": "probe.add", "atMost": "0 s"}"#, "/atMost", "'0 s' does not match"),
            (#"{"call": "probe.add", "expect": {"errno.x": 1}}"#, "/expect", "'errno.x'"),
            (#"{"call": "probe.add", "expect": {"failure.text": 1}}"#, "/expect", "'failure.text'"),
        ], at: "/steps/0", step)

    private static let values =
        made(
            [
                (#"{"bytes": "a"}"#, "/bytes", "'a' does not match"), (#"{"bytes": "aGl="}"#, "/bytes", "'aGl='"),
                (#"{"hex": "0"}"#, "/hex", "'0' does not match"), (#"{"ref": ""}"#, "/ref", "''"),
                (#"{"join": []}"#, "/join", "[]"), (#"{"join": ["a", null]}"#, "/join/1", "None"),
                (#"{"join": [{"a": 1}]}"#, "/join/0", "'a'"), (#"{"expression": ""}"#, "/expression", "''"),
                (#"{"ref": "a", "from": -1}"#, "/from", "-1"), (#"{"ref": "a", "count": "b"}"#, "/count", "'b'"),
                (#"{"ref": "a", "from": 1, "count": {"ref": "."}}"#, "/count/ref", "'.'"),
                (#"{"ref": "a["}"#, "/ref", "'a['"), (#"[{"a": {"ref": ".b"}}]"#, "/0/a/ref", "'.b'"),
            ], at: "/steps/0/with/0"
        ) { step(#"{"call": "probe.same_text", "with": [\#($0)]}"#) }
        + made(
            [
                (#"{"lt": null}"#, "/lt", "'number', 'string'"), (#"{"in": 5}"#, "/in", "'array'"),
                (#"{"near": 5}"#, "/near", "'array'"), (#"{"near": [1]}"#, "/near", "[1] is too short"),
                (#"{"near": [1, {"relative": -1}]}"#, "/near/1/relative", "-1 is less than"),
                (#"{"near": [1, {"ulps": 0.5}]}"#, "/near/1/ulps", "'integer'"),
                (#"{"near": [1, {"of": "float"}]}"#, "/near/1", "'ulps' is a dependency of 'of'"),
                (#"{"near": [1, {"ulp": 1}]}"#, "/near/1", "'ulp'"),
                (#"{"near": [1, -1]}"#, "/near/1", "-1 is less than"), (#"{"near": [[1], 1]}"#, "/near/0", "'number'"),
                (#"{"matches": 1}"#, "/matches", "'string'"), (#"{"length": -1}"#, "/length", "-1 is less than"),
                (#"{"length": [3]}"#, "/length", "'integer'"), (#"{"null": 1}"#, "/null", "'boolean'"),
                (#"{"eq": {"hex": "z"}}"#, "/eq/hex", "'z'"),
                (#"{"gt": {"a": 1}}"#, "/gt", "'a' was unexpected"),
            ], at: "/steps/0/expect/result"
        ) { step(#"{"call": "probe.same_text", "with": ["a"], "expect": {"result": \#($0)}}"#) }

    private static let hooks = made(
        [
            (#"{"before": "log"}"#, "", "'on' is a required property"),
            (#"{"on": 1, "before": "log"}"#, "/on", "'string', 'array'"),
            (#"{"on": [], "before": "log"}"#, "/on", "[] "),
            (#"{"on": "add", "before": "log"}"#, "/on", "'add' does not match"),
            (#"{"on": ".add", "before": "log"}"#, "/on", "'.add'"),
            (#"{"on": "a.b"}"#, "", "'after' is a required property"),
            (#"{"on": "a.b", "befor": "log", "after": "log"}"#, "", "'befor'"),
            (#"{"on": "a.b", "before": []}"#, "/before", "[] "),
            (#"{"on": "a.b", "before": 7}"#, "/before", "'string', 'object', 'array'"),
            (#"{"on": "a.b", "before": [7]}"#, "/before/0", "'string', 'object'"),
            (#"{"on": "a.b", "before": {}}"#, "/before", "{} "),
            (#"{"on": "a.b", "before": "logg"}"#, "/before", "'logg' is not one of"),
            (#"{"on": "a.b", "before": {"log": {}, "count": {}}}"#, "/before", "too many properties"),
            (#"{"on": "a.b", "before": {"probe.see_add": {}}}"#, "/before", "'probe.see_add'"),
            (#"{"on": "a.b", "before": "cache"}"#, "/before", "'cache' is not one of"),
            (#"{"on": "a.b", "before": "log", "when": "failed"}"#, "", "'after' is a required property"),
            (#"{"on": "a.b", "after": "log", "when": "later"}"#, "/when", "'later'"),
            (#"{"on": "a.b", "after": "log", "order": "1"}"#, "/order", "'number'"),
            (#"{"on": "a.b", "after": "log", "once": 1}"#, "/once", "'boolean'"),
            (#"{"on": "a.b", "after": "log", "outermost": 1}"#, "/outermost", "'boolean'"),
            (#"{"on": "a.b", "after": "log", "reentrant": 1}"#, "/reentrant", "'boolean'"),
            (#"{"on": "a.b", "after": "log", "atMost": -1}"#, "/atMost", "-1 is less than"),
            (#"{"on": "a.b", "after": "log", "tolerate": 1}"#, "/tolerate", "'boolean', 'object'"),
            (#"{"on": "a.b", "after": "log", "tolerate": {"failures": 0}}"#, "/tolerate/failures", "0 is less than"),
            (#"{"on": "a.b", "instead": "log", "tolerate": true}"#, "/instead", "False schema"),
            (#"{"on": "a.b", "after": "log", "outside": [""]}"#, "/outside/0", "''"),
            (#"{"on": "a.b", "after": "log", "where": {}}"#, "/where", "{} "),
            (#"{"on": "a.b", "after": "log", "where": {"result": 1}}"#, "/where", "'result' does not match"),
            (#"{"on": "a.b", "after": "log", "where": {"argument.a": {"anyOf": 1}}}"#, "/where/argument.a/anyOf", "1"),
            (
                #"{"on": "a.b", "after": "log", "where": {"argument.a": {"ref": "x"}}}"#, "/where/argument.a/ref",
                "False schema"
            ),
            (#"{"on": "a.b", "after": "count", "background": 1}"#, "/background", "'boolean', 'object'"),
            (#"{"on": "a.b", "after": "count", "background": {"limit": 0}}"#, "/background/limit", "0 is less than"),
            (#"{"on": "a.b", "before": "log", "after": "log", "background": true}"#, "/before", "False schema"),
            (#"{"on": "probe.add", "after": {"fault": {}}, "background": true}"#, "/after", "'fault'"),
            (#"{"on": "probe.add", "after": "time", "background": true}"#, "/after", "'time' is not one of"),
        ], at: "/hooks/0", hook)

    private static let aspects =
        made(
            [
                (#"{"log": null}"#, "/log", "'object'"), (#"{"log": {"lavel": "info"}}"#, "/log", "'lavel'"),
                (#"{"log": {"level": "loud"}}"#, "/log/level", "'loud'"),
                (#"{"log": {"redact": []}}"#, "/log/redact", "[] "),
                (#"{"time": {"quantiles": [2]}}"#, "/time/quantiles/0", "2 is greater"),
                (#""track""#, "", "'track' is not one of"),
                (#"{"track": {}}"#, "/track", "'label' is a required property"),
                (#"{"track": {"label": "a", "to": {"file": 1}}}"#, "/track/to/file", "'string'"),
                (#"{"track": {"label": "a", "to": []}}"#, "/track/to", "[] "),
                (#"{"track": {"label": "a", "to": ""}}"#, "/track/to", "''"),
                (#"{"track": {"label": "a", "to": ["events", {"file": 1}]}}"#, "/track/to/1/file", "'string'"),
                (#"{"track": {"label": "a", "to": ["events", "events"]}}"#, "/track/to", "non-unique"),
                (#"{"track": {"label": "a", "data": {"x": {}}}}"#, "/track/data/x", "{} "),
                (#"{"track": {"label": "a", "data": {"x": "reslt"}}}"#, "/track/data/x", "'reslt'"),
                (
                    #"{"track": {"label": "a", "when": {"argument.a": {"gt": []}}}}"#, "/track/when/argument.a/gt",
                    "'number', 'string'"
                ),
                (#"{"expectCalls": {}}"#, "/expectCalls", "'order' is a required property"),
                (#"{"expectCalls": {"times": {}}}"#, "/expectCalls/times", "'atMost' is a required property"),
                (#"{"expectCalls": {"times": -1}}"#, "/expectCalls/times", "-1 is less than"),
                (#"{"guard": {"code": "a"}}"#, "/guard", "'action' is a required property"),
                (#"{"limit": {"calls": 1}}"#, "/limit", "'per' is a required property"),
                (#"{"limit": {}}"#, "/limit", "'atOnce' is a required property"),
                (#"{"cache": {"capacity": 0}}"#, "/cache/capacity", "0 is less than"),
                (#"{"cache": {"ttl": "0 s"}}"#, "/cache/ttl", "'0 s'"),
                (#"{"cache": {"ttl": "5"}}"#, "/cache/ttl", "'5'"),
                (#"{"delay": {}}"#, "/delay", "'for' is a required property"), (#"{"once": {"a": 1}}"#, "/once", "'a'"),
                (#"{"retry": {"attempts": 1}}"#, "/retry/attempts", "1 is less than"),
                (#"{"retry": {"jitter": 0.5}}"#, "/retry", "'backoff' is a required property"),
                (#"{"timeout": {"after": 5}}"#, "/timeout/after", "'string'"),
                (#"{"fault": {"nth": []}}"#, "/fault/nth", "[] "),
                (#"{"fault": {"nth": 1, "every": 2}}"#, "/fault/every", "False schema"),
                (#"{"fault": {"seed": 1}}"#, "/fault", "'probability' is a required property"),
                (#"{"answer": {"result": 1, "results": [1]}}"#, "/answer/results", "False schema"),
                (#"{"answer": {"then": "fail"}}"#, "/answer", "'results' is a required property"),
                (#"{"rewrite": {"arguments": {}}}"#, "/rewrite/arguments", "{} "),
                (#"{"rewrite": {}}"#, "/rewrite", "'result' is a required property"),
            ], at: "/hooks/0/instead"
        ) { hook(#"{"on": "probe.add", "instead": \#($0)}"#) }
        + made(
            [
                (#""before": {"rewrite": {"result": 1}}"#, "/before/rewrite", "'result'"),
                (#""after": {"rewrite": {"arguments": {"a": 1}}}"#, "/after/rewrite", "'arguments'"),
                (#""before": {"track": {"label": "a", "data": {"x": "result"}}}"#, "/before/track/data/x", "'result'"),
            ], at: "/hooks/0"
        ) { hook(#"{"on": "probe.add", \#($0)}"#) }

    private static let cases = made(
        [
            ("{}", "", "'name' is a required property"), (#"{"name": "a"}"#, "", "'steps' is a required property"),
            (#"{"name": "", "steps": []}"#, "/name", "''"),
            (#"{"name": "a", "steps": [], "tags": [1]}"#, "/tags/0", "'string'"),
            (#"{"name": "a", "steps": [], "setup": 1}"#, "/setup", "'array'"),
            (#"{"name": "a", "cases": [], "steps": []}"#, "/steps", "False schema"),
            (#"{"name": "a", "cases": [], "atMost": "1 s"}"#, "/atMost", "False schema"),
            (#"{"name": "a", "cases": [{"name": "b"}]}"#, "/cases/0", "'steps' is a required property"),
            (#"{"name": "a", "steps": [], "expect": {"result": 1}}"#, "/expect", "'result'"),
            (#"{"name": "a", "steps": [], "atMost": 5}"#, "/atMost", "'string'"),
            (#"{"name": "a", "steps": [], "each": []}"#, "/each", "[] "),
            (#"{"name": "a", "steps": [], "each": 1}"#, "/each", "'array', 'object'"),
            (#"{"name": "a", "steps": [], "each": [1]}"#, "/each/0", "'object'"),
            (#"{"name": "a", "steps": [], "each": [{"name": 1}]}"#, "/each/0/name", "'string'"),
            (#"{"name": "a", "steps": [], "each": [{"a.b": 1}]}"#, "/each/0", "'a.b'"),
            (#"{"name": "a", "steps": [], "each": {"names": ["a"]}}"#, "/each", "'rows' is a required property"),
            (#"{"name": "a", "steps": [], "each": {"names": ["a"], "rows": [1]}}"#, "/each/rows/0", "'array'"),
            (#"{"name": "a", "steps": [], "each": {"names": ["a"], "rows": []}}"#, "/each/rows", "[] "),
            (#"{"name": "a", "steps": [{"call": "probe.add", "wiht": []}]}"#, "/steps/0", "'wiht'"),
            (#"{"name": "a", "steps": [], "always": [1]}"#, "/always/0", "'object'"),
            (#"{"name": "a", "steps": [], "hooks": [{"on": "a.b"}]}"#, "/hooks/0", "'after' is a required property"),
        ], at: "/cases/0"
    ) { #"{"behaviour": 1, "modules": {"probe": {"library": "probe"}}, "cases": [\#($0)]}"# }

    private static let sequences = made([
        ("[1]", "/0", "'object'"), ("[{}]", "/0", "'name' is a required property"),
        (#"[{"name": ""}]"#, "/0/name", "''"),
        (#"[{"name": "a", "actions": {}}]"#, "/0/actions", "'array'"),
        (#"[{"name": "a", "actions": [{"function": "f"}]}]"#, "/0/actions/0", "'func' is a required property"),
        (
            #"[{"name": "a", "actions": [{"func": "f", "value": {"ref": "x"}}]}]"#, "/0/actions/0/value/ref",
            "False schema"
        ),
    ])
}
