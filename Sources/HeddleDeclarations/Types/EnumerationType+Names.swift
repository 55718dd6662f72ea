// SPDX-License-Identifier: Apache-2.0

extension EnumerationType {
    /// True if the constants are bits that are meant to be combined: at least three of them are single bits, no more are
    /// not, and they are no plain count from 0 or 1 on.
    package var isFlags: Bool {
        let numbers = Set(constants.map(number)).subtracting([0])
        guard let highest = numbers.max(), let lowest = numbers.min(), lowest > 0 else { return false }
        let bits = numbers.count(where: \.isBit)
        return bits >= 3 && bits * 2 >= numbers.count && highest > Int128(numbers.count)
    }

    /// The name of a number: that of the first constant that has it, or those of its bits, as in `READ|WRITE`; nil
    /// where it has none.
    ///
    /// - Complexity: O(number of constants).
    package func name(of number: Int128) -> String? {
        if let constant = constants.first(where: { self.number(of: $0) == number }) { return constant.name }
        guard number > 0, isFlags else { return nil }
        var (names, missing): ([String], Int128) = ([], number)
        for constant in constants {
            let bit = self.number(of: constant)
            guard bit.isBit, missing & bit != 0 else { continue }
            names.append(constant.name)
            missing &= ~bit
        }
        return missing == 0 ? names.joined(separator: "|") : nil
    }

    /// The number of a constant, or of several that `|` combines; nil where a name is that of none.
    package func number(named text: String) -> Int128? {
        if let constant = constants.first(where: { $0.name == text }) { return number(of: constant) }
        guard let names = text.flagNames else { return nil }
        var union: Int128 = 0
        for name in names {
            guard let constant = constants.first(where: { $0.name == name }) else { return nil }
            union |= number(of: constant)
        }
        return union
    }
}

extension String {
    /// The names that `|` combines: `A` and `B` of `A | B`; nil for a text without it.
    var flagNames: [String]? {
        guard utf8.contains(UInt8(ascii: "|")) else { return nil }
        return split(separator: "|", omittingEmptySubsequences: false).map { name in
            let scalars = name.unicodeScalars.drop { $0 == " " }
            return String(scalars.prefix { $0 != " " } + scalars.drop { $0 != " " }.drop { $0 == " " })
        }
    }
}

extension String {
    /// The way to combine names where another sign than `|` stands between them, as in `A + B`; nil where one is none.
    ///
    /// - Parameter isName: returns whether a text is the name of a constant.
    func adviceOnCombining(_ isName: (String) -> Bool) -> String? {
        let names = split { "+,;& ".contains($0) }.map(String.init)
        guard names.count > 1, names.allSatisfy(isName) else { return nil }
        return "names are combined by |: \"\(names.joined(separator: "|"))\""
    }
}

extension Int128 {
    /// True if exactly one bit of it is set, which is not the sign.
    fileprivate var isBit: Bool { self > 0 && self & (self - 1) == 0 }
}
