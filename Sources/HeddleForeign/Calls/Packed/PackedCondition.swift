// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A part of an outcome that is a number, as conditions are held against it where it lies in memory.
package final class PackedPart: Sendable {
    /// The parts of an outcome.
    enum Source: Sendable {
        case result
        /// An out-parameter, by its index.
        case output(Int)
        case errno
    }

    /// The form of the number in memory.
    enum Form: UInt8, Sendable {
        case integer
        case float
        case double
        /// Not as a number: it is compared as a value.
        case other
    }

    let source: Source
    let form: Form
    private let domain: ValueDomain
    /// The whole numbers that the part can be both more and less than.
    private let inner: Range<Int128>

    /// A part of a type.
    init(_ source: Source, _ type: CType) {
        form =
            switch type.canonical {
            case .integer: .integer
            case .floating(.float): .float
            case .floating(.double): .double
            default: .other
            }
        self.source = source
        domain = ValueDomain(of: type)
        inner = if case .whole(let range) = domain.content { range.inner } else { -Self.exact..<Self.exact + 1 }
    }

    /// Whole numbers up to this one are numbers of each of the floating types.
    private static let exact: Int128 = 0x100_0000

    /// Adds the conditions that comparisons are.
    ///
    /// - Returns: false if they cannot be held against memory, or if they hold for each value of the part or for none.
    ///   Some may have been added then.
    package func append(
        _ comparisons: [(word: ConditionOperator, operand: Value)], to conditions: inout [PackedCondition]
    ) -> Bool {
        for (word, operand) in comparisons {
            guard let condition = condition(word, operand) else { return false }
            conditions.append(condition)
        }
        return comparisons.count < 2 || mayHold(comparisons)
    }

    private func condition(_ word: ConditionOperator, _ operand: Value) -> PackedCondition? {
        switch (word, operand) {
        case (.near, .array(let pair)): return nearness(pair, operand)
        case (.in, .array(let elements)): return membership(elements)
        case (_, .number(.integer(let number))) where word.holds(in: .equal) != nil:
            guard inner.contains(number) || form == .integer && word.verdict(in: domain, operand) == nil else {
                return nil
            }
            return self.word(of: number).flatMap { PackedCondition(self, word, $0) }
        default: return nil
        }
    }

    /// A whole number as it is stored; nil where it cannot be.
    private func word(of number: Int128) -> UInt64? {
        switch form {
        case .integer: Int64(exactly: number).map { UInt64(bitPattern: $0) }
        // A zero has two signs.
        case .float, .double: inner.contains(number) && number != 0 ? Double(number).bitPattern : nil
        case .other: nil
        }
    }

    private func membership(_ elements: [Value]) -> PackedCondition? {
        guard elements.count <= PackedCondition.mostElements else { return nil }
        var words: [UInt64] = []
        for element in elements {
            guard case .number(.integer(let number)) = element, inner.contains(number), let word = self.word(of: number)
            else {
                return nil
            }
            words.append(word)
        }
        return PackedCondition(self, .in, UInt64(words.count), words)
    }

    private func nearness(_ pair: [Value], _ operand: Value) -> PackedCondition? {
        guard form == .float || form == .double, pair.count == 2, case .number(let expected) = pair[0],
            case .number(let tolerance) = pair[1], domain.keeps(expected), let expected = expected.double,
            let tolerance = tolerance.double
        else { return nil }
        let isOpen = tolerance > 0 && tolerance < Self.large && abs(expected) < Self.large
        guard isOpen, tolerance > abs(expected) * 1e-6 || ConditionOperator.near.verdict(in: domain, operand) == nil
        else {
            return nil
        }
        return PackedCondition(self, .near, expected.bitPattern, [tolerance.bitPattern])
    }

    /// Far from the ends of the floating types.
    private static let large = 1e30

    /// Returns whether comparisons may hold for one value of the part and not for another, and all of them together, as
    /// far as that is seen at a glance. They are then right, and compared as they are written.
    package func areOpen(_ comparisons: [(word: ConditionOperator, operand: Value)]) -> Bool {
        comparisons.allSatisfy { isOpen($0.word, $0.operand) } && (comparisons.count < 2 || mayHold(comparisons))
    }

    private func isOpen(_ word: ConditionOperator, _ operand: Value) -> Bool {
        switch (word.form, domain.content, operand) {
        case (.value, .bool, .bool): true
        case (.value, .text, .string), (.ordered, .text, .string): word.verdict(in: domain, operand) == nil
        // A number that is rounded first is compared by its value, and not by the text.
        case (.value, .floating, .number(let number)), (.ordered, .floating, .number(let number)):
            domain.keeps(number) && word.verdict(in: domain, operand) == nil
        case (.value, .whole, .number), (.ordered, .whole, .number): word.verdict(in: domain, operand) == nil
        default: false
        }
    }

    /// Returns whether several comparisons, each of which leaves the part open, can hold together.
    private func mayHold(_ comparisons: [(word: ConditionOperator, operand: Value)]) -> Bool {
        haveRoom(comparisons) || domain.contradiction(among: comparisons.map { .compares($0, $1) }) == nil
    }

    /// Returns whether more whole numbers lie between what comparisons ask for than they exclude.
    private func haveRoom(_ comparisons: [(word: ConditionOperator, operand: Value)]) -> Bool {
        if form == .other { return false }
        var (lowest, highest) = (inner.lowerBound, inner.upperBound - 1)
        var excluded: Int128 = 0
        for (word, operand) in comparisons {
            guard case .number(.integer(let number)) = operand else { return false }
            guard let holdsBelow = word.holds(in: .less), let holdsAbove = word.holds(in: .greater) else {
                return false
            }
            let holdsAt = word.holds(in: .equal) == true
            switch (holdsBelow, holdsAbove) {
            case (true, true): excluded += 1
            case (true, false): highest = min(highest, holdsAt ? number : number - 1)
            case (false, true): lowest = max(lowest, holdsAt ? number : number + 1)
            case (false, false): return false
            }
        }
        if lowest > highest { return false }
        // The distance of numbers of 128 bits may need more of them.
        let (distance, isLarge) = highest.subtractingReportingOverflow(lowest)
        return isLarge || distance > excluded
    }
}

