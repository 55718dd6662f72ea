// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleWeave

/// A hook as a behaviour or a program specifies it: its calls, its place among other hooks, and its code.
///
/// It is woven around every action that it matches, including actions that are bound later.
package struct HookSpec: Sendable {
    /// The scope of a hook (`during`): it takes part only inside calls of these actions.
    struct Scope {
        let id = Registry.newID()
        let pointcut: Pointcut
    }

    /// The background part of a hook, with its own thread.
    struct Background {
        let queue: BackgroundQueue
        /// The place of `background` in the behaviour; nil for the hook of a program.
        var range: SourceRange?
        var parts: [BackgroundPart] = []
    }

    /// The places where a behaviour names the hook and its neighbours.
    struct Places {
        let hook: SourceRange
        let neighbours: SourceRange
    }

    /// The identity of the hook, unique in the process.
    let id = Registry.newID()
    var name: String?
    let pointcut: Pointcut
    /// The condition on the arguments of a call; nil for no condition.
    var condition: CallCondition?
    var scope: Scope?
    var constraints = Constraints()
    /// The calls that the `after` parts see.
    var when = AfterCondition.always
    /// Limits the hook to one call; nil for no limit.
    var once: OneShot?
    /// True if it takes part in outermost calls only, of each action.
    var isOutermost = false
    /// True if it takes part in calls that its own code makes.
    var isReentrant = false
    /// Takes its failures; nil if they fail the call.
    var tolerance: FailureTolerance?
    /// True if its patterns may match nothing of a loaded module.
    var isOptional = false
    /// The largest number of actions that it may be around; nil for any.
    var most: Int?
    private(set) var before: [HookPart] = []
    private(set) var instead: [HookPart] = []
    private(set) var after: [HookPart] = []
    var background: Background?
    /// The aspects among its parts.
    private(set) var aspects: [SpecifiedAspect] = []
    /// The actions that functions may hook by the policy of the behaviour, for each module by its name, with `*` for
    /// all other modules; nil without a policy.
    var permissions: [String: Pointcut]?
    /// The origin of the hook, for `heddle plan` and reports.
    let origin: String
    /// Nil for the hook of a program.
    var places: Places?
    /// The users of each state. An observer has a state of its own; a function shares one among its positions.
    private var states: [ActionName?] = []

    init(on pointcut: Pointcut, origin: String) {
        self.pointcut = pointcut
        self.origin = origin
    }

    /// True for the hook of a program, false for one of a behaviour.
    var isOfProgram: Bool { places == nil }

    /// The identities of the hook in actions.
    var ids: Set<UInt64> { Set([id] + (scope.map { [$0.id] } ?? [])) }

    /// Every action that the hook or its scope applies to belongs to one of these keys.
    var keys: Set<HookKey> { pointcut.keys.union(scope?.pointcut.keys ?? []) }

    private var parts: [HookPart] { before + instead + after }

    /// True for a hook that cannot change a call.
    var canOnlyLook: Bool { parts.allSatisfy(\.canOnlyLook) }

    /// True if it runs code in place of calls.
    var hasInstead: Bool { !instead.isEmpty }

    /// True for a hook that runs nothing once a call has begun.
    var isOnlyBefore: Bool { instead.isEmpty && after.isEmpty && background == nil }

    /// The modules whose functions it runs.
    var providers: Set<String> {
        Set((parts.compactMap(\.function) + (background?.parts ?? []).compactMap(\.function)).map(\.module.name))
    }

    /// True if it has code that fits some actions only: an aspect that may change calls, or a function.
    var mayMisfit: Bool {
        !providers.isEmpty || parts.contains { if case .interceptor = $0 { true } else { false } }
    }

    /// True if its code or its neighbours may not fit an action.
    var mayNotFit: Bool { mayMisfit || constraints.namesNeighbours }

    // MARK: Parts

    mutating func add(_ part: HookPart, at position: HookPosition) {
        switch position {
        case .before: before.append(part)
        case .instead: instead.append(part)
        case .after: after.append(part)
        }
    }

    mutating func add(_ function: HookFunction, at position: HookPosition) {
        if background == nil {
            add(.function(function, state: state(of: function.module.qualified(function.symbol))), at: position)
        } else {
            background?.parts.append(.function(function))
        }
    }

    /// Adds an aspect that only looks. One that looks at the end of a call may also need its beginning.
    mutating func add(
        _ observer: some Observer, _ sides: AspectUse, of aspect: Aspect, _ use: HookUse, at position: HookPosition
    ) {
        aspects.append(
            SpecifiedAspect(
                use: use, aspect: aspect, observer: observer, findings: { observer.findings() },
                isJudge: observer is ExpectCallsAspect))
        let label = use.name.value
        if background != nil {
            background?.parts.append(.code(.observer(label: label) { observer.left($0, since: 0) }))
            return
        }
        if position == .instead {
            let piece = HookPiece.observer(
                label: label, entered: { observer.enteredAny($0) }, left: { observer.leftAny($0, since: $1) })
            return add(.code(piece, canOnlyLook: true), at: .instead)
        }
        let state = state(of: nil)
        func side(_ look: @escaping @Sendable (any ObservedCall, UInt64) -> UInt64) -> HookPart {
            var piece = HookPiece.observer(label: label, look)
            piece.state = state
            return .code(piece, canOnlyLook: true)
        }
        if sides.enters { before.append(side { call, _ in observer.enteredAny(call) }) }
        if sides.leaves {
            after.append(
                side { call, entered in
                    observer.leftAny(call, since: entered)
                    return 0
                })
        }
    }

    /// Adds an aspect that may change calls.
    mutating func add(
        _ interceptor: InterceptorHook, of aspect: Aspect, _ use: HookUse, at position: HookPosition
    ) {
        aspects.append(
            SpecifiedAspect(
                use: use, aspect: aspect, observer: nil, findings: { interceptor.findings() },
                isJudge: interceptor.expectsCalls))
        add(.interceptor(interceptor, aspect), at: position)
    }

    /// Adds closures that share a state.
    mutating func addClosures(_ closures: [(piece: HookPiece, position: HookPosition)]) {
        let state = state(of: nil)
        for (piece, position) in closures {
            var piece = piece
            piece.state = state
            add(.code(piece, canOnlyLook: false), at: position)
        }
    }

    private mutating func state(of function: ActionName?) -> Int {
        if function != nil, let known = states.firstIndex(of: function) { return known + 1 }
        states.append(function)
        return states.count
    }
}

