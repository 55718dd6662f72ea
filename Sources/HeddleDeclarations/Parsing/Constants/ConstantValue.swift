// SPDX-License-Identifier: Apache-2.0

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

    /// A truth as C has it: 1 or 0 of type int.
    init(_ truth: Bool) {
        self.init(truth ? 1 : 0, .int)
    }

    /// Whether C takes it for true.
    var isTrue: Bool { value != 0 }

    /// The value in another type, unsigned ones modulo their size; nil where a signed one does not hold it.
    static func converting(_ value: Int128, to type: IntegerType) -> ConstantValue? {
        if type.range.contains(value) { return ConstantValue(value, type) }
        return type.isSigned ? nil : ConstantValue(value & type.range.upperBound, type)
    }

    /// The type in which two operands meet.
    static func common(_ left: IntegerType, _ right: IntegerType) -> IntegerType {
        let ranks: [IntegerType] = [.int, .unsignedInt, .long, .unsignedLong]
        return ranks.last { $0 == left || $0 == right } ?? .int
    }
}
