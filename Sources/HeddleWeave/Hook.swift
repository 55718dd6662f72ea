// SPDX-License-Identifier: Apache-2.0

/// A hook as it was added to an action, before it is woven.
///
/// `Code` is how one piece of it is run: a C function in the product, a closure or a letter in a test.
///
/// ## Topics
/// - ``Piece``
/// - ``Constraints``
/// - ``AfterCondition``
public struct Hook<Code> {
    /// One thing that a hook does in a position.
    public struct Piece {
        /// How it is run.
        public let code: Code
        /// Which of the hook's states it uses: pieces of the same number share one, in each call anew.
        public let state: Int

        /// Creates a piece.
        public init(_ code: Code, state: Int = 0) {
            self.code = code
            self.state = state
        }
    }

    /// Known to its neighbours by this name; nil for one that nobody refers to.
    public let name: String?
    /// Tells the hook from every other; the guard against meeting itself goes by it.
    public let id: UInt64
    /// Where it stands among the others.
    public let constraints: Constraints
    /// Run before the body, in this order.
    public let before: [Piece]
    /// Run instead of the body, the first outermost.
    public let instead: [Piece]
    /// Run after the body; as in `before` the first is the outermost, and so runs last.
    public let after: [Piece]
    /// When the `after` pieces run.
    public let condition: AfterCondition
    /// True if it takes part in some calls only, which is decided when a call begins; see ``Chain/conditional``.
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

/// When an `after` runs.
public enum AfterCondition: String, Sendable, CaseIterable {
    case always
    case returned
    case failed

    @inlinable @inline(__always)
    func holds(hasFailed: Bool) -> Bool {
        switch self {
        case .always: true
        case .returned: !hasFailed
        case .failed: hasFailed
        }
    }
}

/// Where a hook stands among the others of its action.
public struct Constraints: Hashable, Sendable {
    /// Lower is further out; equals keep the order in which they were added.
    public let order: Double
    /// Names of hooks that it must stand outside of.
    public let outside: [String]
    /// Names of hooks that it must stand inside of.
    public let inside: [String]

    /// Creates constraints.
    public init(order: Double = 0, outside: [String] = [], inside: [String] = []) {
        self.order = order
        self.outside = outside
        self.inside = inside
    }

    /// True for a hook that must stand outside or inside of others.
    @inlinable
    public var namesNeighbours: Bool { !outside.isEmpty || !inside.isEmpty }
}

extension Hook: Sendable where Code: Sendable {}
extension Hook.Piece: Sendable where Code: Sendable {}
