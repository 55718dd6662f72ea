// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An action that aspects are checked against before they are woven around it.
package protocol AspectTarget {
    /// The action's name.
    var name: ActionName { get }
    /// The action's declaration.
    var signature: Signature { get }
    /// The constants of its module.
    var constants: ConstantNames { get }
    /// The reason why hooks cannot set a result; nil if they can.
    var resultObstacle: String? { get }
    /// True if the call writes into an argument, or keeps or releases the memory that it points to.
    var affectsArguments: Bool { get }
    /// The reason why a value cannot be the result; nil if it can. A nil value is the result of `void`.
    func misfit(ofResult value: Value?) -> String?
    /// The reason why calls cannot get this answer; nil if they can.
    func misfit(of answer: CallAnswer) -> String?
    /// The reason why a value cannot replace an argument; nil if it can.
    ///
    /// - Parameter index: the index of the parameter.
    func misfit(of value: Value, forParameter index: Int) -> String?
    /// Returns whether a parameter takes a pointer without a value: a handle or a function.
    func takesHandle(at index: Int) -> Bool
}

/// An action that an aspect calls, such as the action of `guard`.
package struct AskedAction: Sendable {
    /// The action's declaration.
    package let signature: Signature
    /// Calls it through its hooks, on the calling thread.
    package let call: @Sendable ([Value]) -> Outcome
    /// Calls it without meeting its hooks, on the calling thread, and takes a part of its result. A pointer to a
    /// structure is followed to its members.
    package let ask: @Sendable ([Value], PartPath) -> Outcome

    /// Creates an action.
    ///
    /// - Parameter ask: nil for an action without hooks.
    package init(
        signature: Signature, call: @escaping @Sendable ([Value]) -> Outcome,
        ask: (@Sendable ([Value], PartPath) -> Outcome)? = nil
    ) {
        self.signature = signature
        self.call = call
        self.ask =
            ask ?? { arguments, part in
                let outcome = call(arguments)
                guard case .returned(let value?) = outcome, !part.isEmpty else { return outcome }
                return .returned(value.part(at: part))
            }
    }
}

/// A part of the configuration that the instance of a module is made from.
package enum ConfiguredPart: Sendable {
    /// The value; nil for a setting that may lack one and does.
    case value(Value?)
    /// A part of a secret setting.
    case secret
    /// There is no such part, in words.
    case absent(String, suggestion: String?)
}

/// The services of a host for aspects.
package struct AspectServices: Sendable {
    /// Sends an event of the run with its value. Called on any thread.
    package var emit: @Sendable (String, Value) -> Void
    /// Sends an event of the run with its JSON, which is made if somebody listens. Called on any thread.
    package var announce: @Sendable (String, () -> String) -> Void
    /// Returns whether somebody listens to the events of the run.
    package var isHeard: @Sendable () -> Bool
    /// True if ``announce`` sends events, and not ``emit``.
    let makesText: Bool
    /// Finds an action by `module.action`; nil if there is none. Called when aspects are made.
    package var action: @Sendable (String) -> AskedAction?
    /// Finds a part of the configuration of a module, by the module's name. Called when hooks are woven.
    package var configuration: @Sendable (String, PartPath) -> ConfiguredPart
    /// The number of the calling thread, unique while the thread lives.
    package var thread: @Sendable () -> UInt64
    /// The thread's current tracking, by any aspect.
    let tracking = TrackingThreads()

    /// Creates services. By default they do nothing, know no action, and treat all calls as calls of one thread.
    package init(
        emit: @escaping @Sendable (String, Value) -> Void = { _, _ in },
        announce: (@Sendable (String, () -> String) -> Void)? = nil,
        isHeard: @escaping @Sendable () -> Bool = { true },
        action: @escaping @Sendable (String) -> AskedAction? = { _ in nil },
        configuration: @escaping @Sendable (String, PartPath) -> ConfiguredPart = { module, _ in
            .absent("\(module) has no configuration", suggestion: nil)
        },
        thread: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.emit = emit
        self.announce = announce ?? { _, _ in }
        self.isHeard = isHeard
        makesText = announce != nil
        self.action = action
        self.configuration = configuration
        self.thread = thread
    }
}