extension [HookSpec] {
    /// Removes the hook from all actions.
    func remove(from host: ModuleHost) { host.registry.remove(map(\.id)) }
}

/// An aspect of a hook, which may have findings at the end of a run.
struct SpecifiedAspect: Sendable {
    let use: HookUse
    let aspect: Aspect
    /// Nil for an aspect that may change calls.
    let observer: (any Observer)?
    let findings: @Sendable () -> [Finding]
    /// True if it expects that calls come: some number of them, or those that were recorded.
    let isJudge: Bool
}

// MARK: - Around an action

extension HookSpec {
    /// The hook around an action; nil if it does not apply to the action.
    ///
    /// - Throws: the reason why the hook cannot be there: a rule forbids it, or its code does not fit the action.
    func hook(around action: Action, _ target: HookTarget, isPaused: Bool) throws(Diagnostic) -> ActionHook? {
        switch verdict(on: target) {
        case .notMeant, .passedOver, .unfit(_, isNamed: false): return nil
        case .refused(let mistake): throw mistake
        case .unfit(let mistake, isNamed: true): throw .condition(mistake)
        case .woven(let condition):
            var after = try pieces(after, .after, of: action)
            if let background { after.append(try background.piece(of: action)) }
            var hook = ActionHook(
                name: name, id: id, constraints: constraints, condition: when,
                before: try pieces(before, .before, of: action), instead: try pieces(instead, .instead, of: action),
                after: after, limits: CallLimits(condition: condition, scope: scope?.id, isOutermost: isOutermost),
                once: once,
                isReentrant: isReentrant, tolerance: tolerance,
                origin: reason(on: target, condition))
            hook.isPaused = isPaused
            return hook
        }
    }

    /// Marks calls of an action as the hook's scope; nil if they are not in it.
    func scopeMark(on target: HookTarget) -> ActionHook? {
        guard let scope, scope.pointcut.mismatch(with: target.candidate) == nil else { return nil }
        return .scope(scope.id, origin: origin)
    }

    private func pieces(
        _ parts: [HookPart], _ position: HookPosition, of action: Action
    ) throws(Diagnostic) -> [HookPiece] {
        var pieces: [HookPiece] = []
        for part in parts { pieces.append(try part.piece(at: position, of: action)) }
        return pieces
    }

    /// The reason why the hook is around an action.
    private func reason(on target: HookTarget, _ condition: BoundCallCondition?) -> String {
        var words = [origin]
        if let pattern = pointcut.pattern(for: target.candidate) { words.append("on \"\(pattern)\"") }
        if let condition { words.append("where \(condition.words)") }
        if let scope {
            let patterns = scope.pointcut.patterns.map { "\"\($0)\"" }
            words.append("during " + patterns.joined(separator: ", "))
        }
        return words.joined(separator: " ")
    }
}

extension HookSpec.Background {
    fileprivate func piece(of action: Action) throws(Diagnostic) -> HookPiece {
        var pieces: [BackgroundPiece] = []
        for part in parts { pieces.append(try part.piece(of: action)) }
        return queue.piece(pieces, of: action)
    }
}

extension Observer {
    fileprivate func enteredAny(_ call: any ObservedCall) -> UInt64 { entered(call) }
    fileprivate func leftAny(_ call: any ObservedCall, since state: UInt64) { left(call, since: state) }
}
