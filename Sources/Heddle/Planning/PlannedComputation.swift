// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations

/// A number that an expression computes of saved values, each time that a step is run.
final class PlannedComputation {
    /// The saved value that an operand is, or is a part of.
    struct Operand: Hashable {
        /// The number of the saved name.
        let number: Int
        /// The number of the reference in the plan; nil where it is all of the value.
        let reference: Int?
    }

    /// Tells one from others: steps that compute alike share one.
    struct Key: Hashable {
        let text: String
        let operands: [Operand]
    }

    let computation: Computation
    let operands: [Operand]
    private let expression: RepeatedExpression

    /// Nil for one that is no expression.
    ///
    /// - Parameter operands: those of the computation, in its order.
    init?(_ computation: Computation, _ operands: [Operand]) {
        guard case .expression(let expression) = computation.operation else { return nil }
        self.computation = computation
        self.operands = operands
        self.expression = RepeatedExpression(expression)
    }

    /// The number for values of the operands.
    func value(of operands: [ExpressionValue]) throws(ComputationFault) -> Number {
        try expression.value(of: operands)
    }
}
