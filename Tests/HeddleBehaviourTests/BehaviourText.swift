// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import Readers

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
func codes(_ text: String) -> [String] { issues(text).map(\.code.description) }

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

/// Each diagnostic of JSON or of a behaviour as one text, with its notes.
func rendered(_ text: String) -> String {
    issues(text).map { $0.render() }.joined(separator: "\n\n")
}

/// The behaviour of the design: every section of the full form.
let fullExample = FuzzCorpus.full
