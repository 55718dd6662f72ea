// SPDX-License-Identifier: Apache-2.0

public import Declarations
public import Weave

/// A hook as it stands in an action: what is woven, and what its code refers to.
public struct ActionHook: Sendable {
    /// Where the hook comes from, for those who ask why it is there.
    public let origin: String
    /// What it consists of, by position, as people call it.
    public let labels: [HookPosition: [String]]
    let hook: Hook<HookCode>
    let owners: [any AnyObject & Sendable]

    /// Creates a hook from its pieces.
    public init(
        name: String?, id: UInt64, constraints: Constraints = Constraints(), condition: AfterCondition = .always,
        before: [HookPiece] = [], instead: [HookPiece] = [], after: [HookPiece] = [], origin: String
    ) {
        self.origin = origin
        labels = [.before: before.map(\.label), .instead: instead.map(\.label), .after: after.map(\.label)]
        hook = Hook(
            name: name, id: id, constraints: constraints, before: before.map(\.woven), instead: instead.map(\.woven),
            after: after.map(\.woven), condition: condition)
        owners = (before + instead + after).compactMap(\.owner)
    }
}

extension ActionHook {
    /// Tells the hook from every other.
    public var id: UInt64 { hook.id }
    /// The hook's name.
    public var name: String? { hook.name }
    /// The number that orders it among its neighbours.
    public var order: Double { hook.constraints.order }
}
