// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An event that a module emitted through the host's table.
package struct EmittedEvent: Hashable, Sendable {
    /// The event's name, which is the module's choice.
    package var name: String
    /// The value of the event.
    package var value: Value?
    /// The action that was running, if it is known.
    package var call: ActionName?
    /// The worker that runs the case, if there is one.
    package var worker: Int?

    /// Creates the event.
    package init(name: String, value: Value?, call: ActionName?, worker: Int? = nil) {
        self.name = name
        self.value = value
        self.call = call
        self.worker = worker
    }
}
