// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension RecordingWriter {
    /// Records the cases.
    ///
    /// - Parameter write: takes them one by one.
    mutating func recordCases(in runs: [RunRecord], to write: (Value) -> Void) {
        let all = Dictionary(behaviour.runs.map { ($0.name, $0) }) { first, _ in first }
        for plan in plan.cases {
            guard let steps = all[plan.name] else { continue }
            let body = self.recorded(steps.steps, steps.always, of: plan.name, in: runs)
            if body.isEmpty, !steps.steps.isEmpty {
                notes.append(.notRun(plan.name, at: plan.outline.range))
            } else {
                write(value(plan, steps.written, answers(for: plan.name, in: runs), body))
            }
        }
    }

    private func value(_ plan: CasePlan, _ written: Case, _ answers: [Value], _ body: [Value.Member]) -> Value {
        func texts(_ name: String, _ texts: [String]) -> [Value.Member] {
            texts.isEmpty ? [] : [.init(name, .array(texts.map(Value.string)))]
        }
        let hooks = written.hooks.map(value) + answers
        let steps = body.contains { $0.name == "steps" } ? [] : [Value.Member("steps", .array([]))]
        return .object(
            [.init("name", .string(plan.name))] + written.range.remarks + texts("tags", plan.outline.tags)
                + texts("needs", plan.outline.needs) + (hooks.isEmpty ? [] : [.init("hooks", .array(hooks))]) + steps
                + body)
    }
}
