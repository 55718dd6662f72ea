// SPDX-License-Identifier: Apache-2.0

/// Two texts that differ, each on one line: whole, or from shortly before the difference.
struct TextDifference {
    let expected: String
    let actual: String
    /// The number of characters before the difference; nil if a mark would not help.
    let column: Int?
    /// The index of the difference, from 0.
    let place: String
    private let left: String
    private let right: String

    private static let longest = 200
    private static let shownBefore = 20
    private static let shownAfter = 100

    init(_ left: String, _ right: String) {
        (self.left, self.right) = (left, right)
        let start = FirstDifference(left, right)
        place = start.words
        let isLong = max(left.unicodeScalars.count, right.unicodeScalars.count) > Self.longest
        let from = isLong ? max(0, start.character - Self.shownBefore) : 0
        let windows = (left.window(from: from), right.window(from: from))
        // Texts that look the same may be composed in different ways.
        let isAlike = windows.0 == windows.1
        (expected, actual) = isAlike ? (windows.0.spelledOut, windows.1.spelledOut) : windows
        let isMarked = start.character > 0 && !isAlike && !Self.hasLines(left, right)
        column = isMarked ? left.width(from: from, upTo: start.character) : nil
    }

    private static func hasLines(_ left: String, _ right: String) -> Bool {
        left.dropLast().utf8.contains(UInt8(ascii: "\n")) || right.dropLast().utf8.contains(UInt8(ascii: "\n"))
    }

    /// The only kind of difference, such as upper and lower case, if there is one. Texts of megabytes are not examined.
    var remarks: [String] {
        if max(left.utf8.count, right.utf8.count) > 1 << 20 { return [] }
        let reason: String? =
            if left.utf8.elementsEqual(right.utf8) {
                nil
            } else if left == right {
                "in how Unicode composes their characters"
            } else if left.withoutLastLineEnds == right.withoutLastLineEnds {
                "in the newlines at the end"
            } else if left.lowercased() == right.lowercased() {
                "in upper and lower case"
            } else if left.withoutSpace == right.withoutSpace {
                "in white space"
            } else {
                nil
            }
        return reason.map { ["they differ only \($0)"] } ?? []
    }

    /// The lines that differ, if there are several.
    var view: [String] { Self.hasLines(left, right) ? ["at \(place)"] + LineDifference(left, right).view : [] }
}

/// The place at which two texts begin to differ, after their longest common prefix. Both counts are from 0.
private struct FirstDifference {
    let character: Int
    private let byte: Int
    private let next: (Unicode.Scalar?, Unicode.Scalar?)

    init(_ left: String, _ right: String) {
        var (lefts, rights) = (left.unicodeScalars.makeIterator(), right.unicodeScalars.makeIterator())
        var (character, byte) = (0, 0)
        var next = (lefts.next(), rights.next())
        while let scalar = next.0, scalar == next.1 {
            character += 1
            byte += UTF8.width(scalar)
            next = (lefts.next(), rights.next())
        }
        (self.character, self.byte, self.next) = (character, byte, next)
    }

    var words: String {
        let isASCII = (next.0?.isASCII ?? true) && (next.1?.isASCII ?? true)
        return "character \(character)" + (byte == character ? "" : ", byte \(byte)")
            + (isASCII ? "" : ": \(Self.code(next.0)), not \(Self.code(next.1))")
    }

    private static func code(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "the end" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// A part of the text in quotes.
    fileprivate func window(from start: Int) -> String {
        let rest = unicodeScalars.dropFirst(start)
        let shown = start == 0 ? 200 : 120
        let isCut = rest.dropFirst(shown).first != nil
        return (start > 0 ? "…" : "") + Self.quoted(rest.prefix(shown)) + (isCut ? "…" : "")
    }

    /// The number of characters of the window before a character of the text.
    fileprivate func width(from start: Int, upTo end: Int) -> Int {
        let before = unicodeScalars.prefix(end).dropFirst(start)
        return Self.quoted(before).unicodeScalars.count - 1 + (start > 0 ? 1 : 0)
    }

    private static func quoted(_ scalars: Substring.UnicodeScalarView) -> String {
        var writer = ExcerptWriter(limit: .max)
        writer.appendQuoted(String(scalars))
        return writer.text
    }

    /// The text with every character beyond ASCII as its code.
    fileprivate var spelledOut: String {
        unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
    }

    fileprivate var withoutLastLineEnds: Substring {
        var text = self[...]
        while let last = text.last, last.isNewline { text.removeLast() }
        return text
    }

    fileprivate var withoutSpace: String { filter { !$0.isWhitespace } }
}
