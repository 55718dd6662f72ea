// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// Reads the steps of a file while its text is read as JSON, each once, into a ``StepTable``.
///
/// It leaves out a step that is wrong by form: ``BehaviourReader`` reads that again to say why. It knows neither the
/// modules of the file nor what is saved elsewhere.
final class StepReader: JSONElementReader {
    private var draft = StepDraft()

    /// The steps that were read.
    var table: StepTable { draft.table }

    private static let root = JSONRole(number: 1)
    private static let sequence = JSONRole(number: 2, keepsNodes: true)
    private static let cases = JSONRole(number: 3, keepsNodes: true)
    private static let aCase = JSONRole(number: 4)
    private static let steps = JSONRole(number: 5, keepsNodes: true, handsOver: true)

    func role(of tag: JSONTree.Tag, named name: ArraySlice<UInt8>?, in parent: JSONRole) -> JSONRole {
        switch (parent, tag) {
        case (.plain, .object): Self.root
        case (.plain, _): Self.sequence
        case (Self.root, .array), (Self.aCase, .array):
            if name?.isText("steps") == true || name?.isText("always") == true || name?.isText("setup") == true {
                Self.steps
            } else {
                name?.isText("cases") == true ? Self.cases : .plain
            }
        case (Self.cases, .object): Self.aCase
        default: .plain
        }
    }

    func take(_ nodes: [JSONTree.Node], from first: Int, in bytes: [UInt8]) {
        draft.read(nodes, first, bytes)
    }

    /// Adds an action of the array form.
    ///
    /// - Parameters:
    ///   - name: what it calls.
    ///   - value: what it calls that with, if anything.
    /// - Returns: the index of its entry.
    func add(_ action: JSONNode, calls name: JSONNode, ofModule module: Int, with value: JSONNode?) -> Int? {
        draft.add(action, calls: name, ofModule: module, with: value)
    }
}

/// The steps that are read so far, and the form of the one that is read now.
private struct StepDraft {
    var table = StepTable()
    /// All that the form of the step is, as bytes.
    private var signature: [UInt8] = []
    private var signatures: [[UInt8]] = []
    private var numbers = HashIndex()
    private var lastForm = 0
    private var path: [UInt8] = []

    /// The extent to which an operand is known before the run.
    private enum Content: UInt8 {
        case literal = 1
        /// With a reference in it.
        case template
        case reference
    }

    /// Between the parts of a signature; no UTF-8 has it.
    private static let separator: UInt8 = 0xFF

    private static let keys = NameTable(StepKey.allCases.map { ($0.rawValue, $0) })

