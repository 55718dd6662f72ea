// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value on one line after its type, such as `int 5`, `const char * "abc"` or `color GREEN (1)`. If the type is
    /// unknown or has no such values, the kind of value stands in its place.
    func shown(as type: CType?, limit: Int = 200) -> String {
        prefix(as: type) + (type?.enumeration?.text(of: self) ?? excerpt(limit: limit))
    }

    /// The text before the value's own.
    func prefix(as type: CType?) -> String {
        guard let type, type.canonical.mayBe(self) else { return kindWord }
        return type.description.excerpt(limit: 60) + " "
    }

    /// Its kind, if its text alone does not show it.
    private var kindWord: String {
        switch self {
        case .null, .bool, .handle: ""
        case .number: "number "
        case .string: "text "
        case .bytes: "bytes "
        case .array: "array "
        case .object: "object "
        }
    }
}

extension CType {
    /// The enumeration that it is.
    var enumeration: EnumerationType? { if case .enumeration(let type) = canonical { type } else { nil } }

    /// The integers that it has.
    var integerType: IntegerType? { if case .integer(let type) = canonical { type } else { nil } }

    /// Returns whether values of this canonical type have this kind in JSON.
    fileprivate func mayBe(_ value: Value) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.integer, .number), (.floating, .number), (.complex, .array): true
        case (.floating, .string(let text)): ["NaN", "Infinity", "-Infinity"].contains(text)
        case (.enumeration, .number), (.enumeration, .string): true
        case (.record, .object), (.array, .array), (.array, .string), (.array, .bytes): true
        case (.pointer, .number), (.pointer, .bool): false
        case (.pointer, _): true
        default: false
        }
    }
}

extension EnumerationType {
    /// A value of it by name and number.
    fileprivate func text(of value: Value) -> String? {
        switch value {
        case .string(let name):
            number(named: name).map { "\(name.excerpt()) (\($0))" }
        case .number(.integer(let number)):
            self.name(of: number).map { "\($0.excerpt()) (\(number))" }
                ?? "\(number), which has no name"
        default: nil
        }
    }
}
