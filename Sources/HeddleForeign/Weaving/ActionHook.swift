// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleWeave

/// A hook as it stands in an action: what is woven, and what its code refers to.
package struct ActionHook: Sendable {
    /// Where the hook comes from, for those who ask why it is there.
    package let origin: String
    /// What it consists of, by position, as people call it.
    package let labels: [HookPosition: [String]]
    /// Whether calls pass it over until it is resumed.
    package var isPaused = false
    /// What makes it run in one call only.
    package let once: OneShot?
    /// In which calls it takes part.
    package let limits: CallLimits
    let hook: Hook<HookCode>
    let owners: [any AnyObject & Sendable]

    /// Creates a hook from its pieces.
    ///
    /// - Parameters:
    ///   - limits: in which calls it takes part.
    ///   - once: for a hook that runs in one call only, and is removed when that ends.
    package init(
        name: String?, id: UInt64, constraints: Constraints = Constraints(), condition: AfterCondition = .always,
        before: [HookPiece] = [], instead: [HookPiece] = [], after: [HookPiece] = [], limits: CallLimits = .none,
        once: OneShot? = nil, origin: String
    ) {
        let before = before.limited(by: once).noted(.before, of: id, from: origin)
        let instead = instead.limited(by: once).noted(.instead, of: id, from: origin)
        let after = after.limited(by: once).noted(.after, of: id, from: origin)
        self.once = once
        self.limits = limits
        self.origin = origin
        labels = [.before: before.map(\.label), .instead: instead.map(\.label), .after: after.map(\.label)]
        hook = Hook(
            name: name, id: id, constraints: constraints, before: before.map(\.woven), instead: instead.map(\.woven),
            after: after.map(\.woven), condition: condition, isConditional: limits.exist)
        owners = (before + instead + after).flatMap(\.owners)
    }
}

extension ActionHook {
    /// A hook that does nothing, so that others can tell whether they run inside of a call of its action; see
    /// ``CallLimits/scope``.
    package static func scope(_ id: UInt64, origin: String) -> ActionHook {
        // Its order makes no difference.
        ActionHook(name: nil, id: id, origin: origin)
    }

    /// Whether it only marks calls as a scope.
    package var isScope: Bool { labels.values.allSatisfy(\.isEmpty) }
}

/// The same as what an action weaves.
struct ListedActionHook: ListedHook, Sendable {
    private(set) var shown: ActionHook

    init(_ shown: ActionHook) {
        self.shown = shown
    }

    var hook: Hook<HookCode> { shown.hook }
    var isPaused: Bool {
        get { shown.isPaused }
        set { shown.isPaused = newValue }
    }
}

extension [HookPiece] {
    fileprivate func limited(by shot: OneShot?) -> [HookPiece] {
        guard let shot else { return self }
        return map { $0.limited(by: OneShotPiece(shot, isBackground: $0.isBackground)) }
    }

    fileprivate func noted(_ position: HookPosition, of hook: UInt64, from origin: String) -> [HookPiece] {
        map { $0.noted(position, of: hook, from: origin) }
    }
}

extension ActionHook {
    /// Tells the hook from every other.
    package var id: UInt64 { hook.id }
    /// The hook's name.
    package var name: String? { hook.name }
    /// The number that orders it among its neighbours.
    package var order: Double { hook.constraints.order }
    /// Why it stands where it does among the others, such as `order 0, inside "seen"`.
    package var place: String {
        let number = order.description
        let words = ["order \(number.hasSuffix(".0") ? String(number.dropLast(2)) : number)"]
        let outside = hook.constraints.outside.map { "outside \"\($0)\"" }
        let inside = hook.constraints.inside.map { "inside \"\($0)\"" }
        return (words + outside + inside).joined(separator: ", ")
    }
}
