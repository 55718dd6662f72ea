// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// What the Swift runtime and the dynamic linker make when something is first used: metadata of types, conformances,
/// addresses. A process that has it made before it is forked saves each case from making it anew, which takes longer
/// than the case.
enum FirstUse {
    private static let text = """
        { "behaviour": 1,
          "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
          "cases": [{ "name": "first use", "steps": [
            { "call": "c.abs", "with": [-1], "save": "one", "expect": { "result": 1 } }] }] }
        """

    /// Runs a case that does nothing, and tells nobody.
    static func make(on path: HostOptions) {
        let text = BehaviourText(name: "first use", bytes: Array(text.utf8), folder: ".")
        guard let (plan, host) = try? text.plan(on: path), let first = plan.cases.first else { return }
        CaseRun(first, on: host, events: EventStream(to: [JSONLinesReport(line: { _ in })]), clock: RunClock())()
    }
}
