// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A text that diagnostics refer to: its bytes, and its name for the user.
///
/// The bytes need not be valid UTF-8: the error about an invalid file quotes it too.
///
/// ## Topics
/// - ``position(at:)``
/// - ``line(_:)``
public final class SourceText: Sendable {
    /// The path as it was given, the URL, or words such as `argument 2`.
    public let name: String
    /// The bytes as they were read.
    public let bytes: [UInt8]
    /// The position of the first byte: line 1, column 1, unless this is a piece of a larger text.
    package let origin: SourcePosition
    /// The index of lines; nil until it is needed, so that reading does not pay for it.
    private let lines = Mutex<LineIndex?>(nil)
    /// The size of the largest text that Heddle reads, in bytes.
    package static let largestSize = 64 << 20
    /// The spans that must not be quoted.
    private let secrets = Mutex(ConcealedSpans())

    /// Creates a text from bytes.
    ///
    /// - Parameter origin: where the bytes begin, for a piece of a larger text.
    package init(name: String, bytes: [UInt8], origin: SourcePosition = SourcePosition(line: 1, column: 1)) {
        self.name = name
        self.bytes = bytes
        self.origin = origin
    }

    /// Creates a text from a string.
    package convenience init(name: String, _ text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }

    /// The line and column of a byte offset, both counted from 1; a column counts characters, not bytes.
    ///
    /// An offset outside the text is taken as its start or end.
    ///
    /// - Complexity: O(length of the text) the first time, then O(1).
    package func position(at offset: Int) -> SourcePosition {
        index.position(at: min(max(offset, 0), bytes.count), in: bytes)
    }

    /// The text of a line without its end, counted from 1; invalid UTF-8 is shown as U+FFFD.
    ///
    /// A line that the text does not have is empty.
    package func line(_ number: Int) -> String {
        String(decoding: bytes[lineBytes(number)], as: UTF8.self)
    }

    /// The bytes of a line without its end, as offsets.
    func lineBytes(_ number: Int) -> Range<Int> {
        guard let start = index.start(ofLine: number, in: bytes) else { return bytes.count..<bytes.count }
        var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// The part of a line around an offset, without the line break, up to a number of bytes on either side.
    ///
    /// - Complexity: O(`before` + `after`), however long the line is.
    func line(around offset: Int, before: Int, after: Int) -> Range<Int> {
        let offset = min(max(offset, 0), bytes.count)
        let (first, last) = (max(0, offset - before), min(bytes.count, offset + after))
        var (start, end) = (offset, offset)
        while start > first, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        while end < last, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        // The end of the line may be two bytes, of which the offset may be the second.
        let endsLine = end == bytes.count || bytes[end] == UInt8(ascii: "\n")
        if endsLine, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    var concealed: ConcealedSpans { secrets.withLock { $0 } }

    func conceal(_ range: Range<Int>) { secrets.withLock { $0.insert(range.clamped(to: 0..<bytes.count)) } }

    private var index: LineIndex {
        lines.withLock { lines in
            let known = lines ?? LineIndex(of: bytes, from: origin)
            lines = known
            return known
        }
    }
}

extension SourceText: CustomReflectable {
    /// Shows only the name, because the text may have millions of bytes.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// A place in a text, both numbers counted from 1.
public struct SourcePosition: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension SourceText {
    /// All of it.
    package var whole: SourceRange { SourceRange(self, 0..<bytes.count) }
}

/// A span of bytes in a text.
public struct SourceRange: Hashable, Sendable {
    /// The enclosing text.
    public let source: SourceText
    /// The bytes, as offsets from the start of the text.
    public let bytes: Range<Int>

    /// Creates a span.
    package init(_ source: SourceText, _ bytes: Range<Int>) {
        self.source = source
        self.bytes = bytes
    }

    /// True if both are the same bytes of the same text. Texts are compared by identity, not by content.
    public static func == (one: SourceRange, other: SourceRange) -> Bool {
        one.source === other.source && one.bytes == other.bytes
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(bytes)
    }

    /// The start of the span.
    public var start: SourcePosition { source.position(at: bytes.lowerBound) }

    /// `file:line:column`, which terminals and editors show as a link.
    public var location: String {
        let start = start
        return "\(source.name):\(start.line):\(start.column)"
    }

    /// The text of the span.
    public var text: String { String(decoding: source.bytes[bytes.clamped(to: 0..<source.bytes.count)], as: UTF8.self) }
}
