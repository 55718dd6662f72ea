// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// How far two numbers are apart, exactly as they are written; nil where one of them is no number.
    ///
    /// Of two that are more than 20,000 digits apart, as no two numbers of a type of C are, the smaller one counts as
    /// 0.
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

    /// The texts of both; of two that were computed in different types what the wider type would say.
    private func texts(beside other: Number) -> (own: String, other: String) {
        guard case .floating(let left) = self, case .floating(let right) = other, !left.hasType(of: right) else {
            return (exactText, other.exactText)
        }
        return (left.widestText, right.widestText)
    }

    /// All digits of a whole number, and otherwise the text.
    private var exactText: String { integer.map { "\($0)" } ?? text }

    /// The sum, exactly; nil where one of the two is no number.
    func plus(_ other: Number) -> Number? {
        guard let left = DecimalNumber(text), let right = DecimalNumber(other.text) else { return nil }
        return Number(written: (left + right).text)
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
