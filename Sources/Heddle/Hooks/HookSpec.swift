// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleWeave

/// A hook as a behaviour or a program specifies it: which calls it is for, where it stands, and what it runs.
///
/// It is woven around every action that it matches, those that are bound later among them.
package struct HookSpec: Sendable {
    /// The actions inside of whose calls alone a hook takes part.
    struct Scope {
        let id = Registry.newID()
        let pointcut: Pointcut
    }

    /// Work on a thread of the hook's own.
    struct Background {
        let queue: BackgroundQueue
        /// Where the behaviour asks for it; nil for a program's hook.
        var range: SourceRange?
        var parts: [BackgroundPart] = []
    }

    /// Where a behaviour names the hook and its neighbours.
    struct Places {
        let hook: SourceRange
        let neighbours: SourceRange
    }

    /// Tells the hook from every other of the process.
    let id = Registry.newID()
    var name: String?
    let pointcut: Pointcut
    /// The condition for the arguments of a call; nil where any will do.
    var condition: CallCondition?
    var scope: Scope?
    var constraints = Constraints()
    /// Which calls the `after` parts see.
    var when = AfterCondition.always
    /// Lets it run in one call only; nil for every other hook.
    var once: OneShot?
    private(set) var before: [HookPart] = []
    private(set) var instead: [HookPart] = []
    private(set) var after: [HookPart] = []
    var background: Background?
    /// The aspects among its parts.
    private(set) var aspects: [SpecifiedAspect] = []
    /// The actions that the policy of a behaviour lets functions be around, by the names of their modules, `*` for
    /// every other module; nil where there is no policy.
    var permissions: [String: Pointcut]?
    /// Where it was written, for those who ask why it is there.
    let origin: String
    /// Nil for a program's hook.
    var places: Places?
    /// The users of each state; an observer has one of its own, a function shares one among its positions.
    private var states: [ActionName?] = []

    init(on pointcut: Pointcut, origin: String) {
        self.pointcut = pointcut
        self.origin = origin
    }

    /// The numbers that actions know it by.
    var ids: Set<UInt64> { Set([id] + (scope.map { [$0.id] } ?? [])) }

    /// Every action that it, or its scope, applies to falls under one of these.
    var keys: Set<HookKey> { pointcut.keys.union(scope?.pointcut.keys ?? []) }

    private var parts: [HookPart] { before + instead + after }

    /// True for a hook that cannot change a call.
    var canOnlyLook: Bool { parts.allSatisfy(\.canOnlyLook) }

    /// True for a hook that runs nothing once a call has begun.
    var isOnlyBefore: Bool { instead.isEmpty && after.isEmpty && background == nil }

    /// The modules whose functions it runs.
    var providers: Set<String> {
        Set((parts.compactMap(\.function) + (background?.parts ?? []).compactMap(\.function)).map(\.module.name))
    }

    /// True for a hook that is made for each action and may not fit one.
    var isFitted: Bool { !canOnlyLook || !providers.isEmpty }

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

    /// Adds an aspect that only looks. One that looks at the end of a call may have to look at its begin too.
    mutating func add(
        _ observer: some Observer, _ sides: AspectUse, of aspect: Aspect, _ use: HookUse, at position: HookPosition
    ) {
        aspects.append(
            SpecifiedAspect(use: use, aspect: aspect, observer: observer, findings: { observer.findings() }))
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
            SpecifiedAspect(use: use, aspect: aspect, observer: nil, findings: { interceptor.findings() }))
        add(.interceptor(interceptor, aspect), at: position)
    }

    private mutating func state(of function: ActionName?) -> Int {
        if function != nil, let known = states.firstIndex(of: function) { return known + 1 }
        states.append(function)
        return states.count
    }
}

extension [HookSpec] {
    /// Takes the hooks away from the actions that have them.
    func remove(from host: Host) { host.registry.remove(map(\.id)) }
}

/// An aspect of a hook, which may have something to say at the end of a run.
struct SpecifiedAspect: Sendable {
    let use: HookUse
    let aspect: Aspect
    /// Nil for an aspect that may change calls.
    let observer: (any Observer)?
    let findings: @Sendable () -> [Finding]
}

// MARK: - Around an action

extension HookSpec {
    /// The hook around an action; nil where it does not stand there.
    ///
    /// - Throws: why it cannot be there: by the rules, or as what it runs does not fit the action.
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
                after: after, limits: CallLimits(condition: condition, scope: scope?.id), once: once,
                origin: reason(on: target, condition))
            hook.isPaused = isPaused
            return hook
        }
    }

    /// Marks calls of an action as the hook's scope; nil where they are not.
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

    /// Why it is around an action.
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
