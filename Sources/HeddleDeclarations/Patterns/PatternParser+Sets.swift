// SPDX-License-Identifier: Apache-2.0

/// Sets in brackets, and escapes.
extension PatternParser {
    // MARK: Sets

    /// The set after an opening bracket.
    mutating func set(from start: Int) throws(PatternMistake) -> ScalarSet {
        let isNegated = skip("^")
        var members: [ScalarSet.Member] = []
        while let next, next != "]" {
            for operation in ["&&", "--", "~~"] where skip(operation) {
                throw mistake("sets cannot be combined by \"\(operation)\"", at: place - 2)
            }
            members.append(try member())
        }
        guard skip("]") else { throw mistake("the set is not closed", at: start) }
        guard !members.isEmpty else { throw mistake("the set is empty; write \"\\]\" for the character", at: start) }
        return ScalarSet(members, isNegated: isNegated, ignoresCase: flags.ignoresCase)
    }

    private mutating func member() throws(PatternMistake) -> ScalarSet.Member {
        let start = place
        if skip("[:") { return try namedMember(from: start) }
        if skip("[") {
            return .set(try nested(from: start) { (parser) throws(PatternMistake) in try parser.set(from: start) })
        }
        guard let first = try bound() else { return try property(from: start) }
        guard isRange() else { return .range(first...first) }
        _ = take()
        guard let last = try bound() else { throw mistake("a range ends with a character", at: start) }
        guard first <= last else { throw mistake("the range ends before it begins", at: start) }
        return .range(first...last)
    }

    /// Returns whether a hyphen follows that is not the last character of the set.
    private func isRange() -> Bool {
        var rest = self
        return rest.skip("-") && rest.next != nil && rest.next != "]" && rest.next != "-"
    }

    /// One character; nil, with nothing read, if a set follows.
    private mutating func bound() throws(PatternMistake) -> Unicode.Scalar? {
        let start = place
        guard skip("\\") else { return next == "[" ? nil : take() }
        // Outside of sets, `\b` is the boundary of a word.
        if skip("b") { return "\u{8}" }
        if let character = try escapedCharacter(from: start) { return character }
        move(to: start)
        return nil
    }

    private mutating func property(from start: Int) throws(PatternMistake) -> ScalarSet.Member {
        guard skip("\\"), let (property, isNegated) = try escapedProperty(from: start) else {
            throw unknownEscape(from: start)
        }
        if isRange() { throw mistake("a range begins with a character", at: start) }
        return .property(property, isNegated: isNegated)
    }

    /// `[:alpha:]`
    private mutating func namedMember(from start: Int) throws(PatternMistake) -> ScalarSet.Member {
        let isNegated = skip("^")
        guard let name = take(upTo: ":"), skip("]") else { throw mistake("the name is not closed", at: start) }
        if name == "alnum" {
            let members = [ScalarProperty.alphabetic, .digit].map { ScalarSet.Member.property($0, isNegated: false) }
            return .set(ScalarSet(members, isNegated: isNegated))
        }
        guard name.first?.isLowercase == true, let property = ScalarProperty.named(name) else {
            throw mistake("\"\(name)\" is not a known set", at: start)
        }
        return .property(property, isNegated: isNegated)
    }

    // MARK: Escapes

    /// Reads an escape outside of sets.
    mutating func escape(from start: Int) throws(PatternMistake) -> PatternNode {
        if let scalar = try escapedCharacter(from: start) {
            return .set(ScalarSet(scalar, ignoresCase: flags.ignoresCase))
        }
        if let (property, isNegated) = try escapedProperty(from: start) {
            return .set(ScalarSet(property, isNegated: isNegated))
        }
        switch take() {
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        case "A": return .assertion(.textStart)
        case "z": return .assertion(.textEnd)
        case "Z": return .assertion(.lastLineEnd)
        case "R":
            let both = PatternNode.sequence(["\r", "\n"].map { .set(ScalarSet($0, ignoresCase: false)) })
            return .alternatives([both, .set(ScalarSet(.lineBreak))])
        case nil: throw mistake("the expression ends with a backslash", at: start)
        case .some(let scalar):
            if ("1"..."9").contains(scalar) || scalar == "k" || scalar == "g" {
                throw mistake("a reference to a group would need an engine that backtracks", at: start)
            }
            throw unknownEscape(from: start)
        }
    }

