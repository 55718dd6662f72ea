// SPDX-License-Identifier: Apache-2.0

/// The sort of a value, which decides where it may stand before anything is called.
package enum ValueKind: Hashable, Sendable {
    case null
    case bool
    case number
    case text
    case bytes
    case array
    case object
    case handle(type: String)

    /// The sort in words.
    package var description: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .bytes: "bytes"
        case .array: "an array"
        case .object: "an object"
        case .handle(let type): "a handle of \(type)"
        }
    }

    /// True for a handle of any type.
    package var isHandle: Bool { if case .handle = self { true } else { false } }

    /// The sort of a value.
    package init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool: self = .bool
        case .number: self = .number
        case .string: self = .text
        case .bytes: self = .bytes
        case .array: self = .array
        case .object: self = .object
        case .handle(let handle): self = .handle(type: handle.type)
        }
    }
}

extension Set<ValueKind> {
    /// The kinds in words, in a fixed order.
    package var words: String { map(\.description).sorted().joined(separator: " or ") }
}
