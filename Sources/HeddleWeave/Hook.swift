// SPDX-License-Identifier: Apache-2.0

/// A hook of one action, before it is woven into a chain.
///
/// `Code` is the code of one piece: a C function in the product, a closure or a letter in a test.
///
/// ## Topics
/// - ``Piece``
/// - ``Constraints``
/// - ``AfterCondition``
public struct Hook<Code> {
    /// The code of a hook in one position.
    public struct Piece {
        /// The code that runs.
        public let code: Code
        /// The number of its state. Pieces with the same number share a state, which is new in each call.
        public let state: Int
        /// True if it runs after each call that has entered its hook, whatever the hook's ``Hook/condition``.
        public let isUnconditional: Bool

        /// Creates a piece.
        public init(_ code: Code, state: Int = 0, isUnconditional: Bool = false) {
            self.code = code
            self.state = state
            self.isUnconditional = isUnconditional
        }
    }

    /// The name that other hooks refer to; nil if none does.
    public let name: String?
    /// The identity of the hook, also for the guard against meeting itself.
    public let id: UInt64
    /// Its place among the others.
    public let constraints: Constraints
    /// The pieces before the body, in this order.
    public let before: [Piece]
    /// The pieces in place of the body, outermost first.
    public let instead: [Piece]
    /// The pieces after the body, outermost first as in `before`, so that the first one runs last.
    public let after: [Piece]
    /// The calls that the `after` pieces run for.
    public let condition: AfterCondition
    /// True if it takes part only in some calls, which is decided at the beginning of a call; see
    /// ``Chain/conditional``.
    public let isConditional: Bool

    /// Creates a hook.
    public init(
        name: String? = nil, id: UInt64, constraints: Constraints = Constraints(), before: [Piece] = [],
        instead: [Piece] = [], after: [Piece] = [], condition: AfterCondition = .always,
        isConditional: Bool = false
    ) {
        self.name = name
        self.id = id
        self.constraints = constraints
        self.before = before
        self.instead = instead
        self.after = after
        self.condition = condition
        self.isConditional = isConditional
    }
}

/// The calls that an `after` runs for.
public enum AfterCondition: String, Sendable, CaseIterable {
    case always
    case returned
    case failed

    /// Returns whether they run for a call.
    @inlinable @inline(__always)
    public func holds(hasFailed: Bool) -> Bool {
        switch self {
        case .always: true
        case .returned: !hasFailed
        case .failed: hasFailed
        }
    }
}

/// The place of a hook among the others of its action.
public struct Constraints: Hashable, Sendable {
    /// Lower is further out; equals keep the order in which they were added.
    public let order: Double
    /// The names of hooks that must be further in.
    public let outside: [String]
    /// The names of hooks that must be further out.
    public let inside: [String]

    /// Creates constraints.
    public init(order: Double = 0, outside: [String] = [], inside: [String] = []) {
        self.order = order
        self.outside = outside
        self.inside = inside
    }

    /// True if the hook must be outside or inside of others.
    @inlinable
    public var namesNeighbours: Bool { !outside.isEmpty || !inside.isEmpty }
}

extension Hook: Sendable where Code: Sendable {}
extension Hook.Piece: Sendable where Code: Sendable {}
