// SPDX-License-Identifier: Apache-2.0

public import Declarations
public import Diagnostics
public import Foreign
internal import Weave

extension Host {
    /// Weaves a hook around the actions that a pattern matches, those that are loaded later among them.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any run of characters inside a name.
    ///   - position: before the call, instead of it, or after it.
    ///   - name: by which other hooks may order themselves.
    ///   - order: lower is further out.
    ///   - body: runs on the thread that makes the call.
    /// - Returns: a token that removes the hook; the hook stays when the token goes.
    /// - Throws: where the pattern is none.
    @discardableResult
    public func hook(
        _ pattern: String, _ position: HookPosition, name: String? = nil, order: Double = 0,
        _ body: @escaping @Sendable (borrowing HookedCall) -> Void
    ) throws(Diagnostic) -> HookToken {
        guard let parsed = Pointcut.Pattern(pattern) else { throw .notAPattern(pattern) }
        let id = Registry.newID()
        let piece = HookPiece.closure(body)
        let registration = HookRegistration(id: id, pointcut: Pointcut([parsed])) { _ in
            ActionHook(
                name: name, id: id, constraints: Constraints(order: order), before: position == .before ? [piece] : [],
                instead: position == .instead ? [piece] : [], after: position == .after ? [piece] : [],
                origin: "a closure on \"\(pattern)\"")
        }
        do { try registry.register([registration]) } catch { throw error.first }
        return HookToken(id: id, registry: registry)
    }
}

extension Diagnostic {
    static func notAPattern(_ text: String) -> Diagnostic {
        Diagnostic(
            code: "hook.pattern", "\"\(text)\" is no pattern",
            suggestion: "write module.action, where * stands for any run of characters")
    }
}

/// Removes a hook.
public struct HookToken: Sendable {
    let id: UInt64
    let registry: Registry

    /// Removes the hook: calls that begin from now on do not have it. False when it was removed before.
    @discardableResult
    public func remove() -> Bool { registry.remove(id) }
}
