// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// The relation of a number to a nearby one that differs.
    func remarks(besides actual: Number, as type: CType?) -> [String] {
        switch type?.canonical {
        case .floating(let type), .complex(let type): return closeness(to: actual, type)
        case nil where integer == nil || actual.integer == nil: return closeness(to: actual, .double)
        default: break
        }
        guard let left = integer, let right = actual.integer else { return [] }
        return sameBits(left, right, type).map { [$0] } ?? []
    }

    // MARK: Whole numbers

    /// The note that the numbers have the same bits, with and without a sign.
    private func sameBits(_ left: Int128, _ right: Int128, _ type: CType?) -> String? {
        let widths = type?.integerType.map { [$0.size * 8] } ?? [8, 16, 32, 64]
        guard (left < 0) != (right < 0), let width = widths.first(where: { areSame(left, right, width: $0) }) else {
            return nil
        }
        let (signed, unsigned) = (min(left, right), max(left, right))
        return "both are the bits 0x\(String(unsigned, radix: 16)): \(signed) with a sign and \(unsigned) without one, "
            + "in \(width) bits"
    }

    private func areSame(_ left: Int128, _ right: Int128, width: Int) -> Bool {
        guard width < 128 else { return false }
        let room = Int128(1) << Int128(width)
        let range = -(room / 2)..<room
        return range.contains(left) && range.contains(right) && left - right == room || right - left == room
    }

    // MARK: Floating point

    private func closeness(to other: Number, _ type: FloatingType) -> [String] {
        let steps: UInt64? =
            if type == .float { float.flatMap { left in other.float.flatMap { left.steps(to: $0) } } } else {
                double.flatMap { left in other.double.flatMap { left.steps(to: $0) } }
            }
        guard let steps, let left = double, let right = other.double, steps <= Self.close else { return [] }
        let name = type == .float ? "float" : "double"
        return steps == 0
            ? ["as \(name) they are the same"]
            : [
                "they are \(steps) ULP of \(name) apart, a distance of \((left - right).magnitude); \"near\" allows for one"
            ]
    }

    /// The possible results of rounding a number in several steps.
    private static let close: UInt64 = 4096
}

extension Float {
    fileprivate func steps(to other: Float) -> UInt64 { UInt64((rank - other.rank).magnitude) }

    /// Its rank among all numbers of its type.
    private var rank: Int64 {
        let place = Int64(bitPattern & 0x7FFF_FFFF)
        return sign == .minus ? -place : place
    }
}

extension Double {
    fileprivate func steps(to other: Double) -> UInt64 { UInt64(clamping: (rank - other.rank).magnitude) }

    /// Its rank among all numbers of its type.
    private var rank: Int128 {
        let place = Int128(bitPattern & 0x7FFF_FFFF_FFFF_FFFF)
        return sign == .minus ? -place : place
    }
}

extension Condition<Value>.Clause {
    /// Further facts about a value that does not meet it.
    func remarks(on actual: Value) -> [String] {
        switch self {
        case .compares(let word, let operand): word.remarks(on: actual, operand)
        case .combines(.each, let conditions):
            actual.elements?.enumerated().first { !ConditionCombinator.allOf.holds(for: $1, conditions) }
                .map { ["element \($0) is \($1.excerpt(limit: 60))"] } ?? []
        case .combines: []
        }
    }
}

extension ConditionOperator {
    fileprivate func remarks(on actual: Value, _ operand: Value) -> [String] {
        if let mistake = mistake(in: operand) { return [mistake.message] }
        switch form {
        case .tolerance:
            guard case .number(let number) = actual, case .number(let wanted)? = operand.elements?.first else {
                return []
            }
            return number.distance(to: wanted).map { ["they are \($0.text) apart"] } ?? []
        case .length: return actual.length.map { ["it is \($0) long"] } ?? []
        case .value, .ordered, .list, .pattern, .text, .element, .flag: return []
        }
    }
}
