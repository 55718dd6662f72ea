// SPDX-License-Identifier: Apache-2.0

public import Heddle
public import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleForeign

extension ModuleHost {
    /// Makes a service from an action without arguments, and checks its type against the declaration.
    ///
    /// - Parameters:
    ///   - name: `module.action`.
    ///   - type: the type of the output, as for an action with arguments.
    /// - Throws: if there is no such action, or if the types do not fit its declaration.
    public func service<Output: Sendable>(
        _ name: ActionName, returning type: Output.Type = Void.self
    ) throws(Diagnostic) -> ActionService<Void, Output> {
        try service(name, []) { (_: Void) in [] }
    }

    /// Makes a service from an action with one argument, and checks its type against the declaration.
    ///
    /// ```swift
    /// let price = try host.service("shop.price", taking: String.self, returning: Double.self)
    ///     .logged()
    ///     .cached(capacity: 100)
    /// let cost = try await price("Ada")
    /// ```
    ///
    /// The types are `ValueConvertible`: `String`, `Bool`, numbers, arrays of these, `[UInt8]` for bytes, `Handle`, an
    /// `Optional` where the declaration allows null, `Value` for anything, and types of your own. The output is such a
    /// type, or `Void`, or ``CallResult``, which has the out-parameters too.
    ///
    /// Each call goes through the hooks of the action, and blocks the thread of the task until it returns. Run long
    /// calls on a separate executor.
    ///
    /// - Parameters:
    ///   - name: `module.action`.
    ///   - argument: the type of the argument.
    ///   - type: the type of the output.
    /// - Throws: if there is no such action, or if the types do not fit its declaration. A call throws the `Failure` of
    ///   the action, or a `Diagnostic` if an input does not fit, such as a number out of range.
    public func service<Argument: ValueConvertible & Sendable, Output: Sendable>(
        _ name: ActionName, taking argument: Argument.Type, returning type: Output.Type = Void.self
    ) throws(Diagnostic) -> ActionService<Argument, Output> {
        try service(name, [argument]) { [$0.value] }
    }

    /// Makes a service from an action with any number of arguments, and checks its type against the declaration.
    ///
    /// ```swift
    /// let price = try host.service("shop.price", taking: String.self, Int.self, returning: Double.self)
    ///     .cached(capacity: 100)
    ///     .guarded { name, count in count < 10 }
    /// let cost = try await price("Ada", 3)
    /// ```
    ///
    /// - Parameters:
    ///   - name: `module.action`.
    ///   - argument: the types of the action's parameters, without out-parameters and the instance.
    ///   - type: the type of the output.
    /// - Throws: if there is no such action, or if the types do not fit its declaration.
    public func service<each Argument: ValueConvertible & Sendable, Output: Sendable>(
        _ name: ActionName, taking argument: repeat (each Argument).Type, returning type: Output.Type = Void.self
    ) throws(Diagnostic) -> ActionService<ServiceArguments<repeat each Argument>, Output> {
        try service(name, ServiceArguments<repeat each Argument>.types) { $0.converted }
    }

    private func service<Input, Output>(
        _ name: ActionName, _ types: [any ValueConvertible.Type],
        _ arguments: @escaping @Sendable (Input) -> [Value]
    ) throws(Diagnostic) -> ActionService<Input, Output> {
        let action = try action(name)
        try DeclarationFit(action.name, action.signature).check(types, Output.self)
        return ActionService(
            host: self, profile: ServiceProfile(action, arguments: arguments, result: showing)
        ) { try $0.output(as: Output.self) }
    }
}

/// An output as observers see it.
@Sendable private func showing<Output>(_ output: Output) -> Value? {
    switch output {
    case is Void: nil
    case let call as CallResult: if case .returned(let value) = call.outcome { value } else { nil }
    default: Value(showing: output)
    }
}

/// An action of a module as a service.
public struct ActionService<Input: Sendable, Output: Sendable>: Service {
    /// The profile of the service for aspects: the action's name and declaration.
    public let profile: ServiceProfile<Input, Output>
    private let host: ModuleHost
    private let output: @Sendable (CallResult) throws -> Output

    init(
        host: ModuleHost, profile: ServiceProfile<Input, Output>,
        _ output: @escaping @Sendable (CallResult) throws -> Output
    ) {
        self.profile = profile
        self.host = host
        self.output = output
    }

    /// Makes the call through the action's hooks, on the thread of the task, which it blocks.
    ///
    /// - Throws: the `Failure` of the action; a `Diagnostic` if an argument does not fit.
    public func callAsFunction(_ input: Input) async throws -> Output {
        try output(host.call(profile.name, with: profile.arguments(input)))
    }
}
