// SPDX-License-Identifier: Apache-2.0

// A value is no nil literal: in `condition ? value : nil` Swift would take nil for null wherever an optional is wanted.
// Null inside of a literal is `.null`.

extension Value: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral number: Int128) { self = .number(.integer(number)) }
}

extension Value: ExpressibleByFloatLiteral {
    /// A number, rounded to a `Double`.
    public init(floatLiteral number: Double) { self.init(number) }
}

extension Value: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A text.
    public init(stringLiteral text: String) { self = .string(text) }
}

extension Value: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// An object with the members in the order written. Of two members with the same name the last one counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        var members: [Member] = []
        for (name, value) in elements {
            members.removeAll { $0.name == name }
            members.append(Member(name, value))
        }
        self = .object(members)
    }
}
