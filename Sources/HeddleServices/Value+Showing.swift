// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

extension Value {
    /// Converts any Swift value for logs and events: a convertible one to its value, a structure to an object of its
    /// fields, a tuple or collection to an array, and anything else to its description.
    public init(showing value: Any) {
        if let convertible = value as? any ValueConvertible {
            self = convertible.value
            return
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: self = mirror.children.first.map { Value(showing: $0.value) } ?? .null
        case .tuple, .collection, .set: self = .array(mirror.children.map { Value(showing: $0.value) })
        case .struct where !(value is any CustomStringConvertible):
            self = .object(mirror.children.map { Value.Member($0.label ?? "", Value(showing: $0.value)) })
        default: self = .string(String(describing: value))
        }
    }

    /// An input as arguments: all of ``ServiceArguments``, one for each element of a tuple, none for `Void`.
    public static func arguments(showing input: Any) -> [Value] {
        if let arguments = input as? any ShownByArgument { return arguments.shown }
        let mirror = Mirror(reflecting: input)
        guard mirror.displayStyle == .tuple else { return [Value(showing: input)] }
        return mirror.children.map { Value(showing: $0.value) }
    }
}
