// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// Reads JSON by RFC 8259, strictly, from bytes into the nodes of a ``JSONTree``.
///
/// It does not recurse, so that deep nesting costs no stack. Numbers and text are checked here and decoded later.
struct JSONReader {
    /// The maximum nesting of arrays and objects.
    static let deepestNesting = 512

    /// An array or object that is not closed yet.
    struct Container {
        let offset: Int
        /// Its node, unless it stands inside of a folded one.
        let node: Int
        let isObject: Bool
        /// The number of open names when it was opened.
        let firstKey: Int
        /// The role for the reader of elements.
        let role: JSONRole
        /// The number of levels with nodes when it was opened.
        let unfoldedLevels: Int
    }

    let bytes: [UInt8]
    var position: Int
    var nodes: [JSONTree.Node] = []
    /// The open arrays and objects, the innermost last.
    var open: [Container] = []
    /// The names of all open objects.
    var keys: [JSONTree.Node] = []
    /// Names that stand twice in an object: the first and the later one.
    var duplicates: [(first: JSONTree.Node, later: JSONTree.Node)] = []
    /// The number of levels of arrays and objects whose contents have nodes.
    var unfoldedLevels: Int
    /// The reader of the elements of some arrays; nil if there is none.
    private let elementReader: (any JSONElementReader)?

    init(
        _ bytes: [UInt8], from position: Int = 0, unfoldedLevels: Int = deepestNesting,
        elements elementReader: (any JSONElementReader)? = nil
    ) {
        self.bytes = bytes
        self.position = position
        self.unfoldedLevels = unfoldedLevels
        self.elementReader = elementReader
    }

    /// Reads a whole text: one value and nothing else.
    mutating func readWhole() throws(JSONMistake) {
        defer { JSONMeter.current?.add(position) }
        guard bytes.count <= SourceText.largestSize else { throw mistake(.tooLarge, at: 0..<0) }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw mistake(.byteOrderMark, at: 0..<3) }
        guard !isUTF16 else { throw mistake(.utf16, at: 0..<2) }
        nodes.reserveCapacity(bytes.count / 32)
        skipWhitespace()
        guard position < bytes.count else { throw mistake(.empty, at: bytes.count..<bytes.count) }
        try readValue()
        skipWhitespace()
        if position < bytes.count { throw unexpected(.end) }
    }

    /// True for a text with the mark of UTF-16, and for one whose first two characters are two bytes each, the same one
    /// of them zero.
    private var isUTF16: Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return false }
        let zeros = (0..<4).map { bytes[$0] == 0 }
        return zeros == [false, true, false, true] || zeros == [true, false, true, false]
    }

    /// Reads one value again with everything in it, and nothing behind it.
    mutating func readAgain() throws(JSONMistake) {
        let start = position
        defer { JSONMeter.current?.add(position - start) }
        try readValue()
    }

    /// Reads one value with everything in it, and nothing behind it.
    private mutating func readValue() throws(JSONMistake) {
        repeat {
            try beginValue()
            try endValue()
        } while !open.isEmpty
    }

    /// Reads up to the end of a scalar or of an empty array or object, opening what stands before it.
    private mutating func beginValue() throws(JSONMistake) {
        while true {
            skipWhitespace()
            switch next {
            case UInt8(ascii: "{"):
                try openContainer(.object)
                if closes(UInt8(ascii: "}")) { return closeContainer() }
                try readKey(.keyOrBrace)
            case UInt8(ascii: "["):
                try openContainer(.array)
                if closes(UInt8(ascii: "]")) { return closeContainer() }
            default: return try readScalar()
            }
        }
    }

    /// Closes what ends behind a value, and steps to where the next one begins.
    private mutating func endValue() throws(JSONMistake) {
        while let container = open.last {
            skipWhitespace()
            switch (next, container.isObject) {
            case (UInt8(ascii: ","), true):
                try stepOverComma(before: UInt8(ascii: "}"))
                return try readKey(.key)
            case (UInt8(ascii: ","), false): return try stepOverComma(before: UInt8(ascii: "]"))
            case (UInt8(ascii: "}"), true), (UInt8(ascii: "]"), false): closeContainer()
            default: throw unexpected(container.isObject ? .commaOrBrace : .commaOrBracket)
            }
        }
    }

    private mutating func stepOverComma(before bracket: UInt8) throws(JSONMistake) {
        let comma = position
        position += 1
        if closes(bracket) { throw mistake(.trailingComma, at: comma..<comma + 1) }
    }

    private mutating func readKey(_ expected: JSONMistake.Expected) throws(JSONMistake) {
        guard next == UInt8(ascii: "\"") else { throw unexpected(expected) }
        let key = try readText()
        keys.append(key)
        if open.count <= unfoldedLevels { nodes.append(key) }
        skipWhitespace()
        guard next == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
    }

    private mutating func openContainer(_ tag: JSONTree.Tag) throws(JSONMistake) {
        guard open.count < Self.deepestNesting else { throw mistake(.tooDeep, at: position..<position + 1) }
        let role = role(of: tag)
        open.append(
            Container(
                offset: position, node: nodes.count, isObject: tag == .object, firstKey: keys.count, role: role,
                unfoldedLevels: unfoldedLevels))
        if role.keepsNodes { unfoldedLevels = Self.deepestNesting }
        if open.count <= unfoldedLevels + 1 { nodes.append(JSONTree.Node(tag, at: position, end: 0)) }
        position += 1
    }

    private mutating func closeContainer() {
        guard let container = open.popLast() else { return }
        if container.isObject {
            noteDuplicates(among: container.firstKey..<keys.count)
            keys.removeSubrange(container.firstKey...)
        }
        position += 1
        if open.count < unfoldedLevels {
            let tag: JSONTree.Tag = container.isObject ? .object : .array
            nodes[container.node] = JSONTree.Node(tag, at: container.offset, end: nodes.count)
            nodes.append(JSONTree.Node(.end, at: position - 1, end: position))
        } else if open.count == unfoldedLevels {
            nodes[container.node] = JSONTree.Node(.folded, at: container.offset, end: position)
        }
        unfoldedLevels = container.unfoldedLevels
        if let parent = open.last, parent.role.handsOver { handOver(container) }
    }

    /// The reader of elements sees what is in them, and then only where each stands is kept.
    private mutating func handOver(_ container: Container) {
        if container.isObject, let elementReader {
            let hasDuplicates = duplicates.last.map { $0.later.offset > container.offset } ?? false
            if !hasDuplicates { elementReader.take(nodes, from: container.node, in: bytes) }
        }
        nodes.removeLast(nodes.count - container.node)
        nodes.append(JSONTree.Node(.folded, at: container.offset, end: position))
    }

    private func role(of tag: JSONTree.Tag) -> JSONRole {
        guard let elementReader else { return .plain }
        guard let parent = open.last else { return elementReader.role(of: tag, named: nil, in: .plain) }
        guard parent.role != .plain, !parent.role.handsOver else { return .plain }
        let name = parent.isObject ? keys.last.map { bytes[$0.offset + 1..<$0.end - 1] } : nil
        return elementReader.role(of: tag, named: name, in: parent.role)
    }

    /// Returns whether a closing bracket comes next, after whitespace.
    private mutating func closes(_ bracket: UInt8) -> Bool {
        skipWhitespace()
        return next == bracket
    }
}
