// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign

extension ModuleHost {
    /// Weaves a hook around the actions that a pattern matches, including those of modules that are loaded later.
    ///
    /// ```swift
    /// let token = try host.hook("greeter.say*", .before) { call in print(call.arguments) }
    /// ```
    ///
    /// ``CallHook`` describes hooks that need more.
    ///
    /// - Parameters:
    ///   - pattern: such as `greeter.say*`, where `*` stands for any characters inside a name.
    ///   - position: before the call, instead of it, or after it.
    ///   - name: a name for the order of other hooks.
    ///   - order: lower is further out.
    ///   - during: a pattern of actions. The hook takes part only in calls made inside a call of one, directly or not.
    ///   - once: true to run in one call only, the first on any thread that reaches the hook, and then remove it.
    ///   - body: runs on the thread of the call. An error that it throws is the call's failure.
    /// - Returns: a token that removes the hook. The hook stays if the token is dropped.
    /// - Throws: all that is wrong with the hook: its pattern, a name that another hook has, an action that may not be
    ///   hooked, or a pattern that matches nothing of a loaded module.
    @discardableResult
    public func hook(
        _ pattern: String, _ position: HookPosition, name: String? = nil, order: Double = 0,
        during: String? = nil, once: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (borrowing HookedCall) throws -> Void
    ) throws(Diagnostics) -> HookToken {
        var hook = CallHook(on: pattern, file: file, line: line).ordered(order)
        if let name { hook = hook.named(name) }
        if let during { hook = hook.during(during) }
        if once { hook = hook.once() }
        return try self.hook(hook.closure(position, body))
    }

    /// Weaves a hook around the actions that it matches, including those of modules that are loaded later.
    ///
    /// - Returns: a token that removes the hook. The hook stays if the token is dropped.
    /// - Throws: all that is wrong with the hook; then it is not added.
    @discardableResult
    public func hook(_ hook: CallHook) throws(Diagnostics) -> HookToken { try self.hook([hook]) }

    /// Weaves hooks at once: no call has some of them only.
    ///
    /// - Returns: a token that removes all of them.
    /// - Throws: all that is wrong with them; then none is added.
    @discardableResult
    public func hook(_ hooks: [CallHook]) throws(Diagnostics) -> HookToken {
        var specs: [HookSpec] = []
        var mistakes: [Diagnostic] = []
        for hook in hooks {
            do throws(Diagnostics) {
                let spec = try HookSpec(hook, on: self)
                mistakes += registry.objections(to: spec, beside: specs).map { $0.ofHook(at: hook.place) }
                specs.append(spec)
            } catch {
                mistakes += error.all.map { $0.ofHook(at: hook.place) }
            }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        do {
            try registry.registerFitting(specs)
        } catch {
            throw Diagnostics(error.all.map { $0.ofHook(at: hooks.first?.place ?? "") })
        }
        return HookToken(ids: specs.map(\.id), registry: registry, place: hooks.first?.place ?? "")
    }

    /// Weaves a hook for the time of a closure.
    ///
    /// - Throws: all that is wrong with the hook, or what the closure throws.
    public func withHook<Result>(_ hook: CallHook, _ body: () throws -> Result) throws -> Result {
        let token = try self.hook(hook)
        defer { token.remove() }
        return try body()
    }

    /// Weaves a hook for the time of a closure that may wait.
    ///
    /// The hook takes part in calls of all tasks and threads meanwhile.
    ///
    /// - Throws: all that is wrong with the hook, or what the closure throws.
    public func withHook<Result>(
        _ hook: CallHook, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        let token = try self.hook(hook)
        defer { token.remove() }
        return try await body()
    }

    /// Runs a closure in which calls on this thread run no hooks, of any host. Such closures may be nested.
    public static func withoutHooks<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Action.ignoringHooks(body)
    }

    /// Logs the failures of a hook that do not fail its calls.
    ///
    /// - Parameter words: names the hook.
    func tolerance(of hook: UInt64, _ words: String, pausingAfter limit: Int?) -> FailureTolerance {
        FailureTolerance(
            pausingAfter: limit,
            note: { [services] failure, action in
                let hook = failure.hook ?? "a hook"
                services.warn("\(hook) failed around \(action), which goes on: \(failure.excerpt)", about: "heddle")
            },
            pause: { [services, weak registry] count in
                guard registry?.pause(hook) ?? false else { return }
                services.warn("\(words) is paused after \(counted(count, "failure"))", about: "heddle")
            })
    }
}

extension Diagnostic {
    /// The diagnostic with the place in a program that added the hook.
    fileprivate func ofHook(at place: String) -> Diagnostic {
        var located = self
        located.notes.append(.init("the hook is added at \(place)"))
        return located
    }
}