    mutating func read(_ nodes: [JSONTree.Node], _ first: Int, _ bytes: [UInt8]) {
        if table.entries.isEmpty { table.reserveCapacity(forText: bytes.count) }
        var parts = StepParts()
        var index = first + 1
        while nodes[index].tag != .end {
            let (key, value) = (nodes[index], index + 1)
            switch Self.keys.meaning(of: key, in: bytes) {
            case .call: parts.take(value)
            case .with: parts.with = value
            case .save: parts.save = value
            case .expect: parts.expect = value
            case .new: parts.take(.new, value)
            case .read: parts.take(.read, value)
            case .write: parts.take(.write, value)
            case .value: parts.value = value
            case .atMost: parts.most = value
            case .repeat: return readLoop(nodes, first, bytes)
            case .times: parts.times = value
            case .until: parts.until = value
            case .if: parts.condition = value
            case .then: parts.then = value
            case .else: parts.otherwise = value
            case .reason: parts.reason = value
            case nil: guard isFreeKey(key.text(in: bytes)) else { return }
            }
            index = nodes.end(of: value)
        }
        parts.takePointer(nodes, bytes)
        guard parts.isWhole, nodes[parts.call].isText || parts.operation == .call,
            parts.then < 0 || nodes.isFilledArray(parts.then),
            parts.otherwise < 0 || nodes.isFilledArray(parts.otherwise),
            parts.reason < 0 || nodes[parts.reason].isText && !bytes.inside(nodes[parts.reason]).isEmpty
        else { return }
        let operands = table.operands.count
        signature.removeAll(keepingCapacity: true)
        if let operation = parts.operation {
            signature += Array(operation.rawValue.utf8) + [Self.separator]
            if operation == .new { signature += bytes.inside(nodes[parts.call]) }
        } else {
            signature += bytes.inside(nodes[parts.call])
        }
        let areRead =
            parts.operation.map { readOperands(of: $0, parts, nodes, bytes) } ?? readArguments(parts.with, nodes, bytes)
        if areRead, readSaves(parts.save, nodes, bytes),
            readExpectations(parts.expect, nodes, bytes), readConditions(parts.until, .endsLoop, nodes, bytes),
            readConditions(parts.condition, .decides, nodes, bytes), readMost(parts.most, nodes, bytes),
            let form = knownForm
                ?? makeForm(parts.call(nodes, bytes), parts, nodes, bytes).map({ add($0) })
        {
            table.entries.append(
                StepTable.Entry(
                    offset: UInt32(nodes[first].offset), length: UInt32(nodes[index].end - nodes[first].offset),
                    call: UInt32(nodes[parts.call].offset), form: UInt32(form), operands: UInt32(operands)))
            if parts.then >= 0 { readBranch(parts, nodes, first, bytes) }
        } else {
            table.operands.removeLast(table.operands.count - operands)
        }
    }

    // MARK: Blocks

    /// Reads steps that are repeated. One that is wrong is left out, and all of them where the loop is wrong by itself.
    private mutating func readLoop(_ nodes: [JSONTree.Node], _ first: Int, _ bytes: [UInt8]) {
        var (steps, times) = (-1, -1)
        for (name, value) in nodes.members(of: first) {
            switch Self.keys.meaning(of: nodes[name], in: bytes) {
            case .repeat: steps = value
            case .times: times = value
            case .some: return
            case nil: guard isFreeKey(nodes[name].text(in: bytes)) else { return }
            }
        }
        guard steps >= 0, nodes.isFilledArray(steps), times >= 0, nodes[times].tag == .number,
            let count = Number(lexeme: bytes[nodes[times].offset..<nodes[times].end]).integer
                .flatMap(Int.init(exactly:)), StepSchema.times.contains(count)
        else { return }
        let place = table.blocks.count
        let kind = StepTable.Block.Kind.loop(times: count, at: nodes[times].offset..<nodes[times].end)
        table.blocks.append(.init(kind, bytes: nodes.bytes(first), start: table.entries.count))
        readSteps(of: steps, in: place, nodes, bytes)
    }

    /// Reads the steps of which the latest one decides which are run.
    private mutating func readBranch(_ parts: StepParts, _ nodes: [JSONTree.Node], _ first: Int, _ bytes: [UInt8]) {
        let (place, start) = (table.blocks.count, table.entries.count - 1)
        let reason = parts.reason < 0 ? nil : nodes[parts.reason]
        table.blocks.append(.init(.branch(otherwise: start, reason: reason), bytes: nodes.bytes(first), start: start))
        table.blocks[place].canEnd = table.form(start).endsLoop
        readSteps(of: parts.then, in: place, nodes, bytes)
        table.blocks[place].kind = .branch(otherwise: table.entries.count, reason: reason)
        if parts.otherwise >= 0 { readSteps(of: parts.otherwise, in: place, nodes, bytes) }
    }

    /// Reads the steps of a list in a block, which has its place before the blocks in it.
    private mutating func readSteps(of list: Int, in place: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) {
        for step in nodes.elements(of: list) {
            let (entries, blocks) = (table.entries.count, table.blocks.count)
            if nodes[step].tag == .object { read(nodes, step, bytes) }
            if table.blocks.count > blocks {
                let inner = table.blocks[blocks]
                if !inner.isWhole { table.blocks[place].isWhole = false }
                if !inner.isLoop, inner.canEnd { table.blocks[place].canEnd = true }
            } else if table.entries.count == entries {
                table.blocks[place].isWhole = false
            } else if table.form(entries).endsLoop {
                table.blocks[place].canEnd = true
            }
        }
        table.blocks[place].end = table.entries.count
    }

