// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An action as aspects see it that are to be woven around it: what they check themselves against.
package protocol AspectTarget {
    /// The action's name.
    var name: ActionName { get }
    /// The action's declaration.
    var signature: Signature { get }
    /// The names that its module has for numbers.
    var constants: ConstantNames { get }
    /// Why hooks cannot set a result of their own; nil where they can.
    var resultObstacle: String? { get }
    /// True if the call writes into any of its arguments, or keeps or releases what they point to.
    var affectsArguments: Bool { get }
    /// Why a value cannot be the result; nil where it can. A nil value is the result of `void`.
    func misfit(ofResult value: Value?) -> String?
    /// Why calls cannot be answered with all that this says; nil where they can.
    func misfit(of answer: CallAnswer) -> String?
    /// Why a value cannot be put in place of an argument; nil where it can.
    ///
    /// - Parameter index: which of the parameters.
    func misfit(of value: Value, forParameter index: Int) -> String?
    /// Returns whether a parameter takes a pointer that is no value: a handle or a function.
    func takesHandle(at index: Int) -> Bool
}

/// An action that an aspect calls, such as one that answers whether a call may be made.
package struct AskedAction: Sendable {
    /// The action's declaration.
    package let signature: Signature
    /// Calls it through its hooks, on the calling thread.
    package let call: @Sendable ([Value]) -> Outcome

    /// Creates an action.
    package init(signature: Signature, call: @escaping @Sendable ([Value]) -> Outcome) {
        self.signature = signature
        self.call = call
    }
}

/// The services of a host for aspects.
package struct AspectServices: Sendable {
    /// Tells those who follow the run of an event with its value. Called on any thread.
    package var emit: @Sendable (String, Value) -> Void
    /// Finds an action by `module.action`; nil where there is none. Called when aspects are made.
    package var action: @Sendable (String) -> AskedAction?
    /// The number of the calling thread, which no other thread has while it lives.
    package var thread: @Sendable () -> UInt64
    /// The thread's current tracking, by any aspect.
    let tracking = TrackingThreads()

    /// Creates services; those that are not given do nothing, know no action and take all calls for one thread's.
    package init(
        emit: @escaping @Sendable (String, Value) -> Void = { _, _ in },
        action: @escaping @Sendable (String) -> AskedAction? = { _ in nil },
        thread: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.emit = emit
        self.action = action
        self.thread = thread
    }
}
