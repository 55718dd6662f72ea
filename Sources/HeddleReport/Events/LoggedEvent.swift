// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A message of a module or of the `log` aspect.
package struct LoggedEvent: Hashable, Sendable {
    /// Its level.
    package var level: MessageLevel
    /// The name of the module that says it; nil for what the `log` aspect writes.
    package var module: String?
    /// The text, unchecked.
    package var message: String
    /// The worker that runs the case, if there is one.
    package var worker: Int?

    /// Creates the event.
    package init(_ level: MessageLevel, _ message: String, from module: String? = nil, worker: Int? = nil) {
        self.level = level
        self.module = module
        self.message = message
        self.worker = worker
    }
}
