// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleForeign
internal import HeddleWeave

/// A hook as a program describes it. It says all that a hook of a behaviour says, and runs code of Swift as well.
///
/// ```swift
/// let hook = CallHook(on: "shop.*", "!shop.close")
///     .named("times").ordered(10, outside: ["log"])
///     .tagged("money").where(["argument.amount": ["gt": 100]])
///     .around { call in ContinuousClock.now } after: { call, start in print(call.name, .now - start) }
/// let token = try host.hook(hook)
/// ```
///
/// A hook is a value: each method returns a changed copy. Nothing is checked before it is added to a host.
///
/// The host keeps its closures until it is removed. One that uses the host captures it weakly, or the host never ends.
///
/// ## Topics
/// ### Actions and calls
/// - ``init(on:file:line:)``
/// - ``tagged(_:)``
/// - ``returning(_:)``
/// - ``taking(_:)``
/// - ``where(_:)``
/// - ``during(_:)``
/// - ``outermost()``
/// - ``reentrant()``
/// - ``once()``
/// - ``optional()``
/// - ``atMost(_:)``
/// - ``tolerated(pausingAfter:)``
///
/// ### Order
/// - ``named(_:)``
/// - ``ordered(_:outside:inside:)``
///
/// ### Code
/// - ``before(_:)-(HookReference)``
/// - ``instead(_:)-(HookReference)``
/// - ``after(_:)-(HookReference)``
/// - ``around(_:after:)``
/// - ``when(_:)``
/// - ``inBackground(_:_:)``
public struct CallHook: Sendable {
    /// One piece of code in its position.
    enum Part: Sendable {
        case named(HookReference, HookPosition)
        case closure(HookPiece, HookPosition)
        case sides(@Sendable (AfterCondition) -> (before: HookPiece, after: HookPiece))
    }

    /// The calls that an `after` runs for.
    public enum Ending: Sendable {
        /// The calls that returned.
        case returned
        /// The calls that failed.
        case failed
    }

    /// The place in the source of the program that describes it, such as `App/Main.swift:12`.
    public let place: String
    let patterns: [String]
    private(set) var tags: [String] = []
    private(set) var returns: String?
    private(set) var takes: [String] = []
    private(set) var condition: Value?
    private(set) var scope: [String] = []
    private(set) var name: String?
    private(set) var order = 0.0
    private(set) var outside: [String] = []
    private(set) var inside: [String] = []
    private(set) var parts: [Part] = []
    private(set) var ending: Ending?
    private(set) var background: (limits: Background, body: @Sendable (EndedCall) -> Void)?
    private(set) var isOnce = false
    private(set) var isOutermost = false
    private(set) var isReentrant = false
    private(set) var isOptional = false
    private(set) var isTolerated = false
    private(set) var toleratedFailures: Int?
    private(set) var most: Int?

    /// Describes a hook around actions, including those of modules that are loaded later.
    ///
    /// - Parameter patterns: such as `greeter.say*`, where `*` stands for any characters inside a name, `!greeter.stop`,
    ///   which excludes, and `library:NAME.action`, which stands for all modules of a library.
    public init(on patterns: String..., file: String = #fileID, line: Int = #line) {
        self.init(on: patterns, file: file, line: line)
    }

    /// Describes a hook around the actions that a list of patterns matches.
    public init(on patterns: [String], file: String = #fileID, line: Int = #line) {
        self.patterns = patterns
        place = "\(file):\(line)"
    }

    private func with<Part>(_ part: WritableKeyPath<CallHook, Part>, _ value: Part) -> CallHook {
        var changed = self
        changed[keyPath: part] = value
        return changed
    }

    // MARK: Actions and calls

    /// Limits it to actions that have one of these tags, and none that is written with `!`.
    public func tagged(_ tags: String...) -> CallHook { with(\.tags, self.tags + tags) }

    /// Limits it to actions that return a C type, such as `const char *`.
    public func returning(_ type: String) -> CallHook { with(\.returns, type) }

    /// Limits it to actions that have a parameter of its own for each of these C types.
    public func taking(_ types: String...) -> CallHook { with(\.takes, takes + types) }

    /// Limits it to calls whose arguments meet conditions, with the operators of `expect`:
    /// `["argument.amount": ["gt": 100]]`.
    public func `where`(_ condition: Value) -> CallHook { with(\.condition, condition) }

