// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An aspect that only looks: it can never change an outcome, and it never fails.
///
/// One observer belongs to one hook and sees the calls of every action that the hook is woven around, on any thread
/// and on several at a time.
///
/// ## Topics
/// - ``AspectCatalog``
/// - ``AspectUse``
/// - ``Finding``
package protocol Observer: Sendable {
    /// Looks at a call before its body runs.
    ///
    /// - Returns: a value that ``left(_:since:)`` receives for the same call.
    func entered(_ call: some ObservedCall) -> UInt64

    /// Looks at a call after its body.
    ///
    /// - Parameter entered: the value that ``entered(_:)`` returned for this call; 0 if it was not called.
    func left(_ call: some ObservedCall, since entered: UInt64)

    /// Receives, when the plan is made, all actions that the patterns of its hook match.
    ///
    /// - Throws: ``AspectError`` if it does not fit these.
    func check(_ actions: [WovenAction]) throws(AspectError)

    /// The reason why it cannot look at calls from a thread of its own; nil if it can.
    var backgroundObstacle: String? { get }

    /// The findings so far, one for each action, in the order in which the actions were first seen.
    func findings() -> [Finding]
}

extension Observer {
    /// Accepts all actions.
    package func check(_ actions: [WovenAction]) throws(AspectError) {}

    /// Nothing keeps it from that.
    package var backgroundObstacle: String? { nil }
}

/// An action that a hook's patterns match.
package struct WovenAction: Hashable, Sendable {
    /// The action's name.
    package let name: ActionName
    /// The action's declaration.
    package let signature: Signature
    /// The constants of its module.
    let constants: ConstantNames

    /// Creates an action.
    package init(_ name: ActionName, _ signature: Signature, naming constants: ConstantNames = ConstantNames()) {
        self.name = name
        self.signature = signature
        self.constants = constants
    }
}

/// The sides of a call that an observer looks at.
package struct AspectUse: Hashable, Sendable {
    /// True if it looks before the body runs.
    package let enters: Bool
    /// True if it looks after the body.
    package let leaves: Bool

    /// Creates a use.
    package init(enters: Bool, leaves: Bool) {
        self.enters = enters
        self.leaves = leaves
    }

    /// The sides of a position: `instead` is around the body and has both.
    package init(_ position: HookPosition) {
        self.init(enters: position != .after, leaves: position != .before)
    }
}

/// The finding of an observer about one action.
package struct Finding: Hashable, Sendable {
    /// The action.
    package let action: ActionName
    /// The facts. A fact whose name ends in `Ns` is a time in nanoseconds.
    package let facts: [Value.Member]
    /// The expectation that did not hold, in words; nil if all held.
    package let objection: String?

    /// Creates a finding.
    package init(action: ActionName, facts: [Value.Member], objection: String? = nil) {
        self.action = action
        self.facts = facts
        self.objection = objection
    }
}

extension Value.Member {
    /// A fact that is a whole number.
    init(_ name: String, _ number: some BinaryInteger) {
        self.init(name, .number(.integer(Int128(number))))
    }
}
