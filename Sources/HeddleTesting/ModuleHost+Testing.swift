// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign
public import Heddle

extension ModuleHost {
    /// Answers in place of the actions that a pattern matches; they are not called.
    ///
    /// - Parameter result: the result of the calls; nil for `void`.
    /// - Returns: a token that removes the answer.
    /// - Throws: if the pattern is invalid, or names an action that cannot be hooked.
    @discardableResult
    public func stub(
        _ pattern: String, returning result: Value? = nil, file: String = #fileID, line: Int = #line
    ) throws(Diagnostics) -> HookToken {
        try hook(pattern, .instead, file: file, line: line) { call in
            do { try call.answer(result) } catch { call.fail(Failure(.stub, "\(error)")) }
        }
    }

    /// Makes the actions that a pattern matches fail; they are not called.
    ///
    /// - Returns: a token that removes the failure.
    /// - Throws: if the pattern is invalid, or names an action that cannot be hooked.
    @discardableResult
    public func stub(
        _ pattern: String, failing failure: Failure, file: String = #fileID, line: Int = #line
    ) throws(Diagnostics) -> HookToken {
        try hook(pattern, .instead, file: file, line: line) { call in call.fail(failure) }
    }

    /// Loads a module whose actions are written in Swift; see ``Heddle/ModuleHost/script(_:_:)``.
    ///
    /// - Throws: an error for every action whose declaration cannot be scripted.
    @discardableResult
    public func module(_ name: String, scripted actions: [ScriptedAction]) throws(Diagnostics) -> Module {
        try script(name, actions)
        return try module(name)
    }
}
