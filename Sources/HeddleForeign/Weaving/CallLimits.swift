// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations

/// In which calls of its action a hook takes part, decided once when a call begins, so that its pieces agree.
package struct CallLimits: Sendable {
    /// The condition on the arguments of the caller; nil if any will do.
    package let condition: BoundCallCondition?
    /// The scope that the call must be inside of, directly or not and on the same thread: the identity of a hook that
    /// ``ActionHook/scope(_:origin:)`` made. Nil where it may be made from anywhere.
    package let scope: UInt64?

    /// True if the call may not be inside of another one of the same action, on the same thread.
    package let isOutermost: Bool

    /// Creates limits.
    package init(condition: BoundCallCondition? = nil, scope: UInt64? = nil, isOutermost: Bool = false) {
        self.condition = condition
        self.scope = scope
        self.isOutermost = isOutermost
    }

    /// Takes part in every call.
    package static let none = CallLimits()

    /// True if there are calls that a hook with these limits does not take part in.
    var exist: Bool { condition != nil || scope != nil || isOutermost }
}

extension NativeCall {
    /// Returns whether a hook takes part in this call.
    ///
    /// - Complexity: O(depth of the woven calls on this thread), and that of the condition.
    func isWithin(_ limits: CallLimits) -> Bool {
        if let scope = limits.scope, !isInside(scope) { return false }
        if limits.isOutermost, OuterCalls(of: self).contains(where: isOfSameAction) { return false }
        return limits.condition?.holds(for: CallView(native: self)) ?? true
    }

    /// Returns whether one of the calls that this one runs inside of has a scope.
    private func isInside(_ scope: UInt64) -> Bool {
        OuterCalls(of: self).contains { call in
            let chain = unsafe Unmanaged<WovenChain>.fromOpaque(call.frame.pointee.chain)
            return unsafe chain._withUnsafeGuaranteedRef { $0.scopes.contains(scope) }
        }
    }

    private func isOfSameAction(_ other: NativeCall) -> Bool {
        unsafe other.frame.pointee.action == frame.pointee.action
    }
}
