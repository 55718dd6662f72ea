// SPDX-License-Identifier: Apache-2.0

/// The hooks of one action in the order in which they run. Immutable.
///
/// ## Topics
/// - ``Step``
/// - ``AfterStep``
/// - ``names``
/// - ``turns``
public struct Chain<Code> {
    /// One piece of a hook.
    public struct Step {
        /// The code that runs.
        public let code: Code
        /// The hook that it belongs to; see ``Hook/id``.
        public let hook: UInt64
        /// The index of its state in a call, from 0.
        public let place: Int
        /// The use of the hook's state: the piece reads one, leaves one, or neither.
        public let state: StateUse
        /// The index of the flag that says if the hook takes part in the call, from 1 among the states; 0 if the hook
        /// always does.
        public let gate: Int
    }

    /// A step that runs after the body.
    public struct AfterStep {
        /// The piece that runs.
        public let step: Step
        /// The number of `before` steps that must have been entered for it to run; 0 for a hook without a `before`.
        public let needsEntered: Int
        /// The calls that it runs for: those that returned, those that failed, or all.
        public let condition: AfterCondition

        /// Returns whether it runs in every call in which another one runs, whatever that one does.
        public func follows(_ other: AfterStep) -> Bool {
            condition == .always && needsEntered <= other.needsEntered
        }

        @inlinable @inline(__always)
        func isDue(entered: Int, hasFailed: Bool) -> Bool {
            needsEntered <= entered && condition.holds(hasFailed: hasFailed)
        }
    }

    /// Outermost first.
    public let befores: [Step]
    /// Outermost first.
    public let insteads: [Step]
    /// Innermost first.
    public let afters: [AfterStep]
    /// The hooks, outermost first, by name where they have one.
    public let names: [String?]

    /// The number of states of a call, including gates.
    public let states: Int
    /// The hooks that take part only in some calls, by ``Hook/id``, with their gates; see ``Step/gate``.
    public let conditional: [(hook: UInt64, gate: Int)]

    /// Weaves hooks into a chain.
    ///
    /// - Throws: ``WeavingError`` if the constraints contradict each other.
    /// - Complexity: that of ``ordered(_:)``.
    public init(_ hooks: [Hook<Code>]) throws(WeavingError) {
        self.init(outermostFirst: try ordered(hooks))
    }

    private init(
        befores: [Step], insteads: [Step], afters: [AfterStep], names: [String?], states: Int,
        conditional: [(hook: UInt64, gate: Int)]
    ) {
        self.befores = befores
        self.insteads = insteads
        self.afters = afters
        self.names = names
        self.states = states
        self.conditional = conditional
    }

    @usableFromInline
    init(outermostFirst hooks: [Hook<Code>]) {
        var places = StatePlaces()
        var befores: [Step] = []
        var insteads: [Step] = []
        var afters: [AfterStep] = []
        var conditional: [(hook: UInt64, gate: Int)] = []
        for hook in hooks {
            places.begin(hook)
            let gate = hook.isConditional ? places.newGate() : 0
            if gate != 0 { conditional.append((hook.id, gate)) }
            let earlier = befores.count
            befores += hook.before.map { Step($0, of: hook.id, places.use($0.state), gate) }
            insteads += hook.instead.map { Step($0, of: hook.id, places.use($0.state), gate) }
            afters += hook.after.map {
                AfterStep(
                    step: Step($0, of: hook.id, places.use($0.state), gate),
                    needsEntered: hook.entering($0).map { earlier + $0 + 1 } ?? 0,
                    condition: $0.isUnconditional ? .always : hook.condition)
            }
        }
        self.befores = befores
        self.insteads = insteads
        self.afters = afters.reversed()
        self.names = hooks.map { $0.name }
        self.states = places.count
        self.conditional = conditional
    }
}

extension Chain {
    /// The same chain with its code in another form.
    public func map<Other>(_ transform: (Code) -> Other) -> Chain<Other> {
        func map(_ step: Step) -> Chain<Other>.Step {
            Chain<Other>.Step(
                code: transform(step.code), hook: step.hook, place: step.place, state: step.state, gate: step.gate)
        }
        return Chain<Other>(
            befores: befores.map(map), insteads: insteads.map(map),
            afters: afters.map {
                Chain<Other>.AfterStep(step: map($0.step), needsEntered: $0.needsEntered, condition: $0.condition)
            },
            names: names, states: states, conditional: conditional)
    }
}

extension Hook {
    /// The `before` piece that must have been entered for an `after` piece to run: the one that shares its state, or
    /// the first of the hook; nil if the hook has none.
    fileprivate func entering(_ piece: Piece) -> Int? {
        before.firstIndex { $0.state == piece.state } ?? before.indices.first
    }
}

extension Chain.Step {
    init(_ piece: Hook<Code>.Piece, of hook: UInt64, _ use: (place: Int, state: StateUse), _ gate: Int) {
        self.init(code: piece.code, hook: hook, place: use.place, state: use.state, gate: gate)
    }
}

extension Chain: Sendable where Code: Sendable {}
extension Chain.Step: Sendable where Code: Sendable {}
extension Chain.AfterStep: Sendable where Code: Sendable {}
