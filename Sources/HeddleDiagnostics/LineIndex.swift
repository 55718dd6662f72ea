// SPDX-License-Identifier: Apache-2.0

/// The line and column at regular intervals of a text, so that every place is near a known one. A line may be as long
/// as the text.
struct LineIndex: Sendable {
    private struct Mark {
        let line: UInt32
        let column: UInt32
    }

    /// The number of bytes between two marks.
    private static let distance = 128

    private var marks: [Mark] = []

    /// - Complexity: O(length of the text).
    init(of bytes: [UInt8], from origin: SourcePosition) {
        marks.reserveCapacity(bytes.count / Self.distance + 1)
        var position = origin
        for index in stride(from: 0, through: bytes.count, by: Self.distance) {
            marks.append(Mark(line: UInt32(position.line), column: UInt32(position.column)))
            position.advance(over: index..<min(index + Self.distance, bytes.count), of: bytes.span)
        }
    }

    /// The position of a byte.
    ///
    /// - Complexity: O(1).
    func position(at offset: Int, in bytes: [UInt8]) -> SourcePosition {
        let number = offset / Self.distance
        var position = SourcePosition(line: Int(marks[number].line), column: Int(marks[number].column))
        position.advance(over: number * Self.distance..<offset, of: bytes.span)
        return position
    }

    /// The offset at which a line begins; nil if the text has no such line.
    ///
    /// - Complexity: O(log length of the text).
    func start(ofLine line: Int, in bytes: [UInt8]) -> Int? {
        // The line begins after the last mark in an earlier line.
        let number = marks.partitioningIndex { Int($0.line) >= line } - 1
        guard number >= 0 else { return marks.first.flatMap { Int($0.line) == line ? 0 : nil } }
        var missing = line - Int(marks[number].line)
        for index in number * Self.distance..<bytes.count where bytes[index] == UInt8(ascii: "\n") {
            missing -= 1
            if missing == 0 { return index + 1 }
        }
        return nil
    }
}

extension SourcePosition {
    /// Advances over at most 255 bytes.
    fileprivate mutating func advance(over range: Range<Int>, of bytes: Span<UInt8>) {
        let piece = bytes.extracting(range)
        // Two plain counts, which the compiler makes of many bytes at once: of this loop, and of none over indices.
        var (ends, characters, index) = (UInt8(0), UInt8(0), 0)
        while index < piece.count {
            let byte = piece[index]
            ends &+= byte == UInt8(ascii: "\n") ? 1 : 0
            characters &+= byte & 0b1100_0000 == 0b1000_0000 ? 0 : 1
            index &+= 1
        }
        if ends == 0 {
            self = SourcePosition(line: line, column: column + Int(characters))
            return
        }
        var column = 1
        for index in piece.indices.reversed() {
            if piece[index] == UInt8(ascii: "\n") { break }
            column += piece[index] & 0b1100_0000 == 0b1000_0000 ? 0 : 1
        }
        self = SourcePosition(line: line + Int(ends), column: column)
    }
}

extension Array {
    /// The first index whose element meets the condition, in an array where all after it meet it too.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var candidates = indices
        while !candidates.isEmpty {
            let middle = candidates.lowerBound + candidates.count / 2
            candidates = isAfter(self[middle]) ? candidates.lowerBound..<middle : middle + 1..<candidates.upperBound
        }
        return candidates.lowerBound
    }
}
