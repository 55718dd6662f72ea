// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
internal import HeddleDiagnostics

/// An action that is called like a Swift function.
///
/// ```swift
/// let greeter = try host.module("greeter")
/// let reply: String = try greeter.sayHello("Ada")
/// try greeter.setVolume(level: 7)
/// ```
///
/// Give the arguments by position, or all by name; a parameter that only counts another one may then be left out. The
/// call runs on the calling thread, through the action's hooks.
@dynamicCallable
public struct ActionReference: Sendable {
    /// The action's name.
    public let name: ActionName
    /// Nil if the host of the module is gone.
    let host: ModuleHost?

    /// Calls the action, and ignores the result.
    ///
    /// - Throws: a ``Diagnostic`` if the call cannot be made; the ``Failure`` of a call that was made and failed.
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, any ValueConvertible>) throws {
        _ = try call(arguments).value()
    }

    /// Calls the action, and converts its result to the requested type.
    ///
    /// - Throws: a ``Diagnostic`` if the call cannot be made, or if the type cannot hold its result; the ``Failure`` of
    ///   a call that was made and failed.
    public func dynamicallyCall<Output: ValueConvertible>(
        withKeywordArguments arguments: KeyValuePairs<String, any ValueConvertible>
    ) throws -> Output {
        try call(arguments).get()
    }

    private func call(_ arguments: KeyValuePairs<String, any ValueConvertible>) throws(Diagnostic) -> CallResult {
        guard let host else {
            throw Diagnostic(code: .module(.orphan), "\(name) cannot be called: the host that has loaded it is gone")
        }
        return arguments.contains { !$0.key.isEmpty }
            ? try host.call(name, named: arguments) : try host.call(name, with: arguments.map(\.value.value))
    }
}
