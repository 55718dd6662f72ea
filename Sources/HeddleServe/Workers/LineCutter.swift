// SPDX-License-Identifier: Apache-2.0

/// Cuts bytes that come in pieces into lines, which end with a line feed and nothing else: texts in JSON may hold what
/// Unicode counts as an end of a line. One that is too long comes in parts, so that a process that writes no end of a
/// line takes no memory.
struct LineCutter {
    /// The longest line, in bytes.
    let longest: Int

    private var line: [UInt8] = []

    init(longest: Int = 1 << 16) {
        self.longest = longest
    }

    /// Returns the lines that end in a piece.
    mutating func cut(_ piece: [UInt8]) -> [String] {
        var lines: [String] = []
        var rest = piece[...]
        while !rest.isEmpty {
            let part = rest.prefix(longest - line.count).prefix { $0 != UInt8(ascii: "\n") }
            line += part
            rest = rest.dropFirst(part.count)
            let isEnded = rest.first == UInt8(ascii: "\n") && line.count < longest
            if isEnded { rest.removeFirst() }
            if isEnded || line.count == longest { lines.append(end()) }
        }
        return lines
    }

    /// Returns what has no end; nil if there is nothing.
    mutating func rest() -> String? { line.isEmpty ? nil : end() }

    private mutating func end() -> String {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }
}
