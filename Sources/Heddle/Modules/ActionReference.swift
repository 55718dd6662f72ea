// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import HeddleDiagnostics

/// An action by its name, to be called like a function of Swift.
///
/// ```swift
/// let greeter = try host.module("greeter")
/// let reply: String = try greeter.sayHello("Ada")
/// try greeter.setVolume(level: 7)
/// ```
///
/// Arguments stand in the order of the declaration, or all have the names that they have there; a parameter that only
/// counts another one may then be left out. The call runs on the calling thread, through the action's hooks.
@dynamicCallable
public struct ActionReference: Sendable {
    /// The action's name.
    public let name: ActionName
    /// Nil where the host of the module is gone.
    let host: Host?

    /// Calls the action, whose result is not looked at.
    ///
    /// - Throws: `Diagnostic` where the call cannot be made as it was asked for; `Failure` where it was made and failed.
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, any ValueConvertible>) throws {
        _ = try outcome(arguments)
    }

    /// Calls the action for its result.
    ///
    /// - Throws: `Diagnostic` where the call cannot be made as it was asked for, and where its result is nothing that the
    ///   type takes; `Failure` where it was made and failed.
    public func dynamicallyCall<Result: ValueConvertible>(
        withKeywordArguments arguments: KeyValuePairs<String, any ValueConvertible>
    ) throws -> Result {
        let value = try outcome(arguments) ?? .null
        if let result = Result(value) { return result }
        throw Diagnostic.misfit(ofResult: value, of: name, Result.self)
    }

    private func outcome(_ arguments: KeyValuePairs<String, any ValueConvertible>) throws -> Value? {
        guard let host else {
            throw Diagnostic(code: "module.orphan", "\(name) cannot be called: the host that has loaded it is gone")
        }
        let isNamed = arguments.contains { !$0.key.isEmpty }
        let result =
            isNamed
            ? try host.call(name, named: arguments.map { Value.Member($0.key, $0.value.value) })
            : try host.call(name, arguments.map(\.value.value))
        switch result.outcome {
        case .returned(let value): return value
        case .failed(let failure): throw failure
        }
    }
}

extension Diagnostic {
    /// A result that a type of Swift does not take.
    static func misfit(ofResult value: Value, of action: ActionName, _ type: Any.Type) -> Diagnostic {
        Diagnostic(code: "call.result", "\(action) returned \(value.kindDescription), which is no \(type)")
    }
}
