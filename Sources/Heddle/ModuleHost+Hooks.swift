// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign
internal import HeddleWeave

extension ModuleHost {
    /// Weaves a hook around the actions that a pattern matches, including those of modules that are loaded later.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any characters inside a name.
    ///   - position: before the call, instead of it, or after it.
    ///   - name: a name for the order of other hooks.
    ///   - order: lower is further out.
    ///   - during: a pattern of actions. The hook takes part only in calls made inside a call of one, directly or not.
    ///   - once: true to run in one call only, the first on any thread that reaches the hook, and then remove it.
    ///   - body: runs on the thread of the call.
    /// - Returns: a token that removes the hook. The hook stays if the token is dropped.
    /// - Throws: if the pattern is invalid.
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
            // Without a token the caller could not remove it from the actions that it fits.
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
    /// - Throws: if a pattern is invalid.
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
            code: .hook(.pattern), "\"\(text)\" is not a pattern",
            suggestion: "write module.action, where * stands for any characters")
    }
}

/// Removes a hook, or pauses it.
///
/// Any thread may do so, also inside the hook itself. A call that has begun keeps its hooks.
///
/// ## Topics
/// - ``remove()``
/// - ``pause()``
/// - ``resume()``
public struct HookToken: Sendable {
    let id: UInt64
    let registry: Registry

    /// Removes the hook from calls that begin from now on. False if it was removed before.
    @discardableResult
    public func remove() -> Bool { registry.remove(id) }

    /// Pauses the hook for calls that begin from now on; it keeps its place among the others. False if it is removed or
    /// paused already.
    @discardableResult
    public func pause() -> Bool { registry.pause(id) }

    /// Resumes the hook for calls that begin from now on. False if it is removed or not paused.
    @discardableResult
    public func resume() -> Bool { registry.resume(id) }
}
