// SPDX-License-Identifier: Apache-2.0

/// The hooks of one action, woven: what runs, in the order in which it runs. Immutable.
///
/// ## Topics
/// - ``Step``
/// - ``AfterStep``
/// - ``names``
public struct Chain<Code> {
    /// One piece of a hook.
    public struct Step {
        /// How it is run.
        public let code: Code
        /// The hook that it belongs to; see ``Hook/id``.
        public let hook: UInt64
        /// Where its state in a call is kept, from 0.
        public let place: Int
        /// Whether the piece finds a state, leaves one, or neither.
        public let state: StateUse
    }

    /// A step that runs after the body.
    public struct AfterStep {
        /// What runs.
        public let step: Step
        /// How many `before` steps must have been entered for it to run; 0 for a hook without a `before`.
        public let needsEntered: Int
        /// Whether it asks for calls that returned, that failed, or for all.
        public let condition: AfterCondition
    }

    /// Outermost first.
    public let befores: [Step]
    /// Outermost first.
    public let insteads: [Step]
    /// Innermost first.
    public let afters: [AfterStep]
    /// The hooks, outermost first, by name where they have one.
    public let names: [String?]

    /// How many states a call keeps.
    public let states: Int

    /// Weaves hooks into a chain.
    ///
    /// - Throws: ``WeavingError`` when the constraints contradict each other.
    /// - Complexity: that of ``ordered(_:)``.
    public init(_ hooks: [Hook<Code>]) throws(WeavingError) {
        self.init(outermostFirst: try ordered(hooks))
    }

    init(outermostFirst hooks: [Hook<Code>]) {
        var places = StatePlaces()
        var befores: [Step] = []
        var insteads: [Step] = []
        var afters: [AfterStep] = []
        for hook in hooks {
            places.begin(hook)
            let earlier = befores.count
            befores += hook.before.map { Step($0, of: hook.id, places.use($0.state)) }
            insteads += hook.instead.map { Step($0, of: hook.id, places.use($0.state)) }
            afters += hook.after.map {
                AfterStep(
                    step: Step($0, of: hook.id, places.use($0.state)),
                    needsEntered: hook.entering($0).map { earlier + $0 + 1 } ?? 0,
                    condition: hook.condition)
            }
        }
        self.befores = befores
        self.insteads = insteads
        self.afters = afters.reversed()
        self.names = hooks.map(\.name)
        self.states = places.count
    }
}

extension Hook {
    /// Which `before` piece must have been entered for an `after` piece to run: the one that it shares a state with,
    /// or the hook's first; nil when the hook has none.
    fileprivate func entering(_ piece: Piece) -> Int? {
        before.firstIndex { $0.state == piece.state } ?? before.indices.first
    }
}

extension Chain.Step {
    init(_ piece: Hook<Code>.Piece, of hook: UInt64, _ use: (place: Int, state: StateUse)) {
        self.init(code: piece.code, hook: hook, place: use.place, state: use.state)
    }
}

extension Chain: Sendable where Code: Sendable {}
extension Chain.Step: Sendable where Code: Sendable {}
extension Chain.AfterStep: Sendable where Code: Sendable {}
