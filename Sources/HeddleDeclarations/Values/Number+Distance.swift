// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// The exact distance of two numbers as they are written; nil if one of them is not a number.
    ///
    /// If they are more than 20,000 digits apart, which no two numbers of a C type are, the smaller one counts as 0.
    package func distance(to other: Number) -> Number? {
        if case .integer(let left) = self, case .integer(let right) = other {
            let (distance, isTooLarge) = max(left, right).subtractingReportingOverflow(min(left, right))
            if !isTooLarge { return .integer(distance) }
        }
        if compare(other) == .equal { return .integer(0) }
        let texts = texts(beside: other)
        guard let left = DecimalNumber(texts.own), let right = DecimalNumber(texts.other) else { return nil }
        let text = (left + right.negated).text
        return Number(written: text.first == "-" ? String(text.dropFirst()) : text)
    }

    /// The texts of both. Two numbers that were computed in different types are written in the wider type.
    private func texts(beside other: Number) -> (own: String, other: String) {
        guard case .floating(let left) = self, case .floating(let right) = other, !left.hasType(of: right) else {
            return (exactText, other.exactText)
        }
        return (left.widestText, right.widestText)
    }

    /// All digits of an integer, otherwise the text.
    private var exactText: String { integer.map { "\($0)" } ?? text }

    /// The exact sum; nil if one of the two is not a number.
    func plus(_ other: Number) -> Number? {
        if case .integer(let left) = self, case .integer(let right) = other {
            let (sum, isTooLarge) = left.addingReportingOverflow(right)
            if !isTooLarge { return .integer(sum) }
        }
        guard let left = DecimalNumber(text), let right = DecimalNumber(other.text) else { return nil }
        return Number(written: (left + right).text)
    }

    /// The exact product; nil if one of the two is not a number.
    package func times(_ other: Number) -> Number? {
        guard let left = DecimalNumber(exactText), let right = DecimalNumber(other.exactText) else { return nil }
        return Number(written: (left * right).text)
    }

    /// The same below zero.
    var negated: Number? { DecimalNumber(text).map { Number(written: $0.negated.text) } }
}

extension DecimalNumber {
    fileprivate var negated: DecimalNumber {
        DecimalNumber(isNegative: !isNegative && !digits.isEmpty, digits: digits, exponent: exponent)
    }

    private init(isNegative: Bool, digits: ArraySlice<UInt8>, exponent: Int128) {
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = exponent
    }
}