/// A comparison with numbers that must hold for a part of an outcome.
package struct PackedCondition: Sendable {
    /// The way in which the number of a part is compared.
    enum Comparison: UInt8 {
        /// By its order to the operand.
        case order = 1
        case near
        case oneOf
    }

    private let source: UInt8
    private let form: PackedPart.Form
    private let comparison: Comparison
    /// The orders in which it holds, as bits.
    private let orders: UInt8
    /// The operand. The tolerance of `near` and the elements of `in` follow it.
    let operand: UInt64
    let others: [UInt64]

    /// Creates a comparison by order, or one with several operands; nil for an operator that is neither, and for an
    /// out-parameter whose index does not fit into a code.
    init?(_ part: PackedPart, _ word: ConditionOperator, _ operand: UInt64, _ others: [UInt64] = []) {
        switch part.source {
        case .result: source = Self.resultSource
        case .errno: source = Self.errnoSource
        case .output(let index):
            guard index < Int(Self.errnoSource) else { return nil }
            source = UInt8(index)
        }
        var orders: UInt8 = 0
        if word.holds(in: .less) == true { orders |= Self.bit(of: .less) }
        if word.holds(in: .equal) == true { orders |= Self.bit(of: .equal) }
        if word.holds(in: .greater) == true { orders |= Self.bit(of: .greater) }
        switch word {
        case .near: comparison = .near
        case .in: comparison = .oneOf
        default:
            guard orders != 0 else { return nil }
            comparison = .order
        }
        self.orders = orders
        form = part.form
        self.operand = operand
        self.others = others
    }

    /// The bit that stands for an order.
    static func bit(of order: Number.Order) -> UInt8 {
        switch order {
        case .less: 1
        case .equal: 2
        case .greater: 4
        }
    }

    static let resultSource: UInt8 = 0xFF
    static let errnoSource: UInt8 = 0xFE

    /// The number of words that its operands are.
    var words: Int { 1 + others.count }

    /// As many as one word has codes for; more are not packed.
    package static let most = 4
    /// A longer list is not packed.
    static let mostElements = 16

    fileprivate var code: UInt64 {
        UInt64(source) << 8 | UInt64(form.rawValue) << 6 | UInt64(comparison.rawValue) << 4 | UInt64(orders)
    }

    /// The comparison of a code; nil behind the last one.
    static func comparison(of code: UInt64) -> Comparison? { Comparison(rawValue: UInt8(code >> 4 & 0x3)) }
    static func form(of code: UInt64) -> PackedPart.Form { PackedPart.Form(rawValue: UInt8(code >> 6 & 0x3)) ?? .other }
    static func source(of code: UInt64) -> UInt8 { UInt8(code >> 8 & 0xFF) }
    /// Returns whether a comparison by order holds.
    static func holds(_ code: UInt64, in order: Number.Order) -> Bool { UInt8(code & 0x7) & bit(of: order) != 0 }
}

extension [PackedCondition] {
    /// The parts and comparisons, in their order, 16 bits each.
    var codes: UInt64 { reversed().reduce(0) { $0 << 16 | $1.code } }
}
