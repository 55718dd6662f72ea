// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// A member of an object, by name; nil if the value is no object, or has no such member.
    ///
    /// Setting a member changes it, or adds it behind the others; setting nil removes it. A value that is null becomes
    /// an object.
    ///
    /// ```swift
    /// var point: Value = ["x": 1, "y": 2.5]
    /// let x = point["x"]?.as(Double.self)
    /// point["y"] = 3
    /// ```
    ///
    /// - Precondition: the value of which a member is set is an object or null.
    /// - Complexity: O(number of members).
    public subscript(name: String) -> Value? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.name == name }?.value
        }
        set {
            var members: [Member]
            switch self {
            case .object(let present): members = present
            case .null: members = []
            default: preconditionFailure("only an object has members, and this is \(kindDescription)")
            }
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index] = Member(name, value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): return
            }
            self = .object(members)
        }
    }

    /// An element of an array, counted from 0; nil if the value is no array, or has no such element. A byte of bytes is
    /// its number.
    ///
    /// - Precondition: an element that is set is there, and is not set to nil.
    public subscript(index: Int) -> Value? {
        get {
            switch self {
            case .array(let elements) where elements.indices.contains(index): elements[index]
            case .bytes(let bytes) where bytes.indices.contains(index): bytes[index].value
            default: nil
            }
        }
        set {
            guard let newValue, case .array(var elements) = self, elements.indices.contains(index) else {
                preconditionFailure("there is no element \(index) to set in \(kindDescription)")
            }
            elements[index] = newValue
            self = .array(elements)
        }
    }

    /// Converts the value to a Swift type; nil if it is of another kind or does not fit.
    public func `as`<Converted: ValueConvertible>(_ type: Converted.Type) -> Converted? { Converted(self) }
}

extension Value: CustomStringConvertible {
    /// The value as compact JSON; see ``json``.
    public var description: String { json }
}

extension Number: CustomStringConvertible {
    /// The number as JSON.
    public var description: String { text }
}

extension Handle: CustomStringConvertible {
    /// The handle as JSON, such as `{"handle":1,"type":"counter"}`.
    public var description: String { Value.handle(self).json }
}
