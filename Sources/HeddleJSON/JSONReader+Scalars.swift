// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// The next byte; 0, which begins nothing in JSON, at the end.
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            default: return
            }
        }
    }

    mutating func readScalar() throws(JSONMistake) {
        switch next {
        case UInt8(ascii: "\""): try readString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        case UInt8(ascii: "t"): try readWord("true", .yes)
        case UInt8(ascii: "f"): try readWord("false", .no)
        case UInt8(ascii: "n"): try readWord("null", .null)
        default: throw unexpected(.value)
        }
    }

    private mutating func readWord(_ word: String, _ tag: JSONTree.Tag) throws(JSONMistake) {
        guard bytes[position...].starts(with: word.utf8) else { throw unexpected(.value) }
        append(tag, from: position, to: position + word.utf8.count)
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func readNumber() throws(JSONMistake) {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let startsWithZero = next == UInt8(ascii: "0")
        let digits = try readDigits(of: start)
        if startsWithZero, digits > 1 { throw mistake(.leadingZero, at: start..<position) }
        if next == UInt8(ascii: ".") {
            position += 1
            try readDigits(of: start)
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try readDigits(of: start)
        }
        append(.number, from: start, to: position)
    }

    /// Reads at least one digit, and returns how many.
    @discardableResult
    private mutating func readDigits(of start: Int) throws(JSONMistake) -> Int {
        let first = position
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = next { position += 1 }
        guard position > first else { throw mistake(.missingDigit, at: start..<position) }
        return position - first
    }

    mutating func readString() throws(JSONMistake) {
        let text = try readText()
        append(text.tag, from: text.offset, to: text.end)
    }

    /// Reads a text, which is not a node of the tree yet.
    mutating func readText() throws(JSONMistake) -> JSONTree.Node {
        let start = position
        position += 1
        var hasEscapes = false
        while true {
            skipPlainText()
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return JSONTree.Node(hasEscapes ? .textWithEscapes : .text, at: start, end: position)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try readEscape()
            case 0x80...: try readMultibyte()
            default: throw unfinishedText(from: start)
            }
        }
    }

    private mutating func skipPlainText() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
            position += 1
        }
    }

    private mutating func readMultibyte() throws(JSONMistake) {
        guard let length = lengthOfUTF8Sequence(in: bytes, at: position) else {
            throw mistake(.notUTF8, at: position..<position + 1)
        }
        position += length
    }

    private mutating func readEscape() throws(JSONMistake) {
        let letter = position + 1 < bytes.count ? bytes[position + 1] : 0
        if JSONEscape.meaning(of: letter) != nil { return position += 2 }
        guard letter == UInt8(ascii: "u") else { throw badEscape(.escape, length: 2) }
        guard let unit = unitOfEscape(at: position) else { throw badEscape(.unicodeEscape, length: 6) }
        guard UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) else { return position += 6 }
        guard UTF16.isLeadSurrogate(unit), let other = unitOfEscape(at: position + 6), UTF16.isTrailSurrogate(other)
        else { throw badEscape(.loneSurrogate, length: 6) }
        position += 12
    }

    /// The unit of `\uXXXX` at an offset; nil if there is no such escape.
    private func unitOfEscape(at offset: Int) -> UInt16? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        return JSONEscape.unit(bytes[offset + 2..<offset + 6])
    }

    private mutating func append(_ tag: JSONTree.Tag, from start: Int, to end: Int) {
        if open.count <= unfoldedLevels { nodes.append(JSONTree.Node(tag, at: start, end: end)) }
        position = end
    }
}
