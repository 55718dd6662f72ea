// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Takes every step of a list that is right, and says what is wrong with the others.
    func steps(_ field: Field) -> [Steps.Entry] { steps(field, inWrongBlock: false) }

    /// - Parameter inWrongBlock: true for steps in a block that is wrong, which are in no table.
    fileprivate func steps(_ field: Field, inWrongBlock: Bool) -> [Steps.Entry] {
        guard let elements = list(field) else { return [] }
        var entries: [Steps.Entry] = []
        let number = number(of: field.range.source)
        let file = files[number]
        let modules = ModuleScope(modules)
        var next = file.table.firstEntry(at: field.node.offset)
        entries.reserveCapacity(file.table.entries.count - next)
        for element in elements {
            if !file.table.blocks.isEmpty, let block = file.table.block(at: element.offset) {
                entries += steps(of: block, element, of: field, number, modules)
                next = block.end
                continue
            }
            if next < file.table.entries.count, Int(file.table.entries[next].offset) == element.offset {
                let written = WrittenStep(file: file, number: number, index: next, modules: modules)
                if take(written, element, of: field) {
                    entries.append(Steps.Entry(index: UInt32(next), file: UInt32(number)))
                }
                next += 1
            } else if explain(field.element(element)), isSound, !inWrongBlock {
                // No step is left out in silence.
                add([Diagnostic(code: .call(.step), "the step cannot be read", at: element.range)])
            }
            saves.endStep()
        }
        return entries
    }

    // MARK: Blocks

    /// Takes the steps of a block that is right by itself.
    private func steps(
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
        if !StepKeys.isLoop(block) { steps[block.offset] = field.element(block) }
        for list in lists(of: block) {
            guard case .array(let elements) = list.node.content else { continue }
            for element in elements { collectSteps(of: element, in: list, &steps) }
        }
    }

    /// The lists of steps in a block, in the order in which they are read.
    private func lists(of block: JSONNode) -> [Field] {
        guard case .object(let members) = block.content else { return [] }
        let isLoop = StepKeys.isLoop(block)
        return (isLoop ? ["repeat"] : ["then", "else"]).compactMap { key in
            members.first { $0.name == key }
                .map { Field(key: key, owner: isLoop ? LoopDraft.subject : StepDraft.subject, node: $0.value) }
        }
    }

    /// Reads what stands in a loop.
    fileprivate func inLoop<Result>(_ read: () -> Result) -> Result {
        loopDepth += 1
        defer { loopDepth -= 1 }
        return read()
    }

    /// False, with a note, where something is wrong with what a step calls, saves or refers to.
    private func take(_ written: WrittenStep, _ element: JSONNode, of field: Field) -> Bool {
        isRight(written) || explain(field.element(element), isInTable: true)
    }

    private func isRight(_ written: WrittenStep) -> Bool {
        (!written.form.endsLoop || loopDepth > 0) && isNamed(written) && saves.take(written)
    }

    /// Says what is wrong with a step, and notes what it saves. Returns whether nothing is, which only a reference to a
    /// name that is never saved can change.
    ///
    /// - Parameter isInTable: true if the step is in the table, and those in it are taken from there.
    private func explain(_ field: Field, isInTable: Bool) -> Bool {
        if StepKeys.isLoop(field.node) { return explainLoop(field) }
        let explainsInner = explainsInner
        defer { self.explainsInner = explainsInner }
        self.explainsInner = !isInTable
        return sound { step(field) } != nil
    }

    private func explain(_ field: Field) -> Bool { explain(field, isInTable: false) }

    /// Says what is wrong with a loop and with the steps in it. Returns whether nothing is: it stands in a wrong one.
    private func explainLoop(_ field: Field) -> Bool {
        sound {
            var draft = LoopDraft()
            LoopDraft.form.read(field, into: &draft, self)
            return draft
        } != nil
    }

    /// Returns whether a step calls something of a module of the file.
    private func isNamed(_ written: WrittenStep) -> Bool {
        let form = written.formID
        if form == lastNamed { return true }
        if written.form.operation != nil { return true }
        let call = written.call.value
        let isRight = named[form] ?? (!call.module.isEmpty && !call.action.isEmpty)
        named[form] = isRight
        lastNamed = isRight ? form : nil
        return isRight
    }

    /// Reads a step; its references see what the steps before it save.
    func step(_ field: Field) -> Step? {
        var draft = StepDraft()
        let operation = StepKeys.operation(of: field.node)
        (operation.map(StepDraft.table(of:)) ?? StepDraft.table).read(field, into: &draft, self)
        for save in draft.saves { noteSave(save.name) }
        explainBranch(draft)
        return draft.call.map {
            Step(
                call: $0, operation: operation, arguments: draft.arguments, saves: draft.saves,
                expectations: draft.expectations, most: draft.most, range: field.range)
        }
    }

    /// Says which of `if`, `then` and `else` is missing.
    private func explainBranch(_ draft: StepDraft) {
        let lists = [("then", draft.then), ("else", draft.otherwise)]
        let others = lists.compactMap { name, field in field.map { (name, $0) } }
        if let condition = draft.condition, draft.then == nil {
            note(
                .missingKey, "\"if\" decides whether the steps of \"then\" are run, and the step has no \"then\"",
                at: condition.range, suggestion: "write them as \"then\": [ … ]")
        } else if draft.condition == nil, let (name, field) = others.first {
            note(
                .missingKey,
                "the steps of \"\(name)\" are run where a condition holds or not, and the step has no \"if\"",
                at: field.range, suggestion: "write it as \"if\": { \"result\": … }")
        }
    }

    /// Says what is wrong with steps in a step that is in no table.
    fileprivate func explainSteps(_ field: Field) {
        guard case .array(let steps) = field.node.content else {
            return wrongType(field, expected: "a list of steps")
        }
        guard explainsInner else { return }
        if steps.isEmpty { badValue(field, expected: "at least one step") }
        _ = self.steps(field, inWrongBlock: true)
    }

    fileprivate func call(_ field: Field) -> Located<ActionName>? {
        guard let text = text(field, expected: "\"module.action\"") else { return nil }
        guard let name = modules.split(text.value) else {
            if !lacksFile, !lacksModules { noteUnknownModule(of: text) }
            return nil
        }
        guard !name.action.isEmpty else {
            note(
                .unknownModule, "the call \(field.range.excerpt) ends after its module, expected an action",
                at: text.range)
            return nil
        }
        return text.map { _ in name }
    }

    /// The type of an object to make.
    fileprivate func type(_ field: Field) -> Located<ActionName>? {
        text(field, expected: "a C type such as \"struct point\" or \"int[8]\"")
            .map { $0.map { MemoryOperation.new.name(of: $0) } }
    }

    /// The place of an operation in memory.
    fileprivate func place(_ field: Field, _ operation: MemoryOperation) -> Located<ActionName>? {
        guard let text = text(field, expected: "the path to a place such as \"saved->field\"") else { return nil }
        guard let path = Reference(place: text.value), path.type == nil || operation == .read else {
            note(
                .badValue,
                "\(text.range.excerpt) is no place in memory, expected the path to one, such as name->field or name[0]",
                at: text.range)
            return nil
        }
        guard reference(text) != nil else { return nil }
        return text.map { operation.name(of: $0) }
    }

    private func noteUnknownModule(of call: Located<String>) {
        let text = call.value
        let parts = [text.lastIndex(of: "."), text.firstIndex(of: ".")].compactMap { $0.map { String(text[..<$0]) } }
        let known = modules.all
        let suggestion =
            parts.isEmpty && known.count == 1
            ? "did you mean \"\(known[0]).\(text)\"?" : parts.compactMap { didYouMean($0, among: known) }.first
        let found = call.range.excerpt
        let message =
            parts.isEmpty
            ? "the call \(found) names no module, expected \"module.action\""
            : "the call \(found) begins with no module of this file"
        note(
            .unknownModule, message, at: call.range, label: "unknown module",
            suggestion: suggestion ?? Self.words(ofModules: known))
    }

    static func words(ofModules names: [String]) -> String {
        switch names.count {
        case 0: "the file has no modules"
        case 1: "the file has the module \(names[0])"
        default: "the file has the modules \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
        }
    }

    /// The arguments of a call, by position or by name.
    func arguments(_ field: Field) -> Step.Arguments {
        switch field.node.content {
        case .array(let elements): return .positional(elements.compactMap { template(field.element($0)) })
        case .object(let members): return .named(members.compactMap { member($0, of: field) })
        default:
            wrongType(
                field, expected: "an array of arguments, or an object with them by name",
                suggestion: "write [ and ] around it")
            return .none
        }
    }

    /// `"name"` saves the result; `{"name": "path"}` saves any parts.
    fileprivate func saves(_ field: Field) -> [Step.Save] {
        guard case .object(let members) = field.node.content else {
            return text(field, expected: "a name, or an object {\"name\": \"path\"}")
                .map { [Step.Save(name: $0, path: $0.map { _ in .result })] } ?? []
        }
        return members.compactMap { member in
            let name = Located(member.name, at: member.nameRange)
            guard let path = path(Field(key: member.name, owner: "\"save\"", node: member.value)) else {
                noteSave(name)
                return nil
            }
            return Step.Save(name: name, path: path)
        }
    }
}

