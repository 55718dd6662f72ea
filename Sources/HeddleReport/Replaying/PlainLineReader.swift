// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Takes the parts of a line off its front: of one whose members have the order and the form in which ``JSONLine`` makes
/// them. It knows no other JSON, so that what it takes means the same to every reader.
struct PlainLineReader {
    var rest: ArraySlice<UInt8>

    /// True if only the end of the line's object is left.
    var isAtEnd: Bool { rest.elementsEqual(JSONFragment.close) }

    mutating func take(_ part: [UInt8]) -> Bool {
        guard rest.starts(with: part) else { return false }
        rest.removeFirst(part.count)
        return true
    }

    /// A member that a line may have; nil, with nothing taken, if it has another one or a number that is out of range.
    mutating func take<Number: FixedWidthInteger>(_ part: [UInt8], _: Number.Type) -> Number? {
        let before = rest
        if take(part), let number = takeNumber().flatMap(Number.init(exactly:)) { return number }
        rest = before
        return nil
    }

    /// A whole number of at most 18 digits, as there are nearly all; nil for others and for -0.
    mutating func takeNumber() -> Int? {
        let isNegative = rest.first == UInt8(ascii: "-")
        var (number, end) = (0, rest.startIndex + (isNegative ? 1 : 0))
        let start = end
        while end < rest.endIndex, case let digit = Int(rest[end]) - Int(UInt8(ascii: "0")), 0...9 ~= digit {
            number = number &* 10 &+ digit
            end += 1
        }
        guard 1...18 ~= end - start, rest[start] != UInt8(ascii: "0") || end - start == 1 && !isNegative else {
            return nil
        }
        rest = rest[end...]
        return isNegative ? -number : number
    }

    mutating func takeNumbers() -> [Value]? {
        var numbers: [Value] = []
        while rest.first != UInt8(ascii: "]") {
            if !numbers.isEmpty, rest.popFirst() != UInt8(ascii: ",") { return nil }
            guard let number = takeNumber() else { return nil }
            numbers.append(.number(.integer(Int128(number))))
        }
        return numbers
    }

    /// The rest of a text, without its quote; nil for one with escapes, or with other characters than those of ASCII.
    mutating func takeText() -> String? {
        guard
            let end = rest.firstIndex(where: {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || !(32...126 ~= $0)
            }),
            rest[end] == UInt8(ascii: "\"")
        else { return nil }
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...]
        return text
    }

    /// The rest of a text that names an action, without its quote.
    ///
    /// - Parameter known: the action of a line before, which is mostly the same.
    mutating func takeAction(_ known: ActionName?) -> ActionName? {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        if let known, rest[..<end].elementsEqual(known.description.utf8) {
            rest = rest[end...]
            return known
        }
        return takeText().flatMap(ActionName.init(parsing:))
    }
}
