// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import HeddleForeign

/// The facts about a service for aspects: its name, and its inputs and outputs as values.
public struct ServiceProfile<Input, Output>: Sendable {
    /// Its name the name in logs, spans and counts.
    public var name: ActionName
    /// The declaration of the action, or one with only a name.
    package let signature: Signature
    /// The way in which calls of the action may be remembered; nil for a service written in Swift.
    let memory: ActionMemory?
    /// An input as values, one for each argument.
    public let arguments: @Sendable (Input) -> [Value]
    /// An output as a value; nil for `Void`.
    public let result: @Sendable (Output) -> Value?

    /// True if a second call with the same input does no more than the first, so that it may be retried.
    public var isIdempotent: Bool

    /// Creates the profile of a service written in Swift.
    ///
    /// - Parameters:
    ///   - name: `module.action`; a name without a module gets the module `service`.
    ///   - isIdempotent: true if a second call with the same input does no more than the first.
    ///   - arguments: converts an input for logs and events. Leave out secrets here.
    ///   - result: converts an output for logs and events.
    public init(
        name: String, isIdempotent: Bool = false,
        arguments: @escaping @Sendable (Input) -> [Value] = { Value.arguments(showing: $0) },
        result: @escaping @Sendable (Output) -> Value? = { $0 is Void ? nil : Value(showing: $0) }
    ) {
        self.name = ActionName(parsing: name) ?? ActionName(module: "service", action: name)
        self.signature = Signature(symbol: self.name.action, result: .void, parameters: [])
        self.memory = nil
        self.isIdempotent = isIdempotent
        self.arguments = arguments
        self.result = result
    }

    /// The profile of a service by the name of its type.
    init(of type: Any.Type) {
        self.init(name: "")
        let module = String(reflecting: type).prefix { $0 != "." }
        name = ActionName(module: String(module), action: "\(type)")
    }

    /// The profile of an action.
    init(
        _ action: Action, arguments: @escaping @Sendable (Input) -> [Value],
        result: @escaping @Sendable (Output) -> Value?
    ) {
        self.name = action.name
        self.signature = action.signature
        self.memory = ActionMemory(action)
        self.isIdempotent = action.signature.isIdempotent
        self.arguments = arguments
        self.result = result
    }
}
