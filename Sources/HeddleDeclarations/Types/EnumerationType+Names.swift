// SPDX-License-Identifier: Apache-2.0

extension EnumerationType {
    /// True if the constants are bits that are meant to be combined: at least three of them are single bits, no more are
    /// not, and they are no plain count from 0 or 1 on.
    package var isFlags: Bool { constantTable.isFlags }

    /// The name of a number: that of the first constant that has it, or those of its bits, as in `READ|WRITE`; nil
    /// where it has none.
    ///
    /// - Complexity: O(number of constants) for the first number, and for several bits; O(1) for any other.
    package func name(of number: Int128) -> String? {
        if let name = constantTable.names[number] { return name }
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
    ///
    /// - Complexity: O(number of constants) for the first name, O(1) for each other one.
    package func number(named text: String) -> Int128? {
        let numbers = constantTable.numbers
        if let number = numbers[text] { return number }
        guard let names = text.flagNames else { return nil }
        var union: Int128 = 0
        for name in names {
            guard let number = numbers[name] else { return nil }
            union |= number
        }
        return union
    }

    private var constantTable: ConstantTable { table.content { ConstantTable(self) } }
}

/// The constants of an enumeration by their names and numbers.
struct ConstantTable: Sendable {
    private(set) var numbers: [String: Int128] = [:]
    /// The name of the first constant of each number.
    private(set) var names: [Int128: String] = [:]
    let isFlags: Bool

    init(_ enumeration: EnumerationType) {
        for constant in enumeration.constants {
            let number = enumeration.number(of: constant)
            if numbers[constant.name] == nil { numbers[constant.name] = number }
            if names[number] == nil { names[number] = constant.name }
        }
        isFlags = Set(names.keys).areFlags
    }
}

extension Set<Int128> {
    /// True for the numbers of an enumeration whose constants are combined.
    fileprivate var areFlags: Bool {
        let numbers = subtracting([0])
        guard let highest = numbers.max(), let lowest = numbers.min(), lowest > 0 else { return false }
        let bits = numbers.count(where: \.isBit)
        return bits >= 3 && bits * 2 >= numbers.count && highest > Int128(numbers.count)
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