/// A step as it is read again, to say what is wrong with it.
private struct StepDraft {
    var call: Located<ActionName>?
    var arguments = Step.Arguments.none
    var saves: [Step.Save] = []
    var expectations: [Step.Expectation] = []
    var most: Located<UInt64>?
    /// `if`, `then` and `else`.
    var (condition, then, otherwise): (Field?, Field?, Field?)

    static let subject = "a step"

    static let table = KeyTable<StepDraft>(
        subject,
        [
            .required("call", StepKeys.call) { $0.call = $2.call($1) },
            .optional("with", StepKeys.with) { $0.arguments = $2.arguments($1) },
            .optional("save", StepKeys.save) { $0.saves = $2.saves($1) },
            .optional("expect", StepKeys.expect) { $0.expectations += $2.expectations($1) },
            .optional("until", StepKeys.until) { $0.expectations += $2.ending($1) },
            .optional("atMost", \.most, .located(.span), "The longest time that the call may take, with its hooks."),
        ] + branch)

    /// The keys of a step that decides which steps in it are run.
    fileprivate static let branch: [KeyTable<StepDraft>.Key] = [
        .optional("if", StepKeys.if) {
            $0.condition = $1
            $0.expectations += $2.deciding($1)
        },
        .optional("then", StepKeys.then) {
            $0.then = $1
            $2.explainSteps($1)
        },
        .optional("else", StepKeys.else) {
            $0.otherwise = $1
            $2.explainSteps($1)
        },
    ]
}

