// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleJSON
internal import HeddleDiagnostics
internal import HeddleSchema

/// The steps of one file as they were read: 20 bytes for each, and 8 for each value in it.
///
/// The operands of a step stand in this order: the arguments, each behind its name where it has one; the names that are
/// saved, each with its path where it has one; the conditions on the outcome, each as the text of its path with a value, or with the
/// operands of its operators and the end of their object.
struct StepTable: Sendable {
    struct Entry {
        let offset: UInt32
        let length: UInt32
        /// The beginning of the text that names the call.
        let call: UInt32
        let form: UInt32
        /// The index of its first operand.
        let operands: UInt32

        var bytes: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
    }

    /// Steps that are repeated, or of which a step decides which are run.
    struct Block {
        enum Kind {
            /// So often at most, which stands at a place.
            case loop(times: Int, at: Range<Int>)
            /// The first step decides; the index of the first of those that are run where its condition does not hold, and
            /// the text that says why others are left out then.
            case branch(otherwise: Int, reason: JSONTree.Node?)
        }

        let bytes: Range<Int>
        /// The index of the first of their entries.
        let start: Int
        /// The index behind them, those of blocks in it included.
        var end: Int
        var kind: Kind
        /// True if one of them, outside of loops in it, can end the loop that it is or stands in.
        var canEnd = false
        /// True if each of its steps has an entry.
        var isWhole = true

        init(_ kind: Kind, bytes: Range<Int>, start: Int) {
            self.kind = kind
            self.bytes = bytes
            self.start = start
            end = start
        }

        var isLoop: Bool { if case .loop = kind { true } else { false } }
    }

    var entries: [Entry] = []
    /// Each before those in it.
    var blocks: [Block] = []
    var operands: [StepOperand] = []
    var forms: [StepForm] = []

    /// Makes room for the steps of a text, so that memory is not taken again and again. Room that is not used takes no
    /// memory of the machine.
    mutating func reserveCapacity(forText bytes: Int) {
        entries.reserveCapacity(bytes / 32)
        operands.reserveCapacity(bytes / 8)
    }

    /// The form of a step.
    func form(_ entry: Int) -> StepForm { forms[Int(entries[entry].form)] }

    /// The operands of a step.
    func operands(of entry: Int) -> Range<Int> {
        let end = entry + 1 < entries.count ? Int(entries[entry + 1].operands) : operands.count
        return Int(entries[entry].operands)..<end
    }

    /// The index of the first step that begins at an offset or behind it.
    func firstEntry(at offset: Int) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(entries[middle].offset) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The block that begins at an offset.
    func block(at offset: Int) -> Block? {
        let first = firstBlock(at: offset)
        return first < blocks.count && blocks[first].bytes.lowerBound == offset ? blocks[first] : nil
    }

    private func firstBlock(at offset: Int) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].bytes.lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// For each step of a block whether it stands in a loop in the block.
    func areInLoops(in block: Block) -> [Bool] {
        var areInLoops = [Bool](repeating: false, count: block.end - block.start)
        let inner = blocks[(firstBlock(at: block.bytes.lowerBound) + 1)...].prefix { $0.start < block.end }
        for loop in inner where loop.isLoop {
            for index in loop.start..<loop.end { areInLoops[index - block.start] = true }
        }
        return areInLoops
    }

    // MARK: Values

    /// The index behind an operand and all that is in it.
    func end(of index: Int) -> Int { index + operands[index].count }

    /// The value of an operand; nil where it is, or has in it, a reference or a value that is made of others.
    func value(_ index: Int, in text: [UInt8]) -> Value? {
        let operand = operands[index]
        switch operand.tag {
        case .null, .end: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .number: return .number(Number(lexeme: text[operand.bytes]))
        case .text, .escaped: return .string(self.text(index, in: text))
        case .reference, .place, .expression, .sliced, .slice, .join: return nil
        case .base64: return .bytes(bytes(fromBase64: self.text(index, in: text)) ?? [])
        case .hexadecimal: return .bytes(bytes(fromHexadecimal: self.text(index, in: text)) ?? [])
        case .array:
            var values: [Value] = []
            for element in elements(of: index) {
                guard let value = value(element, in: text) else { return nil }
                values.append(value)
            }
            return .array(values)
        case .object:
            var members: [Value.Member] = []
            for (name, member) in self.members(of: index) {
                guard let value = value(member, in: text) else { return nil }
                members.append(Value.Member(self.text(name, in: text), value))
            }
            return .object(members)
        }
    }

    /// The text of an operand that is one, its escapes decoded.
    func text(_ index: Int, in text: [UInt8]) -> String {
        let quoted = operands[index].bytes
        let inside = text[quoted.lowerBound + 1..<quoted.upperBound - 1]
        if operands[index].tag == .text || !inside.contains(UInt8(ascii: "\\")) {
            return String(decoding: inside, as: UTF8.self)
        }
        return String(decoding: JSONEscape.decoded(inside), as: UTF8.self)
    }

    /// The indices of the elements of an array, or of the values that one is made of.
    func elements(of index: Int) -> [Int] {
        var (elements, next) = ([Int](), index + 1)
        while operands[next].tag != .end {
            elements.append(next)
            next = end(of: next)
        }
        return elements
    }

    /// The indices of the names and values of an object.
    func members(of index: Int) -> [(name: Int, value: Int)] {
        var (members, next) = ([(name: Int, value: Int)](), index + 1)
        while operands[next].tag != .end {
            members.append((next, next + 1))
            next = end(of: next + 1)
        }
        return members
    }
}
