// SPDX-License-Identifier: Apache-2.0

public import Heddle
public import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleForeign

extension ModuleHost {
    /// Makes a service from an action, and checks its type against the declaration.
    ///
    /// ```swift
    /// let price = try host.service("shop.price", as: ((String) -> Double).self)
    ///     .logged()
    ///     .cached(capacity: 100)
    /// let cost = try await price("Ada")
    /// ```
    ///
    /// The parameters are those of the action, without out-parameters and the instance. Their types are
    /// `ValueConvertible`: `String`, `Bool`, numbers, arrays of these, `[UInt8]` for bytes, `Handle`, an `Optional`
    /// where the declaration allows null, `Value` for anything, and types of your own. The output is such a type, or
    /// `Void`, or ``CallResult``, which has the out-parameters too.
    ///
    /// Each call goes through the hooks of the action, and blocks the thread of the task until it returns. Run long
    /// calls on a separate executor.
    ///
    /// - Throws: if there is no such action, or if the types do not fit its declaration. A call throws the `Failure` of
    ///   the action, or a `Diagnostic` if an input does not fit, such as a number out of range.
    public func service<Output: Sendable>(
        _ name: ActionName, as type: (() -> Output).Type
    ) throws(Diagnostic) -> some Service<Void, Output> {
        try native(name, []) { (_: Void) in [] }
    }

    /// Makes a service from an action with one argument, and checks its type against the declaration.
    public func service<A: ValueConvertible & Sendable, Output: Sendable>(
        _ name: ActionName, as type: ((A) -> Output).Type
    ) throws(Diagnostic) -> some Service<A, Output> {
        try native(name, [A.self]) { [$0.value] }
    }

    /// Makes a service from an action with two arguments, and checks its type against the declaration.
    public func service<A: ValueConvertible & Sendable, B: ValueConvertible & Sendable, Output: Sendable>(
        _ name: ActionName, as type: ((A, B) -> Output).Type
    ) throws(Diagnostic) -> some Service<(A, B), Output> {
        try native(name, [A.self, B.self]) { [$0.0.value, $0.1.value] }
    }

    /// Makes a service from an action with three arguments, and checks its type against the declaration.
    public func service<
        A: ValueConvertible & Sendable, B: ValueConvertible & Sendable, C: ValueConvertible & Sendable, Output: Sendable
    >(
        _ name: ActionName, as type: ((A, B, C) -> Output).Type
    ) throws(Diagnostic) -> some Service<(A, B, C), Output> {
        try native(name, [A.self, B.self, C.self]) { [$0.0.value, $0.1.value, $0.2.value] }
    }

    /// Makes a service from an action with four arguments, and checks its type against the declaration.
    public func service<
        A: ValueConvertible & Sendable, B: ValueConvertible & Sendable, C: ValueConvertible & Sendable,
        D: ValueConvertible & Sendable, Output: Sendable
    >(
        _ name: ActionName, as type: ((A, B, C, D) -> Output).Type
    ) throws(Diagnostic) -> some Service<(A, B, C, D), Output> {
        try native(name, [A.self, B.self, C.self, D.self]) { [$0.0.value, $0.1.value, $0.2.value, $0.3.value] }
    }

    private func native<Input, Output>(
        _ name: ActionName, _ types: [any ValueConvertible.Type],
        _ arguments: @escaping @Sendable (Input) -> [Value]
    ) throws(Diagnostic) -> NativeService<Input, Output> {
        let action = try action(name)
        try DeclarationFit(action.name, action.signature).check(types, Output.self)
        return NativeService(
            host: self, profile: ServiceProfile(name, action.signature, arguments: arguments, result: showing)
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
struct NativeService<Input: Sendable, Output: Sendable>: Service {
    let host: ModuleHost
    let profile: ServiceProfile<Input, Output>
    let output: @Sendable (CallResult) throws -> Output

    /// Makes the call through the action's hooks, on the thread that the task is on.
    func callAsFunction(_ input: Input) async throws -> Output {
        try output(host.call(profile.name, with: profile.arguments(input)))
    }
}
