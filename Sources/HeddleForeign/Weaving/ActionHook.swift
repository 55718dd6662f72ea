// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleWeave

/// A hook around one action: the hook that is woven, and in which calls it takes part.
package struct ActionHook: ListedHook, Sendable {
    /// The hook with its pieces.
    package let hook: Hook<HookPiece>
    /// The labels of the pieces by position.
    package let labels: [HookPosition: [String]]
    /// The origin of the hook, for those who ask why it is there.
    package let origin: String
    /// True while calls pass it over until it is resumed.
    package var isPaused = false
    /// Lets it run in one call only; nil for every other hook.
    package let once: OneShot?
    /// In which calls it takes part.
    package let limits: CallLimits

    /// Creates a hook from its pieces.
    ///
    /// - Parameters:
    ///   - limits: in which calls it takes part.
    ///   - once: for a hook that runs in one call only, and is removed when that ends.
    ///   - isReentrant: true if it takes part in calls that its own code makes.
    ///   - tolerance: what becomes of its failures; nil if they fail the call.
    package init(
        name: String?, id: UInt64, constraints: Constraints = Constraints(), condition: AfterCondition = .always,
        before: [HookPiece] = [], instead: [HookPiece] = [], after: [HookPiece] = [], limits: CallLimits = .none,
        once: OneShot? = nil, isReentrant: Bool = false, tolerance: FailureTolerance? = nil, origin: String
    ) {
        func woven(_ pieces: [HookPiece], _ position: HookPosition) -> [Hook<HookPiece>.Piece] {
            pieces.map { piece in
                let piece = once.map { piece.limited(by: OneShotPiece($0, isBackground: piece.isBackground)) } ?? piece
                return Hook.Piece(
                    piece.noted(position, of: id, from: origin, isReentrant: isReentrant, tolerance),
                    state: piece.state, isUnconditional: piece.isUnconditional)
            }
        }
        self.once = once
        self.limits = limits
        self.origin = origin
        labels = [.before: before.map(\.label), .instead: instead.map(\.label), .after: after.map(\.label)]
        hook = Hook(
            name: name, id: id, constraints: constraints, before: woven(before, .before),
            instead: woven(instead, .instead), after: woven(after, .after), condition: condition,
            isConditional: limits.exist)
    }
}

extension ActionHook {
    /// A hook that does nothing, so that others can tell whether they run inside of a call of its action; see
    /// ``CallLimits/scope``.
    package static func scope(_ id: UInt64, origin: String) -> ActionHook {
        // Its order makes no difference.
        ActionHook(name: nil, id: id, origin: origin)
    }

    /// True for a hook that only marks calls as a scope.
    package var isScope: Bool { labels.values.allSatisfy(\.isEmpty) }

    /// Tells the hook from every other.
    package var id: UInt64 { hook.id }
    /// The hook's name.
    package var name: String? { hook.name }
    /// The number that orders it among its neighbours.
    package var order: Double { hook.constraints.order }
    /// The reasons for its place among the others, such as `order 0, inside "seen"`.
    package var place: String {
        let number = order.description
        let words = ["order \(number.hasSuffix(".0") ? String(number.dropLast(2)) : number)"]
        let outside = hook.constraints.outside.map { "outside \"\($0)\"" }
        let inside = hook.constraints.inside.map { "inside \"\($0)\"" }
        return (words + outside + inside).joined(separator: ", ")
    }
}
