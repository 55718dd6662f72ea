// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// Something that a module emitted through the host's table.
public struct EmittedEvent: Hashable, Sendable {
    /// The event's name, which is the module's choice.
    public var name: String
    /// What came with it.
    public var value: Value?
    /// The action that was running, where it is known.
    public var call: ActionName?
    /// The worker that runs the case, where there is one.
    public var worker: Int?

    /// Creates the event.
    public init(name: String, value: Value?, call: ActionName?, worker: Int? = nil) {
        self.name = name
        self.value = value
        self.call = call
        self.worker = worker
    }
}