    // MARK: Forms

    /// The number of the form that the signature is of; nil for a new one.
    private var knownForm: Int? {
        mutating get {
            if lastForm < signatures.count, signatures[lastForm] == signature { return lastForm }
            guard let known = numbers.number(HashIndex.hash(signature), where: { signatures[$0] == signature }) else {
                return nil
            }
            lastForm = known
            return known
        }
    }

    /// Adds the form that the signature is of.
    private mutating func add(_ form: StepForm) -> Int {
        lastForm = signatures.count
        numbers.add(lastForm, HashIndex.hash(signature)) { [signatures] in HashIndex.hash(signatures[$0]) }
        signatures.append(signature)
        table.forms.append(form)
        return lastForm
    }

    private func makeForm(
        _ call: StepForm.Call, _ parts: StepParts, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> StepForm? {
        switch call {
        case .written(""), .new(""): return nil
        default: break
        }
        let most = parts.most < 0 ? nil : DurationText.nanoseconds(nodes[parts.most].text(in: bytes))
        if parts.most >= 0, most ?? 0 == 0 { return nil }
        let members = { nodes.members(of: $0).map { (nodes[$0.name].text(in: bytes), $0.value) } }
        let pointers = parts.operation == .call ? 1 : 0
        let arguments: StepForm.Arguments =
            if let operands = parts.operands {
                .positional(operands)
            } else {
                switch parts.with < 0 ? .null : nodes[parts.with].tag {
                case .array: .positional(nodes.elements(of: parts.with).count + pointers)
                case .object: .named(members(parts.with).map(\.0) + [MemoryOperation.function].prefix(pointers))
                default: pointers > 0 ? .positional(pointers) : .none
                }
            }
        let savesByName = parts.save >= 0 && nodes[parts.save].isText
        let saved = parts.save < 0 || savesByName ? [] : members(parts.save)
        let saves = savesByName ? [.result] : saved.compactMap { try? CallPath(nodes[$1].text(in: bytes), at: .step) }
        let expected = parts.expect < 0 ? [] : members(parts.expect)
        let awaited = parts.until < 0 ? [] : members(parts.until)
        let deciding = parts.condition < 0 ? [] : members(parts.condition)
        func conditions(
            _ members: [(text: String, value: Int)], _ role: ExpectationRole
        ) -> [StepForm.Expectation] {
            members.compactMap { member in
                (try? CallPath(member.text, at: .step)).map { path in
                    var operands = 0
                    let condition = makeCondition(member.value, &operands, nodes, bytes)
                    return StepForm.Expectation(path: path, condition: condition, role: role)
                }
            }
        }
        let expectations =
            conditions(expected, .expected) + conditions(awaited, .endsLoop) + conditions(deciding, .decides)
        guard savesByName || saves.count == saved.count,
            expectations.count == expected.count + awaited.count + deciding.count,
            !expectations.contains(where: { $0.role != .expected && $0.condition.hasGolden })
        else { return nil }
        return StepForm(
            call: call, callLength: nodes.bytes(parts.call).count, arguments: arguments,
            saves: saves, savesByName: savesByName, expectations: expectations,
            hasReferences: signature.contains(Content.reference.rawValue)
                || signature.contains(Content.template.rawValue), most: most)
    }

    private func makeCondition(
        _ value: Int, _ operands: inout Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Condition<Int> {
        func next() -> Int {
            defer { operands += 1 }
            return operands
        }
        guard nodes.isCondition(value, bytes) else { return Condition(equalTo: next()) }
        return Condition(
            nodes.members(of: value).compactMap { name, inner -> Condition<Int>.Clause? in
                switch bytes.operator(nodes[name]) {
                case .compares(let word)?: return .compares(word, next())
                case .combines(let word)? where word.takesOne:
                    return .combines(word, [makeCondition(inner, &operands, nodes, bytes)])
                case .combines(let word)?:
                    return .combines(
                        word, nodes.elements(of: inner).map { makeCondition($0, &operands, nodes, bytes) })
                case nil: return nil
                }
            })
    }

    // MARK: Parts

    private mutating func readArguments(_ with: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> Bool {
        signature.append(Self.separator)
        guard with >= 0 else { return true }
        var index = with + 1
        switch nodes[with].tag {
        case .array:
            signature.append(UInt8(ascii: "["))
            while nodes[index].tag != .end {
                guard let content = append(index, nodes, bytes) else { return false }
                signature.append(content.rawValue)
                index = nodes.end(of: index)
            }
            return true
        case .object:
            while nodes[index].tag != .end {
                append(nodes[index], .text, .escaped)
                signature += bytes.inside(nodes[index])
                guard let content = append(index + 1, nodes, bytes) else { return false }
                signature.append(content.rawValue)
                signature.append(Self.separator)
                index = nodes.end(of: index + 1)
            }
            return true
        default: return false
        }
    }

    /// Reads the place and the value of an operation in memory.
    private mutating func readOperands(
        of operation: MemoryOperation, _ parts: StepParts, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Bool {
        if operation == .call {
            guard readArguments(parts.with, nodes, bytes) else { return false }
            let pointer = nodes[parts.call + 2]
            if parts.with >= 0, nodes[parts.with].tag == .object { append(pointer, .reference) }
            append(pointer, .reference)
            signature.append(Content.reference.rawValue)
            return true
        }
        signature.append(Self.separator)
        if operation != .new {
            guard let place = Reference(place: nodes[parts.call].text(in: bytes)),
                place.type == nil || operation == .read
            else { return false }
            append(nodes[parts.call], .place)
            signature.append(Content.reference.rawValue)
        }
        guard parts.value >= 0 else { return true }
        guard let content = append(parts.value, nodes, bytes) else { return false }
        signature.append(content.rawValue)
        return true
    }

    private mutating func readSaves(_ save: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> Bool {
        signature.append(Self.separator)
        guard save >= 0 else { return true }
        signature.append(UInt8(ascii: "s"))
        if nodes[save].isText {
            append(nodes[save], .text, .escaped)
            return true
        }
        guard nodes[save].tag == .object else { return false }
        var index = save + 1
        while nodes[index].tag != .end {
            let path = nodes[index + 1]
            guard path.isText else { return false }
            append(nodes[index], .text, .escaped)
            append(path, .text, .escaped)
            signature.append(Self.separator)
            signature += bytes.inside(path)
            index += 2
        }
        return true
    }

    private mutating func readExpectations(_ expect: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> Bool {
        signature.append(Self.separator)
        guard expect >= 0 else { return true }
        guard nodes[expect].tag == .object else { return false }
        var index = expect + 1
        while nodes[index].tag != .end {
            append(nodes[index], .text, .escaped)
            signature += bytes.inside(nodes[index])
            signature.append(Self.separator)
            guard readCondition(index + 1, nodes, bytes) else { return false }
            index = nodes.end(of: index + 1)
        }
        return true
    }

    /// Reads the conditions of `until` or `if`.
    private mutating func readConditions(
        _ conditions: Int, _ role: ExpectationRole, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Bool {
        if conditions < 0 { return true }
        // Without a condition nothing would end a loop, or decide.
        guard nodes[conditions].tag == .object, nodes[conditions + 1].tag != .end else { return false }
        signature.append(Self.separator)
        signature += Array(role.key.rawValue.utf8)
        return readExpectations(conditions, nodes, bytes)
    }

    /// Steps with different limits have different forms.
    private mutating func readMost(_ most: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> Bool {
        if most < 0 { return true }
        guard nodes[most].isText else { return false }
        signature += [Self.separator, Self.separator]
        signature += bytes.inside(nodes[most])
        append(nodes[most], .text, .escaped)
        return true
    }

    private mutating func readCondition(
        _ value: Int, isInner: Bool = false, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Bool {
        guard nodes.isCondition(value, bytes) else {
            guard let content = append(value, nodes, bytes) else { return false }
            signature.append(content.rawValue)
            return true
        }
        var index = value + 1
        while nodes[index].tag != .end {
            signature.append(Self.separator)
            signature += bytes.inside(nodes[index])
            guard readClause(bytes.operator(nodes[index]), index + 1, nodes, bytes) else { return false }
            index = nodes.end(of: index + 1)
        }
        if !isInner { append(nodes[index], .end) }
        signature.append(UInt8(ascii: "}"))
        return true
    }

    private mutating func readClause(
        _ word: Operator?, _ value: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Bool {
        switch word {
        case .compares(let word)?:
            let operand = table.operands.count
            guard let content = append(value, nodes, bytes), fits(word, operand, bytes) else { return false }
            signature.append(content.rawValue)
            return true
        case .combines(let word)? where word.takesOne: return readCondition(value, isInner: true, nodes, bytes)
        case .combines?:
            guard nodes[value].tag == .array, nodes[value + 1].tag != .end else { return false }
            var element = value + 1
            while nodes[element].tag != .end {
                signature.append(UInt8(ascii: "["))
                guard readCondition(element, isInner: true, nodes, bytes) else { return false }
                element = nodes.end(of: element)
            }
            signature.append(UInt8(ascii: "]"))
            return true
        case nil: return false
        }
    }

    /// Returns whether an operator can compare with an operand, as far as that is known.
    private func fits(_ word: ConditionOperator, _ operand: Int, _ text: [UInt8]) -> Bool {
        switch (word.form, table.operands[operand].tag) {
        case (.value, _), (.element, _), (.ordered, .number): true
        case (.tolerance, .array) where isNumberWithTolerance(operand, text): true
        default: word.mistake(in: ReadOperand(table: table, text: text, index: operand), mayName: true) == nil
        }
    }

    /// Returns whether an operand is an array of two numbers, the second one without a minus sign.
    private func isNumberWithTolerance(_ operand: Int, _ text: [UInt8]) -> Bool {
        table.operands[operand].count == 4 && table.operands[operand + 1].tag == .number
            && table.operands[operand + 2].tag == .number
            && text[table.operands[operand + 2].offset] != UInt8(ascii: "-")
    }

    // MARK: Operands

    /// Adds a value with all that is in it; nil where it is wrong.
    private mutating func append(_ index: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> Content? {
        let node = nodes[index]
        switch node.tag {
        case .null: append(node, .null)
        case .end, .folded: return nil
        case .no: append(node, .no)
        case .yes: append(node, .yes)
        case .number: append(node, .number)
        case .text, .textWithEscapes: append(node, .text, .escaped)
        case .array: return appendContainer(.array, index, nodes, bytes)
        case .object:
            if let special = nodes.special(index, bytes) { return append(special.tag, special.text, bytes) }
            if let parts = nodes.joined(index, bytes) { return appendJoin(parts, index, nodes, bytes) }
            if let parts = nodes.sliced(index, bytes) { return appendSlice(parts, index, nodes, bytes) }
            return appendContainer(.object, index, nodes, bytes)
        }
        return .literal
    }

    private mutating func append(_ node: JSONTree.Node, _ tag: StepOperand.Tag, _ escaped: StepOperand.Tag? = nil) {
        let tag = node.tag == .textWithEscapes ? escaped ?? tag : tag
        table.operands.append(StepOperand(tag, at: node.offset, node.end))
    }

    private mutating func append(_ tag: StepOperand.Tag, _ text: JSONTree.Node, _ bytes: [UInt8]) -> Content? {
        append(text, tag)
        switch tag {
        case .reference: return .reference
        case .expression: return (try? ComputedExpression(text.text(in: bytes))).map { _ in .template }
        case .base64: return HeddleDeclarations.bytes(fromBase64: text.text(in: bytes)).map { _ in .literal }
        default: return HeddleSchema.bytes(fromHexadecimal: text.text(in: bytes)).map { _ in .literal }
        }
    }

    private mutating func appendContainer(
        _ tag: StepOperand.Tag, _ index: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Content? {
        let place = table.operands.count
        table.operands.append(StepOperand(tag, at: nodes[index].offset, 0))
        var (next, all) = (index + 1, Content.literal)
        while nodes[next].tag != .end {
            if tag == .object {
                append(nodes[next], .text, .escaped)
                next += 1
            }
            guard let content = append(next, nodes, bytes) else { return nil }
            if content != .literal { all = .template }
            next = nodes.end(of: next)
        }
        table.operands.append(StepOperand(.end, at: nodes[next].offset, nodes[next].end))
        table.operands[place] = StepOperand(tag, at: nodes[index].offset, table.operands.count - place)
        return all
    }

    /// Adds a text that is put together; nil where one of its parts can be none.
    ///
    /// - Parameter list: the array of the parts.
    private mutating func appendJoin(
        _ list: Int, _ object: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Content? {
        guard nodes.isFilledArray(list) else { return nil }
        let place = table.operands.count
        table.operands.append(StepOperand(.join, at: nodes[object].offset, 0))
        for part in nodes.elements(of: list) {
            let operand = table.operands.count
            guard append(part, nodes, bytes) != nil else { return nil }
            switch table.operands[operand].tag {
            case .null, .array, .object, .end: return nil
            default: continue
            }
        }
        let end = nodes[nodes.end(of: object) - 1]
        table.operands.append(StepOperand(.end, at: end.offset, end.end))
        table.operands[place] = StepOperand(.join, at: nodes[object].offset, table.operands.count - place)
        return .template
    }

    /// Adds a part of a value; nil where it is no part.
    private mutating func appendSlice(
        _ parts: SliceNodes, _ object: Int, _ nodes: [JSONTree.Node], _ bytes: [UInt8]
    ) -> Content? {
        let place = table.operands.count
        table.operands.append(StepOperand(.slice, at: nodes[object].offset, 0))
        append(nodes[parts.value], .sliced)
        for bound in [parts.start, parts.count] {
            guard let bound else {
                table.operands.append(StepOperand(.null, at: nodes[object].offset, nodes[object].offset))
                continue
            }
            let operand = table.operands.count
            guard append(bound, nodes, bytes) != nil else { return nil }
            switch table.operands[operand].tag {
            case .reference, .expression: continue
            case .number:
                guard Computation.isBound(Number(lexeme: bytes[table.operands[operand].bytes])) else { return nil }
            default: return nil
            }
        }
        let end = nodes[nodes.end(of: object) - 1]
        table.operands.append(StepOperand(.end, at: end.offset, end.end))
        table.operands[place] = StepOperand(.slice, at: nodes[object].offset, table.operands.count - place)
        return .template
    }

    // MARK: The array form

    mutating func add(_ action: JSONNode, calls name: JSONNode, ofModule module: Int, with value: JSONNode?) -> Int? {
        let (nodes, bytes) = (name.tree.nodes, name.tree.source.bytes)
        let operands = table.operands.count
        signature = Array("\(module)".utf8) + [Self.separator] + bytes.inside(nodes[name.index])
        if let value {
            guard let content = append(value.index, nodes, bytes) else { return nil }
            signature += [Self.separator, content.rawValue]
        }
        let call = StepForm.Call.action(nodes[name.index].text(in: bytes), ofModule: module)
        let form =
            knownForm
            ?? add(
                StepForm(
                    call: call, callLength: name.range.bytes.count, arguments: value == nil ? .none : .positional(1),
                    saves: [], savesByName: false, expectations: [], hasReferences: false))
        let range = action.range.bytes
        table.entries.append(
            StepTable.Entry(
                offset: UInt32(range.lowerBound), length: UInt32(range.count), call: UInt32(name.offset),
                form: UInt32(form), operands: UInt32(operands)))
        return table.entries.count - 1
    }
}

// MARK: - Nodes

/// The places of the values of a step's keys among the nodes; -1 for those that it does not have.
private struct StepParts {
    var (call, with, save, expect, until, most, value, times) = (-1, -1, -1, -1, -1, -1, -1, -1)
    /// `if`, `then`, `else` and `reason`.
    var (condition, then, otherwise, reason) = (-1, -1, -1, -1)
    /// The operation in memory whose target stands in the place of a call.
    private(set) var operation: MemoryOperation?
    private var isTwice = false

    /// Takes the name of what is called.
    mutating func take(_ call: Int) {
        if self.call >= 0 { isTwice = true }
        self.call = call
    }

    /// Takes the target of an operation in memory.
    mutating func take(_ operation: MemoryOperation, _ target: Int) {
        if call >= 0 { isTwice = true }
        (call, self.operation) = (target, operation)
    }

    /// Takes the reference to a pointer to a function where the name of an action might stand.
    mutating func takePointer(_ nodes: [JSONTree.Node], _ bytes: [UInt8]) {
        guard call >= 0, operation == nil, nodes[call].tag == .object,
            nodes.special(call, bytes)?.tag == .reference
        else { return }
        operation = .call
    }

    /// True if the step has the keys of a call, or those of an operation, and no others.
    var isWhole: Bool {
        guard call >= 0, !isTwice, times < 0, (condition < 0) == (then < 0),
            otherwise < 0 && reason < 0 || then >= 0
        else {
            return false
        }
        guard let operation, operation != .call else { return value < 0 }
        let takesValue = operation == .read ? value < 0 : operation == .new || value >= 0
        return with < 0 && most < 0 && takesValue
            && (until < 0 && condition < 0 || operation == .read)
    }

    /// The number of operands of an operation that has no arguments; nil for a call.
    var operands: Int? {
        guard let operation, operation != .call else { return nil }
        return (operation == .new ? 0 : 1) + (value < 0 ? 0 : 1)
    }

    /// The call of the step, or its operation.
    func call(_ nodes: [JSONTree.Node], _ bytes: [UInt8]) -> StepForm.Call {
        switch operation {
        case nil: .written(nodes[call].text(in: bytes))
        case .new?: .new(nodes[call].text(in: bytes))
        case let operation?: .place(operation)
        }
    }
}

/// The places among the nodes of the values of a part.
private struct SliceNodes {
    let value: Int
    let start: Int?
    let count: Int?
}

extension JSONTree.Node {
    fileprivate var isText: Bool { tag == .text || tag == .textWithEscapes }
}

extension [JSONTree.Node] {
    fileprivate func elements(of index: Int) -> [Int] {
        var (elements, next) = ([Int](), index + 1)
        while self[next].tag != .end {
            elements.append(next)
            next = end(of: next)
        }
        return elements
    }

    fileprivate func members(of index: Int) -> [(name: Int, value: Int)] {
        var (members, next) = ([(name: Int, value: Int)](), index + 1)
        while self[next].tag != .end {
            members.append((next, next + 1))
            next = end(of: next + 1)
        }
        return members
    }

    /// Returns whether a value is an array with elements.
    fileprivate func isFilledArray(_ index: Int) -> Bool { self[index].tag == .array && self[index + 1].tag != .end }

    /// The place of a value.
    fileprivate func bytes(_ index: Int) -> Range<Int> { self[index].offset..<self[end(of: index) - 1].end }

    /// Returns whether a value is an object all of whose names are operators.
    fileprivate func isCondition(_ index: Int, _ bytes: [UInt8]) -> Bool {
        guard self[index].tag == .object, self[index + 1].tag != .end else { return false }
        var next = index + 1
        while self[next].tag != .end {
            if bytes.operator(self[next]) == nil { return false }
            next = end(of: next + 1)
        }
        return true
    }

    /// The array of an object `{"join": […]}`; nil for any other object.
    fileprivate func joined(_ index: Int, _ bytes: [UInt8]) -> Int? {
        let key = index + 1
        guard self[key].isText, self[key + 1].tag == .array, end(of: key + 1) == end(of: index) - 1 else { return nil }
        return Self.stands.meaning(of: self[key], in: bytes) == .join ? key + 1 : nil
    }

    /// The values of an object `{"ref": "…", "from": 2, "count": 4}`; nil for any other object.
    fileprivate func sliced(_ index: Int, _ bytes: [UInt8]) -> SliceNodes? {
        guard self[index + 1].isText else { return nil }
        var (value, start, count): (Int?, Int?, Int?)
        for member in members(of: index) {
            switch self[member.name].text(in: bytes) {
            case "ref" where self[member.value].isText: value = member.value
            case Computation.start: start = member.value
            case Computation.count: count = member.value
            default: return nil
            }
        }
        guard let value, start != nil || count != nil else { return nil }
        return SliceNodes(value: value, start: start, count: count)
    }

    /// The keys of objects that stand for something else.
    private static let stands: NameTable<StepOperand.Tag> = NameTable([
        ("ref", .reference), ("bytes", .base64), ("hex", .hexadecimal), (Computation.join, .join),
        (Computation.expression, .expression),
    ])

    /// The one text of an object which stands for something else; nil for any other object.
    fileprivate func special(_ index: Int, _ bytes: [UInt8]) -> (tag: StepOperand.Tag, text: JSONTree.Node)? {
        guard self[index].end == index + 3, self[index + 2].isText else { return nil }
        guard let tag = Self.stands.meaning(of: self[index + 1], in: bytes), tag != .join else { return nil }
        return (tag, self[index + 2])
    }
}

extension [UInt8] {
    /// The bytes between the quotes of a text.
    fileprivate func inside(_ node: JSONTree.Node) -> ArraySlice<UInt8> { self[node.offset + 1..<node.end - 1] }

    /// The operator that a name is; nil for any other name.
    fileprivate func `operator`(_ node: JSONTree.Node) -> Operator? {
        Operator.names.meaning(of: node, in: self)
    }
}

/// An operator of a condition.
private enum Operator {
    case compares(ConditionOperator)
    case combines(ConditionCombinator)

    init?(_ name: String) {
        if let word = ConditionOperator(rawValue: name) {
            self = .compares(word)
        } else if let word = ConditionCombinator(rawValue: name) {
            self = .combines(word)
        } else {
            return nil
        }
    }

    static let names = NameTable(ConditionWords.all.compactMap { name in Operator(name).map { (name, $0) } })
}

/// An operand as an operator asks for it.
private struct ReadOperand: ConditionOperand {
    let table: StepTable
    let text: [UInt8]
    let index: Int

    var literal: Value? { table.value(index, in: text) }
    var isReference: Bool {
        switch table.operands[index].tag {
        case .reference, .expression, .slice, .join: true
        default: false
        }
    }
    var elements: [ReadOperand]? {
        guard table.operands[index].tag == .array else { return nil }
        return table.elements(of: index).map { ReadOperand(table: table, text: text, index: $0) }
    }
    var namedOperands: [(name: String, operand: ReadOperand)] {
        guard table.operands[index].tag == .object else { return [] }
        return table.members(of: index).map { name, value in
            (table.text(name, in: text), ReadOperand(table: table, text: text, index: value))
        }
    }
    var kindDescription: String { "" }
}

extension ArraySlice<UInt8> {
    fileprivate func isText(_ text: StaticString) -> Bool {
        elementsEqual("\(text)".utf8)
    }
}
