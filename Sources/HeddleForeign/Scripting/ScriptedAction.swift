// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
package import HeddleDiagnostics

/// An action whose body is written in Swift.
///
/// ```swift
/// ScriptedAction("int price(const char *name)") { _ in 42 }
/// ```
///
/// Hooks, behaviours and modules in C use it like any C function.
public struct ScriptedAction: Sendable {
    /// The declaration, as C writes it.
    public let declaration: String
    /// The body. It runs on the thread of the call, and on several threads at a time. It gets the arguments by position
    /// and returns the result, nil for `void`. An error that it throws is the failure of the call.
    public let body: @Sendable ([Value]) throws -> Value?

    /// Creates an action.
    public init(_ declaration: String, _ body: @escaping @Sendable ([Value]) throws -> Value?) {
        self.declaration = declaration
        self.body = body
    }
}

extension Library {
    /// A library that is no file: its functions are written in Swift.
    ///
    /// It lives as long as the process, as every library does.
    ///
    /// - Throws: every declaration that is wrong, is no function, or has what such a function cannot have:
    ///   out-parameters, further arguments, results that are memory other than a text.
    package static func scripted(
        _ name: String, _ actions: [ScriptedAction], calls engine: CallEngine = .preferred
    ) throws(Diagnostics) -> Library {
        var description = Description()
        description.contract = Description.knownContract
        var functions: [String: Function] = [:]
        var mistakes: [Diagnostic] = []
        for action in actions {
            do throws(Diagnostics) {
                let signature = try read(action, into: &description.scope)
                functions[signature.symbol] = try ScriptedFunction.make(
                    signature, of: name, by: engine, action.body)
                description.actions.append(.init(name: signature.symbol, signature: signature))
            } catch {
                mistakes += error.all
            }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        description.name = name
        return Library(scripted: name, description, functions)
    }

    private static func read(
        _ action: ScriptedAction, into scope: inout DeclarationScope
    ) throws(Diagnostics) -> Signature {
        let source = SourceText(name: "a scripted action", action.declaration)
        let range = source.whole
        let functions = try scope.read(range).compactMap(\.function)
        guard functions.count == 1, let signature = functions.first else {
            throw Diagnostics([
                Diagnostic(
                    code: .program(.scriptDeclaration),
                    "a scripted action is declared by one function, found \(functions.count)",
                    at: range)
            ])
        }
        return signature
    }
}
