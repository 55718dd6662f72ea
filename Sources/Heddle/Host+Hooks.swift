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
        var spec = try HookSpec(on: pattern, during: during)
        spec.name = name
        spec.constraints = Constraints(order: order)
        spec.once = once ? registry.oneShot(of: spec.id) : nil
        spec.add(.code(.closure(body), canOnlyLook: false), at: position)
        return try register(spec)
    }

    /// Weaves a hook around the actions that it matches.
    func register(_ spec: HookSpec) throws(Diagnostic) -> HookToken {
        do {
            try registry.register([spec])
        } catch {
            // Whoever gets no token could not remove it from the actions that it fits.
            _ = registry.remove(spec.id)
            throw error.first
        }
        return HookToken(id: spec.id, registry: registry)
    }
}

extension HookSpec {
    /// A hook of a program around the actions that a pattern matches.
    ///
    /// - Parameter during: a pattern of the actions inside of whose calls alone it takes part.
    /// - Throws: where a pattern is none.
    init(on pattern: String, during: String? = nil) throws(Diagnostic) {
        func pointcut(_ text: String) throws(Diagnostic) -> Pointcut {
            guard let parsed = Pointcut.Pattern(text) else { throw .notAPattern(text) }
            return Pointcut([parsed])
        }
        self.init(on: try pointcut(pattern), origin: "a closure")
        if let during { scope = Scope(pointcut: try pointcut(during)) }
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
