// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The findings of an aspect about one action in the whole run, such as the number of its calls.
package struct FindingEvent: Hashable, Sendable {
    /// The aspect's name, such as `count`.
    package var aspect: String
    /// The name of its hook, if it has one.
    package var hook: String?
    /// The action that was looked at.
    package var action: ActionName
    /// The facts. A fact whose name ends in `Ns` is a time in nanoseconds.
    package var facts: [Value.Member]
    /// The worker that runs the case, if there is one.
    package var worker: Int?

    /// Creates the event.
    package init(aspect: String, hook: String?, action: ActionName, facts: [Value.Member], worker: Int? = nil) {
        self.aspect = aspect
        self.hook = hook
        self.action = action
        self.facts = facts
        self.worker = worker
    }
}
