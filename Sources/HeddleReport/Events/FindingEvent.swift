// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// What an aspect found out about one action in the whole run, such as how often it was called.
public struct FindingEvent: Hashable, Sendable {
    /// The aspect's name, such as `count`.
    public var aspect: String
    /// The name of the hook that it was woven by, where it has one.
    public var hook: String?
    /// The action that was looked at.
    public var action: ActionName
    /// What was found out. A fact whose name ends in `Ns` is a time in nanoseconds.
    public var facts: [Value.Member]
    /// The worker that runs the case, where there is one.
    public var worker: Int?

    /// Creates the event.
    public init(aspect: String, hook: String?, action: ActionName, facts: [Value.Member], worker: Int? = nil) {
        self.aspect = aspect
        self.hook = hook
        self.action = action
        self.facts = facts
        self.worker = worker
    }
}
