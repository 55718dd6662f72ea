// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign
internal import HeddleWeave

extension Host {
    /// Weaves a hook around the actions that a pattern matches, those that are loaded later among them.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any run of characters inside a name.
    ///   - position: before the call, instead of it, or after it.
    ///   - name: by which other hooks may order themselves.
    ///   - order: lower is further out.
    ///   - during: a pattern of the actions inside of whose calls alone, directly or not, the hook takes part.
    ///   - once: whether it runs in one call only, the first on any thread that reaches it, and is removed after that.
    ///   - body: runs on the thread that makes the call.
    /// - Returns: a token that removes the hook; the hook stays when the token goes.
    /// - Throws: where the pattern is none.
    @discardableResult
    public func hook(
        _ pattern: String, _ position: HookPosition, name: String? = nil, order: Double = 0,
        during: String? = nil, once: Bool = false, _ body: @escaping @Sendable (borrowing HookedCall) -> Void
    ) throws(Diagnostic) -> HookToken {
        let piece = HookPiece.closure(body)
        return try register(pattern, name, during: during, HookAdmission(isOnlyBefore: position == .before)) { id in
            let shot = once ? registry.oneShot(of: id) : nil
            return { _, limits, origin in
                ActionHook(
                    name: name, id: id, constraints: Constraints(order: order),
                    before: position == .before ? [piece] : [], instead: position == .instead ? [piece] : [],
                    after: position == .after ? [piece] : [], limits: limits, once: shot, origin: origin)
            }
        }
    }

    /// Weaves a hook around what a pattern matches.
    ///
    /// - Parameter make: gets the hook's number, and returns how the hook is made for an action.
    func register(
        _ pattern: String, _ name: String?, during: String? = nil, _ admission: HookAdmission,
        background: BackgroundQueue? = nil, _ make: (UInt64) -> HookRegistration.Maker
    ) throws(Diagnostic) -> HookToken {
        guard let parsed = Pointcut.Pattern(pattern) else { throw .notAPattern(pattern) }
        let id = Registry.newID()
        let registration = HookRegistration(
            id: id, name: name, pointcut: Pointcut([parsed]), condition: nil, scope: try during.map(scope),
            admission: admission, origin: "a closure", background: background, make: make(id))
        do {
            try registry.register([registration])
        } catch {
            // Whoever gets no token could not remove it from the actions that it fits.
            _ = registry.remove(id)
            throw error.first
        }
        return HookToken(id: id, registry: registry)
    }

    private func scope(_ pattern: String) throws(Diagnostic) -> HookRegistration.Scope {
        guard let parsed = Pointcut.Pattern(pattern) else { throw .notAPattern(pattern) }
        return HookRegistration.Scope(id: Registry.newID(), pointcut: Pointcut([parsed]))
    }
}

extension Diagnostic {
    static func notAPattern(_ text: String) -> Diagnostic {
        Diagnostic(
            code: "hook.pattern", "\"\(text)\" is no pattern",
            suggestion: "write module.action, where * stands for any run of characters")
    }
}

/// Removes a hook, or pauses it.
///
/// All of it may be done on any thread, also inside of the hook itself: a call that has begun keeps the hooks that it
/// has.
///
/// ## Topics
/// - ``remove()``
/// - ``pause()``
/// - ``resume()``
public struct HookToken: Sendable {
    let id: UInt64
    let registry: Registry

    /// Removes the hook: calls that begin from now on do not have it. False when it was removed before.
    @discardableResult
    public func remove() -> Bool { registry.remove(id) }

    /// Lets calls that begin from now on pass the hook over; it keeps its place among the others. False when it is
    /// removed or paused already.
    @discardableResult
    public func pause() -> Bool { registry.pause(id) }

    /// Ends a pause for calls that begin from now on. False when the hook is removed or not paused.
    @discardableResult
    public func resume() -> Bool { registry.resume(id) }
}
