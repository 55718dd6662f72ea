// SPDX-License-Identifier: Apache-2.0

/// A message of a module or of the `log` aspect.
public struct LoggedEvent: Hashable, Sendable {
    /// How much a message matters, the least first.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        case debug, info, warning, error
    }

    /// How much it matters.
    public var level: Level
    /// The name of the module that says it; nil for what the `log` aspect writes.
    public var module: String?
    /// The text, unchecked.
    public var message: String
    /// The worker that runs the case, where there is one.
    public var worker: Int?

    /// Creates the event.
    public init(_ level: Level, _ message: String, from module: String? = nil, worker: Int? = nil) {
        self.level = level
        self.module = module
        self.message = message
        self.worker = worker
    }
}
