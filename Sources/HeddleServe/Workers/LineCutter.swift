// SPDX-License-Identifier: Apache-2.0

/// Cuts bytes that come in pieces into lines. One that is too long comes in parts, so that a process that writes no end
/// of a line takes no memory.
struct LineCutter {
    /// The longest line, in bytes.
    static let longest = 1 << 16

    private var line: [UInt8] = []

    /// Returns the lines that end in a piece.
    mutating func cut(_ piece: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in piece {
            if byte != UInt8(ascii: "\n") { line.append(byte) }
            if byte == UInt8(ascii: "\n") || line.count == Self.longest { lines.append(end()) }
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
