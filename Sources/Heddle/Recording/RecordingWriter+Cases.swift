// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension RecordingWriter {
    /// Records the cases.
    ///
    /// - Parameter write: takes them one by one.
    mutating func recordCases(in runs: [RunRecord], to write: (Value) -> Void) {
        let all = Dictionary(plan.runs.map { ($0.name, $0) }) { first, _ in first }
        for plan in plan.cases {
            guard let steps = all[plan.name] else { continue }
            if let reason = runs.lazy.compactMap({ $0.part(of: plan.name).death }).first {
                notes.append(.died(plan.name, reason, at: plan.outline.range))
                continue
            }
            let body = self.recorded(
                steps.steps, steps.always, of: plan.name, in: runs, setupCount: steps.written.setupCount)
            if body.isEmpty, !steps.steps.isEmpty {
                notes.append(.notRun(plan.name, at: plan.outline.range))
            } else {
                let promises = promises(of: steps, in: runs)
                write(value(plan, steps.written, answers(for: plan.name, in: runs), promises + body))
            }
        }
    }

    /// The members with what a case expects of its steps together, unless that does not hold for the recording.
    private mutating func promises(of recorded: CaseSteps, in runs: [RunRecord]) -> [Value.Member] {
        let (written, name) = (recorded.written, recorded.name)
        if recorded.expectations.isEmpty, written.most == nil { return [] }
        guard runs.allSatisfy({ $0.part(of: name).hasPassed }) else {
            notes.append(.unkept(name, at: written.range))
            return []
        }
        var promises: [Value.Member] = []
        if stubs != nil, let first = recorded.expectations.first {
            notes.append(.unanswerable(byCase: name, at: first.range))
        } else if !recorded.expectations.isEmpty {
            let expected = recorded.expectations.map { expectation in
                Value.Member("\(expectation.path.value)", expectation.condition.written(golden: moved(golden:in:)))
            }
            promises.append(.init("expect", .object(expected)))
        }
        if let most = written.most { promises.append(.init("atMost", .string(DurationText.text(most.value)))) }
        return promises
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
