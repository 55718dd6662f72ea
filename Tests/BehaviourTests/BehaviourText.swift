// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Diagnostics

/// Reads a behaviour, or tells its mistakes.
func read(_ text: String) throws(Diagnostics) -> Behaviour {
    try Behaviour.read(SourceText(name: "stack.json", text)).behaviour
}

/// Everything that reading a behaviour says: mistakes and warnings.
func issues(_ text: String) -> [Diagnostic] {
    do throws(Diagnostics) {
        return try Behaviour.read(SourceText(name: "stack.json", text)).warnings
    } catch {
        return error.all
    }
}

/// The codes of what is said, in order.
func codes(_ text: String) -> [String] { issues(text).map(\.code) }

/// A full behaviour whose steps are given.
func behaviour(steps: String) -> String {
    #"{"behaviour": 1, "modules": {"z": {"library": "libz.so.1"}, "a.b": {"library": "ab"}}, "steps": [\#(steps)]}"#
}

/// A full behaviour with one hook.
func behaviour(hook: String) -> String {
    #"{"behaviour": 1, "hooks": [\#(hook)]}"#
}

/// The step of a behaviour that has only this one.
func step(_ text: String) throws(Diagnostics) -> Step {
    let steps = try read(behaviour(steps: text)).steps
    return steps[0]
}

/// What was expected of JSON or of a behaviour is said in one piece, notes included.
func rendered(_ text: String) -> String {
    issues(text).map { $0.render() }.joined(separator: "\n\n")
}

/// The behaviour of the design: every section of the full form.
let fullExample = #"""
    {
      "behaviour": 1,
      "description": "an example",
      "x-editor": { "anything": [1, 2] },
      "modules": {
        "greeter": { "library": "greeter", "config": { "language": "en", "bytes": "10 MB" } },
        "z":       { "library": "libz.so.1", "description": "zlib",
                     "declarations": [ "unsigned long crc32(unsigned long crc)", "const char *zlibVersion(void)" ] }
      },
      "hooks": [
        { "name": "seen", "on": "*.*", "before": "log", "after": "time", "when": "failed" },
        { "on": ["z.*", "!z.zlibVersion"], "instead": { "cache": { "capacity": 128 } }, "order": -1.5,
          "outside": ["seen"], "inside": "seen", "enabled": false, "optional": true },
        { "on": "greeter.sayHello", "before": ["audit.checkName", { "log": { "to": "stderr" } }] }
      ],
      "steps": [
        { "call": "z.crc32", "with": [0, "hello", 5], "save": "sum", "expect": { "result": 907060870 } },
        { "call": "greeter.sayHello", "with": { "name": { "ref": "sum" } }, "save": { "reply": "result", "size": "out.n" },
          "expect": { "result": "Hello, Ada", "errno": { "in": [0, 2] }, "out.n": { "near": [1.5, 0.1], "ne": null } } },
        { "call": "z.crc32", "with": [[1, { "ref": "reply" }], { "bytes": "aGk=" }, { "hex": "00fF" }] }
      ],
      "always": [{ "call": "z.zlibVersion", "with": [{ "ref": "reply.text[0]" }] }],
      "cases": [
        { "name": "each", "tags": "t", "needs": ["columns"], "each": [{ "a": 1, "name": "one" }, { "a": [2] }],
          "hooks": [{ "name": "own", "on": "z.*", "after": "log" }],
          "steps": [{ "call": "z.crc32", "with": [{ "ref": "row.a" }], "expect": { "result.x[1]": { "ref": "row" } } }] },
        { "name": "columns", "each": { "names": ["a", "b"], "rows": [[1, { "hex": "00" }]] },
          "steps": [{ "call": "z.crc32", "with": [0], "save": { "c": "out.c.d" } }],
          "always": [{ "call": "z.crc32", "with": [{ "ref": "c" }, { "ref": "row.b" }] }] }
      ],
      "policy": { "missing": "skip", "onFailure": "continue" }
    }
    """#