/// A loop as it is read again, to say what is wrong with it.
private struct LoopDraft {
    var times: Int?

    static let subject = "a loop"

    static let form = KeyTable<LoopDraft>(
        subject,
        [
            .required("repeat", StepKeys.repeat) { _, field, reader in
                guard case .array(let steps) = field.node.content else {
                    return reader.wrongType(field, expected: "a list of steps")
                }
                if steps.isEmpty { reader.badValue(field, expected: "at least one step") }
                _ = reader.inLoop { reader.steps(field, inWrongBlock: true) }
            },
            .required(
                "times", \.times, .whole(StepKeys.times),
                "How often the steps are run: so often, or at most so often where one of them has `until`. The run "
                    + "fails if the loop has not ended by then."),
        ])
}

extension StepDraft {
    /// The keys of a step that does something in memory.
    static func table(of operation: MemoryOperation) -> KeyTable<StepDraft> {
        let target = KeyTable<StepDraft>.Key.required(operation.rawValue, StepKeys.target(of: operation)) {
            $0.call = operation == .new ? $2.type($1) : $2.place($1, operation)
        }
        let others: [KeyTable<StepDraft>.Key] =
            switch operation {
            case .new: [.optional("value", StepKeys.value, readValue), save, expect]
            case .read: [save, expect, until] + branch
            case .write: [.required("value", StepKeys.value, readValue), expect]
            }
        return KeyTable<StepDraft>("a step with \"\(operation.rawValue)\"", [target] + others)
    }

    private static let readValue: KeyTable<StepDraft>.Read = { draft, field, reader in
        _ = reader.template(field)
    }
    private static let save = KeyTable<StepDraft>.Key.optional("save", StepKeys.save) { $0.saves = $2.saves($1) }
    private static let expect = KeyTable<StepDraft>.Key.optional("expect", StepKeys.expect) {
        $0.expectations += $2.expectations($1)
    }
    private static let until = KeyTable<StepDraft>.Key.optional("until", StepKeys.until) {
        $0.expectations += $2.ending($1)
    }
}

extension StepKeys {
    /// A step.
    static var form: JSONSchema {
        let plain = MemoryOperation.allCases.reversed().reduce(StepDraft.table.schema) { other, operation in
            JSONSchema().when(.having(operation.rawValue), StepDraft.table(of: operation).schema, else: other)
        }
        return JSONSchema().when(.having("repeat"), LoopDraft.form.schema, else: plain)
    }

    /// Returns whether an object is a loop, if perhaps a wrong one.
    static func isLoop(_ node: JSONNode) -> Bool {
        guard case .object(let members) = node.content else { return false }
        if members.contains(where: { $0.name == "repeat" }) { return true }
        let calls = ["call"] + MemoryOperation.allCases.map(\.rawValue)
        return members.contains { $0.name == "times" } && !members.contains { calls.contains($0.name) }
    }

    /// The operation in memory that an object has a key for, where it has none for a call.
    static func operation(of node: JSONNode) -> MemoryOperation? {
        guard case .object(let members) = node.content, !members.contains(where: { $0.name == "call" }) else {
            return nil
        }
        return MemoryOperation.allCases.first { operation in
            members.contains { $0.name == operation.rawValue }
        }
    }
}
