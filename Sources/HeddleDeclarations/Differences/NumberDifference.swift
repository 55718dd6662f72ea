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
        guard let steps = type.steps(from: self, to: other), steps <= Self.close, let left = double,
            let right = other.double
        else { return [] }
        if steps == 0 {
            return isNegativeZero == other.isNegativeZero
                ? ["as \(type.rawValue) they are the same"]
                : ["the two zeros of \(type.rawValue) are equal in C; an expected 0 stands for both"]
        }
        let distance = type == .longDouble ? nil : "\((left - right).magnitude)"
        let words = (distance ?? self.distance(to: other)?.text).map { ", a distance of \($0)" } ?? ""
        return ["they are \(steps) ULP of \(type.rawValue) apart\(words); \"near\" allows for one"]
    }

    /// The possible results of rounding a number in several steps.
    private static let close: UInt128 = 4096
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
            let tolerance = operand.elements?.last.flatMap(Tolerance.init)
            return [tolerance?.remark(on: number, besides: wanted)].compactMap(\.self)
        case .length: return actual.length.map { ["it is \($0) long"] } ?? []
        case .file: return ["there is no such file yet"]
        case .value, .ordered, .list, .pattern, .text, .element, .flag: return []
        }
    }
}
