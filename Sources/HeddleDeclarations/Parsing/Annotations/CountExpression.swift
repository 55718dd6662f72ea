// SPDX-License-Identifier: Apache-2.0

/// A count as it was written; the parameters that it names may come later.
indirect enum CountExpression {
    case constant(Int)
    /// A parameter, or a constant of an enumeration.
    case name(Token)
    /// `*name`
    case pointee(Token)
    /// `return`
    case result(Token)
    case product(CountExpression, CountExpression)

    /// One count times another; nil where both are constants and their product is no count.
    init?(_ left: CountExpression, times right: CountExpression) {
        guard case .constant(let first) = left, case .constant(let second) = right else {
            self = .product(left, right)
            return
        }
        guard first * second <= TypeMeasure.mostBytes else { return nil }
        self = .constant(first * second)
    }
}
