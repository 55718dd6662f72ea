// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The distance that a number may have from the one that `near` names: the second element of its operand.
///
/// ```json
/// 0.001
/// { "relative": 1e-9, "absolute": 1e-12 }
/// { "ulps": 4, "of": "float" }
/// ```
///
/// A number is near if one of the tolerances allows it.
struct Tolerance {
    /// The keys of a tolerance that is an object.
    enum Key: String, CaseIterable {
        /// The largest distance.
        case absolute
        /// The largest distance as a part of the expected number.
        case relative
        /// The largest number of steps between neighbours of a floating type: units in the last place.
        case ulps
        /// The floating type whose steps they are.
        case of
    }

    private var absolute: Number?
    private var relative: Number?
    private var ulps: Number?
    private var type: FloatingType?

    /// Reads a tolerance; nil for a value that is none.
    init?(_ value: Value) {
        switch value {
        case .number(let number): absolute = number
        case .object(let members):
            for member in members {
                switch (Key(rawValue: member.name), member.value) {
                case (.absolute, .number(let number)): absolute = number
                case (.relative, .number(let number)): relative = number
                case (.ulps, .number(let number)): ulps = number
                case (.of, .string(let name)): type = FloatingType(rawValue: name)
                default: return nil
                }
            }
        default: return nil
        }
    }

    /// True if it counts the steps of a floating type, and allows nothing else.
    var isOfStepsAlone: Bool { ulps != nil && absolute == nil && relative == nil }

    /// Returns whether a number is near another one, both taken exactly as written. Steps are counted between the
    /// numbers of the type that are nearest to them.
    func allows(_ actual: Number, besides expected: Number) -> Bool {
        if let verdict = roughly(actual, expected) { return verdict }
        if let distance = actual.distance(to: expected) {
            if let absolute, distance.compare(absolute) != .greater { return true }
            if let bound = relativeBound(of: expected), distance.compare(bound) != .greater { return true }
        }
        guard let ulps, let steps = steps(actual, expected) else { return false }
        return Number.integer(Int128(clamping: steps)).compare(ulps) != .greater
    }

    /// The answer of doubles, where they leave no doubt: exact numbers take a hundred times as long.
    private func roughly(_ actual: Number, _ expected: Number) -> Bool? {
        guard ulps == nil, let left = actual.double, let right = expected.double else { return nil }
        // A `float` is taken for its shortest text, which is not what it is rounded to.
        let error = actual.floatingType == .float || expected.floatingType == .float ? 0x1p-22 : 0x1p-50
        let (distance, doubt) = ((left - right).magnitude, (left.magnitude + right.magnitude) * error)
        var isBeyond = true
        for (tolerance, scale) in [(absolute, 1), (relative, right.magnitude)] {
            guard let tolerance else { continue }
            // Nothing is sure of numbers that are so small that they lose digits.
            guard let number = tolerance.double, case let bound = number * scale, bound > 0x1p-900, bound.isFinite
            else { return nil }
            if distance + doubt < bound * (1 - 0x1p-48) { return true }
            isBeyond = isBeyond && distance - doubt > bound * (1 + 0x1p-48)
        }
        return isBeyond ? false : nil
    }

    /// The largest distance from a number; nil if it also counts steps, so that the type decides.
    func distance(from expected: Number) -> Number? {
        if ulps != nil { return nil }
        guard let bound = relativeBound(of: expected) else { return absolute }
        guard let absolute, absolute.compare(bound) == .greater else { return bound }
        return absolute
    }

    private func relativeBound(of expected: Number) -> Number? {
        guard let relative, let bound = expected.times(relative) else { return nil }
        return bound.compare(.integer(0)) == .less ? bound.negated : bound
    }

    private func steps(_ actual: Number, _ expected: Number) -> UInt128? {
        (type ?? actual.floatingType ?? expected.floatingType ?? .double).steps(from: actual, to: expected)
    }

    /// The relation of two numbers that are not near enough, in words.
    func remark(on actual: Number, besides expected: Number) -> String? {
        guard let distance = actual.distance(to: expected) else { return nil }
        let bound = relativeBound(of: expected).map { ", \($0.text) is \(relative?.text ?? "") of the expected number" }
        let type = type ?? actual.floatingType ?? expected.floatingType ?? .double
        let steps = ulps.flatMap { _ in type.steps(from: actual, to: expected) }.map {
            ", \($0) ULP of \(type.rawValue)"
        }
        return "they are \(distance.text) apart\(bound ?? "")\(steps ?? "")"
    }
}

