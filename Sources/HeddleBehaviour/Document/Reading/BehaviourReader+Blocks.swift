// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// Reads steps that are not simply run in order: loops and branches.
extension BehaviourReader {
    /// Takes the steps of a block that is right by itself.
    func steps(
        of block: StepTable.Block, _ node: JSONNode, of field: Field, _ number: Int, _ modules: ModuleScope
    ) -> [Steps.Entry] {
        func entries(_ indices: Range<Int>, _ take: (WrittenStep) -> Bool) -> [Steps.Entry] {
            indices.compactMap { index in
                defer { saves.endStep() }
                let written = WrittenStep(file: files[number], number: number, index: index, modules: modules)
                return take(written) ? Steps.Entry(index: UInt32(index), file: UInt32(number)) : nil
            }
        }
        return (block.isLoop ? inLoop : { $0() }) {
            if block.isWhole {
                // Only what is wrong is read again.
                var fields: [Int: Field] = [:]
                let isInLoop = files[number].table.areInLoops(in: block)
                return entries(block.start..<block.end) { written in
                    (isInLoop[written.index - block.start] ? inLoop : { $0() }) {
                        if isRight(written) { return true }
                        if fields.isEmpty { collectSteps(of: node, in: field, &fields) }
                        return fields[written.range.bytes.lowerBound].map { explain($0, isInTable: true) } != false
                    }
                }
            }
            let first = block.isLoop ? [] : entries(block.start..<block.start + 1) { take($0, node, of: field) }
            return first + lists(of: node).flatMap { steps($0) }
        }
    }

    /// Collects the steps of a block and of blocks in it by where they begin.
    private func collectSteps(of block: JSONNode, in field: Field, _ steps: inout [Int: Field]) {
        if !StepSchema.isLoop(block) { steps[block.offset] = field.element(block) }
        for list in lists(of: block) {
            guard case .array(let elements) = list.node.content else { continue }
            for element in elements { collectSteps(of: element, in: list, &steps) }
        }
    }

    /// The lists of steps in a block, in the order in which they are read.
    private func lists(of block: JSONNode) -> [Field] {
        guard case .object(let members) = block.content else { return [] }
        let isLoop = StepSchema.isLoop(block)
        return (isLoop ? [StepKey.repeat] : [.then, .else]).compactMap { key in
            members.first { $0.name == key.rawValue }
                .map {
                    Field(key: key.rawValue, owner: isLoop ? LoopDraft.subject : StepSchema.subject, node: $0.value)
                }
        }
    }

    /// Reads something in a loop.
    fileprivate func inLoop<Result>(_ read: () -> Result) -> Result {
        loopDepth += 1
        defer { loopDepth -= 1 }
        return read()
    }

    // MARK: Mistakes

    /// Says what is wrong with a loop and with the steps in it. Returns whether nothing is: it stands in a wrong one.
    func explainLoop(_ field: Field) -> Bool {
        sound {
            var draft = LoopDraft()
            LoopDraft.form.read(field, into: &draft, self)
            return draft
        } != nil
    }

    /// Says which of `if`, `then` and `else` is missing.
    func explainBranch(_ condition: Field?, _ then: Field?, _ otherwise: Field?) {
        let lists = [(StepKey.then, then), (.else, otherwise)]
        let others = lists.compactMap { key, field in field.map { (key.rawValue, $0) } }
        if let condition, then == nil {
            note(
                .missingKey, "\"if\" decides whether the steps of \"then\" are run, and the step has no \"then\"",
                at: condition.range, suggestion: "write them as \"then\": [ … ]")
        } else if condition == nil, let (name, field) = others.first {
            note(
                .missingKey,
                "the steps of \"\(name)\" are run where a condition holds or not, and the step has no \"if\"",
                at: field.range, suggestion: "write it as \"if\": { \"result\": … }")
        }
    }

    /// Says of the reason of a skip that nothing decides on one.
    func explainReason(_ reason: Field?, of condition: Field?) {
        guard let reason, condition == nil else { return }
        note(
            .missingKey,
            "\"reason\" says why steps are left out where a condition does not hold, and the step has no \"if\"",
            at: reason.range, suggestion: "write it as \"if\": { \"result\": … }, with the steps as \"then\"")
    }

    /// Says what is wrong with the steps of a block that is in no table.
    func explainSteps(_ field: Field) {
        guard case .array(let steps) = field.node.content else {
            return wrongType(field, expected: "a list of steps")
        }
        guard explainsInner else { return }
        if steps.isEmpty { badValue(field, expected: "at least one step") }
        _ = self.steps(field, inWrongBlock: true)
    }
}

/// A loop as it is read again, to say what is wrong with it.
private struct LoopDraft {
    var times: Int?

    static let subject = "a loop"

    static let form = KeyTable<LoopDraft>(
        subject,
        [
            .required(StepKey.repeat.rawValue, StepSchema.repeat) { _, field, reader in
                reader.inLoop { reader.explainSteps(field) }
            },
            .required(
                StepKey.times.rawValue, \.times, .whole(StepSchema.times),
                "How often the steps are run: so often, or at most so often where one of them has `until`. The run "
                    + "fails if the loop has not ended by then."),
        ])
}

extension StepSchema {
    /// The name of a step in messages.
    static let subject = "a step"

    /// A loop.
    static var loop: JSONSchema { LoopDraft.form.schema }

    /// Returns whether an object is a loop, if perhaps a wrong one.
    static func isLoop(_ node: JSONNode) -> Bool {
        StepKey.repeat.isKey(of: node)
            || StepKey.times.isKey(of: node)
                && !StepKey.ofSubjects.contains { $0.isKey(of: node) }
    }
}