    /// Limits it to calls made inside of a call of an action that a pattern matches, directly or not, on the same
    /// thread.
    public func during(_ patterns: String...) -> CallHook { with(\.scope, scope + patterns) }

    /// Limits it to calls that are not made inside of a call of the same action, on the same thread.
    public func outermost() -> CallHook { with(\.isOutermost, true) }

    /// Lets it take part in calls that its own code makes.
    public func reentrant() -> CallHook { with(\.isReentrant, true) }

    /// Limits it to one call, the first on any thread that reaches it, and then removes it.
    public func once() -> CallHook { with(\.isOnce, true) }

    /// Allows its patterns to match nothing of a loaded module, which is otherwise an error.
    public func optional() -> CallHook { with(\.isOptional, true) }

    /// Limits the number of actions of loaded modules that it may be around; more are an error.
    public func atMost(_ actions: Int) -> CallHook { with(\.most, actions) }

    /// Logs the failures of its `before` and `after` code, and lets the calls go on.
    ///
    /// - Parameter limit: the number of failures at which it is paused; nil for none.
    public func tolerated(pausingAfter limit: Int? = nil) -> CallHook {
        with(\.isTolerated, true).with(\.toleratedFailures, limit)
    }

    // MARK: Order

    /// Gives it a name, for the order of other hooks and for reports. No other hook of the host may have it.
    public func named(_ name: String) -> CallHook { with(\.name, name) }

    /// Places it among the others.
    ///
    /// - Parameters:
    ///   - order: lower is further out.
    ///   - outside: the names of hooks that must be further in.
    ///   - inside: the names of hooks that must be further out.
    public func ordered(_ order: Double = 0, outside: [String] = [], inside: [String] = []) -> CallHook {
        with(\.order, order).with(\.outside, outside).with(\.inside, inside)
    }

    // MARK: Code

    /// Runs an aspect or a function of a module before the call.
    public func before(_ code: HookReference) -> CallHook { with(\.parts, parts + [.named(code, .before)]) }

    /// Runs an aspect or a function of a module in place of the call.
    public func instead(_ code: HookReference) -> CallHook { with(\.parts, parts + [.named(code, .instead)]) }

    /// Runs an aspect or a function of a module after the call.
    public func after(_ code: HookReference) -> CallHook { with(\.parts, parts + [.named(code, .after)]) }

    /// Runs a closure before the call, on its thread. An error that it throws is the call's failure.
    public func before(_ body: @escaping @Sendable (borrowing HookedCall) throws -> Void) -> CallHook {
        closure(.before, body)
    }

    /// Runs a closure in place of the call, on its thread. An error that it throws is the call's failure.
    public func instead(_ body: @escaping @Sendable (borrowing HookedCall) throws -> Void) -> CallHook {
        closure(.instead, body)
    }

    /// Runs a closure after the call, however it ended, on its thread. An error that it throws is the call's failure.
    public func after(_ body: @escaping @Sendable (borrowing HookedCall) throws -> Void) -> CallHook {
        closure(.after, body)
    }

    /// Runs a closure before the call and one after it, which gets what the first one returned.
    ///
    /// `after` does not run where `before` has thrown, nor after calls that ``when(_:)`` leaves out. A call that native
    /// code leaves by `longjmp` keeps the value for ever.
    public func around<State>(
        _ before: @escaping @Sendable (borrowing HookedCall) throws -> State,
        after: @escaping @Sendable (borrowing HookedCall, State) throws -> Void
    ) -> CallHook {
        with(\.parts, parts + [.sides { HookPiece.sides(when: $0, before: before, after: after) }])
    }

    /// Limits its `after` code to calls that returned, or to those that failed.
    public func when(_ ending: Ending) -> CallHook { with(\.ending, ending) }

    /// Runs a closure on a thread of its own with a copy of each call that has ended. No call waits for it.
    ///
    /// It cannot have other code.
    public func inBackground(
        _ limits: Background = .standard, _ body: @escaping @Sendable (EndedCall) -> Void
    ) -> CallHook {
        with(\.background, (limits, body))
    }

    func closure(
        _ position: HookPosition, _ body: @escaping @Sendable (borrowing HookedCall) throws -> Void
    ) -> CallHook {
        with(\.parts, parts + [.closure(.throwing(body), position)])
    }
}
