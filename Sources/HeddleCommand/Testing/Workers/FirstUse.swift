// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign
import HeddleReport
import HeddleSystem

/// The Swift runtime and the dynamic linker make metadata of types, conformances and addresses when they are first used. A
/// process that has it made before it is forked saves each case from making it anew, which takes longer than the case.
enum FirstUse {
    /// A behaviour that uses what most cases do.
    private static let behaviour = BehaviourText(name: "first use", bytes: Array(text.utf8), folder: ".")

    private static let text = """
        { "behaviour": 1,
          "modules": { "c": { "library": "libc.so.6", "declarations": [
            "int abs(int n)", "size_t strlen(const char *text)", "double atof(const char *text)",
            "typedef struct { int quot; int rem; } div_t", "div_t div(int n, int by)" ] } },
          "cases": [{ "name": "first use", "steps": [
            { "call": "c.abs", "with": [-1], "save": "one", "expect": { "result": 1 } },
            { "call": "c.strlen", "with": ["text"], "expect": { "result": { "ge": 4 } } },
            { "call": "c.atof", "with": ["-0.5"], "expect": { "result": -0.5 } },
            { "call": "c.div", "with": [7, 2], "save": "parts", "expect": { "result.quot": 3, "result.rem": 1 } }
          ] }] }
        """

    /// Runs a case that does next to nothing, and tells nobody.
    static func make(on path: BehaviourOptions) {
        // The services of the first host go when the second one's come, as they do when a case comes.
        for _ in 1...2 {
            guard let (plan, host) = try? behaviour.plan(on: path), let first = plan.cases.first else {
                return assertionFailure("the behaviour is wrong")
            }
            let events = EventStream(to: [JSONLinesReport(line: { _ in })])
            let outcome = CaseRun(first, on: host, events: events, clock: RunClock())()
            assert(outcome == .passed)
        }
        _ = CrashReport.words(for: [-1, 1, 0.5, "text", true, [1]])
        let state = ProcessState()
        _ = ProcessState().changes(since: state)
    }
}
