// SPDX-License-Identifier: Apache-2.0

extension EnumerationType {
    /// The order to an enumerator, which is that of its number: values come back as names where they have any, so that
    /// these are listed, beside the numbers that have none.
    ///
    /// - Parameters:
    ///   - limit: the operand, in the form in which values come back.
    ///   - operand: an operand for a value.
    /// - Returns: nil for flags, whose values may be several names, for other operators, and for what is none of its values.
    package func clause<Operand>(
        _ word: ConditionOperator, _ limit: Value, _ operand: (Value) -> Operand
    ) -> Condition<Operand>.Clause? {
        guard !isFlags, word.isOrder, case .number(let number) = self.number(of: limit) ?? limit else { return nil }
        let names = constants.filter { constant in
            word.holds(in: Number.integer(self.number(of: constant)).compare(number)) == true
        }.map { Value.string($0.name) }
        let ofNumber = Condition<Operand>.Clause.compares(word, operand(.number(number)))
        if names.isEmpty { return ofNumber }
        return .combines(.anyOf, [Condition([.compares(.in, operand(.array(names)))]), Condition([ofNumber])])
    }
}