extension Number {
    /// The type of a computed number; nil for any other.
    fileprivate var floatingType: FloatingType? {
        switch self {
        case .floating(.float): .float
        case .floating(.double): .double
        case .floating(.longDouble): .longDouble
        case .integer, .decimal: nil
        }
    }
}

extension ValuePlace {
    /// A tolerance that names the type whose steps it counts. A whole number has no type of its own, so the run cannot
    /// tell it.
    func tolerance(_ value: Value) -> Value {
        guard case .object(let members) = value, let type = stepType(besides: members.map(\.name)) else { return value }
        return .object(members + [Value.Member(Tolerance.Key.of.rawValue, .string(type))])
    }

    /// The name of the type whose steps a tolerance counts, if it is to be added to the keys; nil otherwise.
    package func stepType(besides keys: [String]) -> String? {
        guard keys.contains(Tolerance.Key.ulps.rawValue), !keys.contains(Tolerance.Key.of.rawValue),
            case .floating(let type) = domain.content
        else { return nil }
        return type.rawValue
    }
}

extension ConditionOperator {
    /// The most digits of a tolerance that is a part of a number, so that a product takes time in proportion to that.
    private static let mostDigits = 40

    /// The mistake of an unsuitable tolerance; nil if it is suitable, or known only at run time.
    func mistake(inTolerance operand: some ConditionOperand, mayName: Bool) -> ConditionMistake? {
        switch operand.literal {
        case .number(let number): return mistake(ofBelowZero: number, operand)
        case .string where mayName: return nil
        default:
            let parts = operand.namedOperands
            if operand.isReference { return nil }
            if parts.isEmpty { return unfit(operand, "two numbers, [expected, tolerance]") }
            for (name, part) in parts {
                if let mistake = mistake(in: part, of: name, among: parts.map(\.name)) { return mistake }
            }
            if parts.contains(where: { $0.name != Tolerance.Key.of.rawValue }) { return nil }
            return unfit(operand, "an \"absolute\" or \"relative\" tolerance, or one in \"ulps\"", kind: .badValue)
        }
    }

    private func mistake(
        in part: some ConditionOperand, of name: String, among names: [String]
    ) -> ConditionMistake? {
        guard let key = Tolerance.Key(rawValue: name) else {
            return ConditionMistake(
                .badValue, "\(Value.string(name).excerpt()) is no key of a tolerance",
                suggestion: didYouMean(name, among: Tolerance.Key.allCases.map(\.rawValue))
                    ?? "the keys are \(Tolerance.Key.allCases.map(\.rawValue).joined(separator: ", "))",
                atName: true
            ).inside(.member(name))
        }
        return (part.isReference ? nil : mistake(in: part, of: key, among: names))?.inside(.member(name))
    }

    private func mistake(
        in part: some ConditionOperand, of key: Tolerance.Key, among names: [String]
    ) -> ConditionMistake? {
        switch (key, part.literal) {
        case (.absolute, .number(let number)): return mistake(ofBelowZero: number, part)
        case (.relative, .number(let number)):
            if let digits = DecimalNumber(number.text)?.digits.count, digits > Self.mostDigits {
                return unfit(part, "a relative tolerance of at most \(Self.mostDigits) digits", kind: .badValue)
            }
            return mistake(ofBelowZero: number, part)
        case (.ulps, .number(let number)):
            if let count = number.wholeValue, count >= 0 { return nil }
            return unfit(part, "a whole number of \"ulps\" of 0 or more", kind: .badValue)
        case (.of, .string(let name)) where FloatingType(rawValue: name) != nil:
            if names.contains(Tolerance.Key.ulps.rawValue) { return nil }
            return unfit(part, "\"of\" beside \"ulps\" only", kind: .badValue)
        case (.of, .string):
            let types = FloatingType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            return unfit(part, "steps of \(types)", kind: .badValue)
        case (.of, _): return unfit(part, "the name of a floating type")
        case (.absolute, _), (.relative, _), (.ulps, _): return unfit(part, "a number as \"\(key.rawValue)\"")
        }
    }

    private func mistake(ofBelowZero number: Number, _ operand: some ConditionOperand) -> ConditionMistake? {
        guard number.hasMinus, number.compare(.integer(0)) == .less else { return nil }
        return unfit(operand, "a tolerance of 0 or more", kind: .badValue)
    }
}
