// SPDX-License-Identifier: Apache-2.0

/// A binary operator of constants, counts and expressions, as C writes it.
package enum BinaryOperator: String, CaseIterable, Sendable {
    case or = "||"
    case and = "&&"
    case bitOr = "|"
    case bitXor = "^"
    case bitAnd = "&"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"

    /// Its precedence; a higher operator binds tighter.
    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .bitOr: 3
        case .bitXor: 4
        case .bitAnd: 5
        case .equal, .notEqual: 6
        case .less, .greater, .lessOrEqual, .greaterOrEqual: 7
        case .shiftLeft, .shiftRight: 8
        case .add, .subtract: 9
        case .multiply, .divide, .remainder: 10
        }
    }

    /// The type of the result: the common type of both operands or, in a shift, the type of the left one.
    func type(_ left: IntegerType, _ right: IntegerType) -> IntegerType {
        self == .shiftLeft || self == .shiftRight ? left : ConstantValue.common(left, right)
    }

    /// The result of the operation in C; nil if it is undefined, as for an overflow.
    func apply(_ left: ConstantValue, _ right: ConstantValue) -> ConstantValue? {
        switch self {
        case .or: return ConstantValue(left.isTrue || right.isTrue)
        case .and: return ConstantValue(left.isTrue && right.isTrue)
        case .shiftLeft, .shiftRight: return shift(left, by: right.value)
        default: break
        }
        let type = ConstantValue.common(left.type, right.type)
        guard let left = ConstantValue.converting(left.value, to: type),
            let right = ConstantValue.converting(right.value, to: type)
        else { return nil }
        return compare(left.value, right.value) ?? compute(left.value, right.value, in: type)
    }

    private func compare(_ left: Int128, _ right: Int128) -> ConstantValue? {
        switch self {
        case .equal: ConstantValue(left == right)
        case .notEqual: ConstantValue(left != right)
        case .less: ConstantValue(left < right)
        case .greater: ConstantValue(left > right)
        case .lessOrEqual: ConstantValue(left <= right)
        case .greaterOrEqual: ConstantValue(left >= right)
        default: nil
        }
    }

    /// Products of 64-bit numbers fit. If an unsigned one does not, C discards the same bits.
    private func compute(_ left: Int128, _ right: Int128, in type: IntegerType) -> ConstantValue? {
        switch self {
        case .bitOr: ConstantValue(left | right, type)
        case .bitXor: ConstantValue(left ^ right, type)
        case .bitAnd: ConstantValue(left & right, type)
        case .add: .converting(left + right, to: type)
        case .subtract: .converting(left - right, to: type)
        case .multiply: .converting(left &* right, to: type)
        case .divide: right == 0 ? nil : .converting(left / right, to: type)
        case .remainder:
            right == 0 || (left == type.range.lowerBound && right == -1) ? nil : ConstantValue(left % right, type)
        default: nil
        }
    }

    /// The type of a shift is the left operand's. A one may be shifted into the sign, as in gcc and clang.
    private func shift(_ left: ConstantValue, by distance: Int128) -> ConstantValue? {
        let width = Int128(left.type.size * 8)
        guard distance >= 0, distance < width else { return nil }
        if self == .shiftRight { return ConstantValue(left.value >> distance, left.type) }
        let shifted = left.value << distance
        if left.type.isSigned, shifted >= 1 << width { return nil }
        let signBit: Int128 = 1 << (width - 1)
        return left.type.isSigned && shifted >= signBit
            ? ConstantValue(shifted - (signBit << 1), left.type) : .converting(shifted, to: left.type)
    }
}

/// The value of a constant expression with its type, since C's arithmetic depends on it.
struct ConstantValue: Hashable, Sendable {
    /// The value, always within its type's range.
    let value: Int128
    /// `int`, `unsigned int`, `long` or `unsigned long`: smaller types are promoted, longer ones are as long.
    let type: IntegerType

    init(_ value: Int128, _ type: IntegerType) {
        self.value = value
        self.type = type
    }

    /// A Boolean in C: 1 or 0 of type int.
    init(_ truth: Bool) {
        self.init(truth ? 1 : 0, .int)
    }

    /// True if C takes it for true.
    var isTrue: Bool { value != 0 }

    /// The value in another type, modulo its size if it is unsigned; nil if a signed type does not hold it.
    static func converting(_ value: Int128, to type: IntegerType) -> ConstantValue? {
        if type.range.contains(value) { return ConstantValue(value, type) }
        return type.isSigned ? nil : ConstantValue(value & type.range.upperBound, type)
    }

    /// The common type of two operands.
    static func common(_ left: IntegerType, _ right: IntegerType) -> IntegerType {
        let ranks: [IntegerType] = [.int, .unsignedInt, .long, .unsignedLong]
        return ranks.last { $0 == left || $0 == right } ?? .int
    }
}
