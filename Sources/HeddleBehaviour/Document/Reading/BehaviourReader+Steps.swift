// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Takes every step of a list that is right, and says what is wrong with the others.
    func steps(_ field: Field) -> [Steps.Entry] { steps(field, inWrongBlock: false) }

    /// - Parameter inWrongBlock: true for steps in a block that is wrong, which are in no table.
    func steps(_ field: Field, inWrongBlock: Bool) -> [Steps.Entry] {
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

    /// False, with a note, where something is wrong with what a step calls, saves or refers to.
    func take(_ written: WrittenStep, _ element: JSONNode, of field: Field) -> Bool {
        isRight(written) || explain(field.element(element), isInTable: true)
    }

    func isRight(_ written: WrittenStep) -> Bool {
        (!written.form.endsLoop || loopDepth > 0) && isNamed(written) && saves.take(written)
    }

    /// Says what is wrong with a step, and notes what it saves. Returns whether nothing is, which only a reference to a
    /// name that is never saved can change.
    ///
    /// - Parameter isInTable: true if the step is in the table, and those in it are taken from there.
    func explain(_ field: Field, isInTable: Bool) -> Bool {
        if StepSchema.isLoop(field.node) { return explainLoop(field) }
        let explainsInner = explainsInner
        defer { self.explainsInner = explainsInner }
        self.explainsInner = !isInTable
        return sound { step(field) } != nil
    }

    private func explain(_ field: Field) -> Bool { explain(field, isInTable: false) }

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
        var draft = ExplainedStep()
        let operation = StepSchema.operation(of: field.node)
        (operation.map(ExplainedStep.table(of:)) ?? ExplainedStep.table).read(field, into: &draft, self)
        for save in draft.saves { noteSave(save.name) }
        explainBranch(draft.condition, draft.then, draft.otherwise)
        explainReason(draft.reason, of: draft.condition)
        return draft.call.map {
            Step(
                call: $0, operation: operation, arguments: draft.arguments, saves: draft.saves,
                expectations: draft.expectations, most: draft.most, range: field.range)
        }
    }

    fileprivate func call(_ field: Field) -> Located<ActionName>? {
        if case .object = field.node.content { return pointer(field) }
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

    /// The pointer to a function that is called.
    private func pointer(_ field: Field) -> Located<ActionName>? {
        guard let value = sound({ template(field) })?.value else { return nil }
        if case .reference(let reference) = value {
            return Located(MemoryOperation.call.name(of: "\(reference)"), at: field.range)
        }
        note(
            .badValue,
            "\(field.range.excerpt) cannot be called, expected \"module.action\" or {\"ref\": \"name\"}",
            at: field.range, suggestion: "refer to a saved pointer to a function")
        return nil
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
                at: text.range, suggestion: Reference.advice(on: text.value, isPlace: true))
            return nil
        }
        guard reference(path, text) != nil else { return nil }
        return text.map { operation.name(of: $0) }
    }

    private func noteUnknownModule(of call: Located<String>) {
        let text = call.value
        let parts = [text.lastIndex(of: "."), text.firstIndex(of: ".")].compactMap { $0.map { String(text[..<$0]) } }
        let known = modules.all
        let suggestion =
            parts.isEmpty && known.count == 1
            ? "did you mean \"\(known[0]).\(text)\"?" : parts.compactMap { didYouMean($0, among: known) }.first
        let namesNoModule = parts.isEmpty && known.count > 1 && !known.contains(text)
        let found = call.range.excerpt
        let message =
            parts.isEmpty
            ? "the call \(found) names no module, expected \"module.action\""
            : "the call \(found) begins with no module of this file"
        note(
            .unknownModule, message, at: call.range, label: "unknown module",
            suggestion: suggestion ?? advice(namesNoModule ? text : nil, known))
    }

    /// - Parameter action: a call that is an action without its module.
    private func advice(_ action: String?, _ known: [String]) -> String {
        let modules = Self.words(ofModules: known)
        return action.map { "write \"MODULE.\($0)\": \(modules)" } ?? modules
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
private struct ExplainedStep {
    var call: Located<ActionName>?
    var arguments = Step.Arguments.none
    var saves: [Step.Save] = []
    var expectations: [Step.Expectation] = []
    var most: Located<UInt64>?
    /// `if`, `then`, `else` and `reason`.
    var (condition, then, otherwise, reason): (Field?, Field?, Field?, Field?)

    static let table = KeyTable<ExplainedStep>(
        StepSchema.subject,
        [
            .required(StepKey.call.rawValue, StepSchema.call) { $0.call = $2.call($1) },
            .optional(StepKey.with.rawValue, StepSchema.with) { $0.arguments = $2.arguments($1) },
            .optional(StepKey.save.rawValue, StepSchema.save) { $0.saves = $2.saves($1) },
            .optional(StepKey.expect.rawValue, StepSchema.expect) { $0.expectations += $2.expectations($1) },
            .optional(StepKey.until.rawValue, StepSchema.until) { $0.expectations += $2.ending($1) },
            .optional(
                StepKey.atMost.rawValue, \.most, .located(.span),
                "The longest time that the call may take, with its hooks."),
        ] + branch, others: (StepKey.ofOperations + [.repeat]).map(\.rawValue),
        advice: [
            "steps": "write its steps in its place; steps that are run several times are a loop, "
                + "{\"repeat\": […], \"times\": 2}, and steps with a name a case of \"cases\""
        ])

    /// The keys of a step that decides which steps in it are run.
    fileprivate static let branch: [KeyTable<ExplainedStep>.Key] = [
        .optional(StepKey.if.rawValue, StepSchema.if) {
            $0.condition = $1
            $0.expectations += $2.deciding($1)
        },
        .optional(StepKey.then.rawValue, StepSchema.then) {
            $0.then = $1
            $2.explainSteps($1)
        },
        .optional(StepKey.else.rawValue, StepSchema.else) {
            $0.otherwise = $1
            $2.explainSteps($1)
        },
        .optional(StepKey.reason.rawValue, StepSchema.reason) {
            $0.reason = $1
            _ = $2.text($1, expected: "a text that says why the steps are left out")
        },
    ]
}

extension ExplainedStep {
    /// The keys of a step that does something in memory.
    static func table(of operation: MemoryOperation) -> KeyTable<ExplainedStep> {
        let target = KeyTable<ExplainedStep>.Key.required(operation.rawValue, StepSchema.target(of: operation)) {
            $0.call = operation == .new ? $2.type($1) : $2.place($1, operation)
        }
        let others: [KeyTable<ExplainedStep>.Key] =
            switch operation {
            case .new: [.optional(StepKey.value.rawValue, StepSchema.value, readValue), save, expect]
            case .read: [save, expect, until] + branch
            case .write: [.required(StepKey.value.rawValue, StepSchema.value, readValue), expect]
            case .call: []
            }
        return KeyTable<ExplainedStep>("a step with \"\(operation.rawValue)\"", [target] + others)
    }

    private static let readValue: KeyTable<ExplainedStep>.Read = { draft, field, reader in
        _ = reader.template(field)
    }
    private static let save = KeyTable<ExplainedStep>.Key.optional(StepKey.save.rawValue, StepSchema.save) {
        $0.saves = $2.saves($1)
    }
    private static let expect = KeyTable<ExplainedStep>.Key.optional(StepKey.expect.rawValue, StepSchema.expect) {
        $0.expectations += $2.expectations($1)
    }
    private static let until = KeyTable<ExplainedStep>.Key.optional(StepKey.until.rawValue, StepSchema.until) {
        $0.expectations += $2.ending($1)
    }
}

extension StepSchema {
    /// A step.
    static var form: JSONSchema {
        let plain = MemoryOperation.ofOwnKeys.reversed().reduce(ExplainedStep.table.schema) { other, operation in
            JSONSchema().when(.having(operation.rawValue), ExplainedStep.table(of: operation).schema, else: other)
        }
        return JSONSchema().when(.having(StepKey.repeat.rawValue), loop, else: plain)
    }

    /// The operation in memory that an object has a key for, where it has none for a call.
    static func operation(of node: JSONNode) -> MemoryOperation? {
        if StepKey.call.isKey(of: node) { return nil }
        return StepKey.ofOperations.first { $0.isKey(of: node) }.flatMap { MemoryOperation(rawValue: $0.rawValue) }
    }
}
