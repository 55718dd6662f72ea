// SPDX-License-Identifier: Apache-2.0

extension DeclarationLexer {
    mutating func takeWord() -> Token {
        take(.word, to: endOfWord(from: position))
    }

    /// A number in the widest sense of C's preprocessor, so that `0x1G` is one wrong number and not two tokens.
    mutating func takeNumber() -> Token {
        var place = position
        while place < end {
            let byte = bytes[place]
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            let isSeparator = byte == UInt8(ascii: "'") && place + 1 < end && bytes[place + 1].isWordCharacter
            let continues = byte.isWordCharacter || byte == UInt8(ascii: ".") || isSeparator
            if !continues && !(isSign && isExponent(at: place - 1)) { break }
            place += 1
        }
        return take(.number, to: place)
    }

    /// A literal on one line; one that does not end is invalid up to the end of its line.
    mutating func takeQuoted(by quote: UInt8, as kind: Token.Kind) -> Token {
        var place = position + 1
        while place < end, bytes[place] != UInt8(ascii: "\n") {
            if bytes[place] == quote { return take(kind, to: place + 1) }
            place += bytes[place] == UInt8(ascii: "\\") && place + 1 < end ? 2 : 1
        }
        return takeInvalid(to: place)
    }

    /// A string whose quotes are escaped for the JSON string that it stands in.
    mutating func takeEscapedString() -> Token {
        var place = position + 2
        while place + 1 < end, bytes[place] != UInt8(ascii: "\n") {
            if bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "\"") {
                return take(.string, to: place + 2)
            }
            place += 1
        }
        return takeInvalid(to: end)
    }

    mutating func takeInvalid(to stop: Int) -> Token {
        take(.invalid, to: stop)
    }

    mutating func takeSign() -> Token {
        signLength.map { take(.sign, to: position + $0) } ?? takeInvalid(to: endOfCharacter)
    }

    private var signLength: Int? {
        let (first, second) = (bytes[position], peek(1))
        switch Unicode.Scalar(first) {
        case ".": return second == first && peek(2) == first ? 3 : 1
        case "<", ">": return second == first || second == UInt8(ascii: "=") ? 2 : 1
        case "=", "!": return second == UInt8(ascii: "=") ? 2 : 1
        case "&", "|": return second == first ? 2 : 1
        case "(", ")", "[", "]", "{", "}", ";", ",", "*", ":", "+", "-", "~", "/", "%", "^", "?", "#": return 1
        default: return nil
        }
    }

    private func endOfWord(from start: Int) -> Int {
        var place = start
        while place < end, bytes[place].isWordCharacter { place += 1 }
        return place
    }

    /// The end of the character at the position, however many bytes of UTF-8 it has.
    private var endOfCharacter: Int {
        var place = position + 1
        while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    private func isExponent(at place: Int) -> Bool {
        let isHexadecimal =
            bytes[position] == UInt8(ascii: "0") && position + 1 < end
            && bytes[position + 1] | 0x20 == UInt8(ascii: "x")
        return bytes[place] | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
    }
}
