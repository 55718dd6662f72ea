// SPDX-License-Identifier: Apache-2.0

/// A hashable key that is the same for values that are equal by ``Value/isEqual(to:)``.
package struct EqualityKey: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(isNegative: Bool, digits: [UInt8], exponent: Int128)
        case text([UInt8])
        case bytes([UInt8])
        case array([EqualityKey])
    }

    private let form: Form

    /// Nil for a value that may equal values of several keys: one with an object or a handle in it, or a computed
    /// number so large that its text may have fewer digits than its value.
    package init?(_ value: Value) {
        switch value {
        case .null: form = .null
        case .bool(let bool): form = .bool(bool)
        case .string(let text): form = .text(Array(text.utf8))
        case .bytes(let bytes): form = .bytes(bytes)
        case .array(let elements):
            let keys = elements.compactMap(EqualityKey.init)
            guard keys.count == elements.count else { return nil }
            form = .array(keys)
        case .number(let number):
            if case .floating = number, abs(number.double ?? .infinity) > 16_777_216 { return nil }
            guard let decimal = DecimalNumber(number.text) else { return nil }
            form = .number(
                isNegative: decimal.isNegative, digits: Array(decimal.digits), exponent: decimal.exponent)
        case .object, .handle: return nil
        }
    }
}
