// SPDX-License-Identifier: Apache-2.0

/// The reason why an operator has no result for two whole numbers.
package enum ArithmeticFlaw: Error {
    case divisionByZero
    /// A shift by a number that is not among ``BinaryOperator/shifts``.
    case shift
    /// A result that 128 bits do not hold.
    case overflow
}

extension BinaryOperator {
    /// The numbers of bits that a number may be shifted by.
    static let shifts: Range<Int128> = 0..<64

    /// The result for two whole numbers of 128 bits, which do not wrap around.
    func compute(_ left: Int128, _ right: Int128) throws(ArithmeticFlaw) -> Int128 {
        let result: (partialValue: Int128, overflow: Bool)
        switch self {
        case .or: return left != 0 || right != 0 ? 1 : 0
        case .and: return left != 0 && right != 0 ? 1 : 0
        case .bitOr: return left | right
        case .bitXor: return left ^ right
        case .bitAnd: return left & right
        case .equal: return left == right ? 1 : 0
        case .notEqual: return left != right ? 1 : 0
        case .less: return left < right ? 1 : 0
        case .greater: return left > right ? 1 : 0
        case .lessOrEqual: return left <= right ? 1 : 0
        case .greaterOrEqual: return left >= right ? 1 : 0
        case .shiftLeft, .shiftRight:
            guard Self.shifts.contains(right) else { throw .shift }
            if self == .shiftRight { return left >> right }
            result = left.multipliedReportingOverflow(by: 1 << right)
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        case .divide, .remainder:
            guard right != 0 else { throw .divisionByZero }
            result =
                self == .divide
                ? left.dividedReportingOverflow(by: right) : left.remainderReportingOverflow(dividingBy: right)
        }
        guard !result.overflow else { throw .overflow }
        return result.partialValue
    }
}