    private func unknownEscape(from start: Int) -> PatternMistake {
        mistake("this escape has no meaning here", at: start)
    }

    /// The character of an escape, read after the backslash; nil, with nothing read, for another escape.
    private mutating func escapedCharacter(from start: Int) throws(PatternMistake) -> Unicode.Scalar? {
        guard let sign = next else { return nil }
        if let known = Self.controls[sign] {
            _ = take()
            return known
        }
        switch sign {
        case "x", "u", "U", "o", "0":
            _ = take()
            return try numberedCharacter(sign, from: start)
        default:
            let isSign = sign.isASCII && !sign.isWord || sign == "_"
            return isSign ? take() : nil
        }
    }

    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "r": "\r", "t": "\t", "f": "\u{C}", "a": "\u{7}", "e": "\u{1B}",
    ]

    /// `\x41`, `\x{41}`, `\u0041`, `\u{41}`, `\U00000041`, `\o{101}` and `\0101`.
    private mutating func numberedCharacter(
        _ sign: Unicode.Scalar, from start: Int
    ) throws(PatternMistake) -> Unicode.Scalar {
        let radix: UInt32 = sign == "o" || sign == "0" ? 8 : 16
        var digits: String?
        if sign != "0", sign != "U", skip("{") {
            digits = take(upTo: "}")
        } else if sign != "o" {
            let count = sign == "x" ? 2 : sign == "u" ? 4 : sign == "U" ? 8 : 3
            var taken = sign == "0" ? "0" : ""
            while taken.count < count + (sign == "0" ? 1 : 0), let digit = next, digit.value(radix) != nil {
                taken.unicodeScalars.append(digit)
                _ = take()
            }
            digits = taken
        }
        guard let digits, !digits.isEmpty, digits.unicodeScalars.allSatisfy({ $0.value(radix) != nil }),
            let scalar = UInt32(digits, radix: Int(radix)).flatMap(Unicode.Scalar.init)
        else { throw mistake("the escape is not the number of a character", at: start) }
        return scalar
    }

    /// The set of an escape, read after the backslash; nil, with nothing read, for another escape.
    private mutating func escapedProperty(
        from start: Int
    ) throws(PatternMistake) -> (property: ScalarProperty, isNegated: Bool)? {
        guard let sign = next else { return nil }
        if let property = Self.properties[Unicode.Scalar(sign.value | 0x20) ?? sign], sign.isASCII, sign.isWord {
            _ = take()
            return (property, sign.properties.isUppercase)
        }
        guard sign == "p" || sign == "P" else { return nil }
        _ = take()
        guard skip("{"), let name = take(upTo: "}") else {
            throw mistake("the property is not written as \\p{name}", at: start)
        }
        guard name.first?.isUppercase == true, let property = ScalarProperty.named(name) else {
            throw mistake(
                "\"\(name)\" is not a known property: a general category such as Lu, or Alphabetic, Uppercase, Lowercase, White_Space, Hex_Digit",
                at: start)
        }
        return (property, sign == "P")
    }

    private static let properties: [Unicode.Scalar: ScalarProperty] = [
        "d": .digit, "w": .word, "s": .whitespace, "h": .horizontalSpace, "v": .lineBreak,
    ]
}

extension Unicode.Scalar {
    /// The value as a digit.
    fileprivate func value(_ radix: UInt32) -> Int? {
        isASCII ? Character(self).hexDigitValue.flatMap { $0 < radix ? $0 : nil } : nil
    }
}
