// SPDX-License-Identifier: Apache-2.0

/// The mistake of a text that is not JSON, as facts. `JSONMistake+Words.swift` turns them into words.
struct JSONMistake: Error {
    let reason: Reason
    /// The offsets of the mistake; empty at the end of the text.
    let bytes: Range<Int>
    /// The start of the text, array or object that is not closed.
    let opening: Int?

    enum Reason {
        case tooLarge
        case tooDeep
        case byteOrderMark
        case utf16
        case notUTF8
        case empty
        case unexpected(Expected)
        case comment
        case trailingComma
        case leadingZero
        case missingDigit
        /// The text ends before the value does.
        case openText
        /// The line ends before the value does.
        case openLine
        case controlCharacter(UInt8)
        case escape
        case unicodeEscape
        case loneSurrogate
    }

    /// The tokens that may stand at a position.
    enum Expected: String {
        case value = "a value"
        case key = "a name in double quotes"
        case keyOrBrace = "a name in double quotes or \"}\""
        case colon = "\":\""
        case commaOrBracket = "\",\" or \"]\""
        case commaOrBrace = "\",\" or \"}\""
        case end = "the end of the text"
    }
}

extension JSONReader {
    func mistake(_ reason: JSONMistake.Reason, at bytes: Range<Int>, opening: Int? = nil) -> JSONMistake {
        JSONMistake(reason: reason, bytes: bytes, opening: opening)
    }

    /// The text at the position is not allowed there.
    func unexpected(_ expected: JSONMistake.Expected) -> JSONMistake {
        let token = token
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "#") { return mistake(.comment, at: token) }
        if next >= 0x80, lengthOfUTF8Sequence(in: bytes, at: position) == nil {
            return mistake(.notUTF8, at: position..<position + 1)
        }
        return mistake(.unexpected(expected), at: token, opening: open.last?.offset)
    }

    /// A text that meets the end of the file or a control character before its closing quote.
    func unfinishedText(from start: Int) -> JSONMistake {
        guard position < bytes.count else {
            return mistake(.openText, at: position..<position, opening: start)
        }
        let reason = next == UInt8(ascii: "\n") ? JSONMistake.Reason.openLine : .controlCharacter(next)
        return mistake(reason, at: position..<position + 1, opening: start)
    }

    /// An escape that is not one; it may be cut off by the end of the text.
    func badEscape(_ reason: JSONMistake.Reason, length: Int) -> JSONMistake {
        let rest = bytes[position...].prefix(length)
        let end = rest.dropFirst().firstIndex { $0 == UInt8(ascii: "\"") || $0 < 0x20 } ?? rest.endIndex
        return mistake(reason, at: position..<max(end, min(position + 2, bytes.count)))
    }

    /// The token at the position: a mark, a text, or a run of anything else.
    private var token: Range<Int> {
        guard position < bytes.count else { return bytes.count..<bytes.count }
        let rest = bytes[(position + 1)...]
        let end =
            switch next {
            case let mark where Self.isMark(mark): position + 1
            case UInt8(ascii: "\""): rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 < 0x20 }.map { $0 + 1 }
            default: rest.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || Self.isMark($0) }
            }
        return position..<(end ?? bytes.count)
    }

    private static func isMark(_ byte: UInt8) -> Bool { "{}[]:,".utf8.contains(byte) }
}
