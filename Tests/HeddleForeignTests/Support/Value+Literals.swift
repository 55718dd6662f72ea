// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

extension Value: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self.init(value) }
}

extension Value: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// An object.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Value.Member($0, $1) })
    }
}

extension Value {
    /// The member of an object.
    subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension Reply {
    /// What came out of a parameter.
    subscript(name: String) -> Value? { out.first { $0.name == name }?.value }
}
