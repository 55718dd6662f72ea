// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A file that aspects append lines to. It takes them at once and writes them soon, in their order.
package protocol LineWriter: AnyObject, Sendable {
    /// Takes a line, on any thread.
    ///
    /// - Parameters:
    ///   - line: the line with its end, in UTF-8.
    ///   - number: the number of its event.
    ///   - losses: is told if the line is lost after this has returned; nil if nobody needs to know.
    /// - Returns: the reason why it will not be written; nil if it was taken.
    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String?

    /// Writes what was taken.
    func flush()
}

/// The events of one action that a file took and could not write.
package final class EventLosses: Sendable {
    private let state = Mutex((events: Set<UInt64>(), reason: String?.none))

    /// Notes that an event is lost. Called on any thread.
    package func lost(_ event: UInt64, because reason: String) {
        state.withLock { state in
            state.events.insert(event)
            state.reason = state.reason ?? reason
        }
    }

    /// Creates an account without losses.
    package init() {}

    /// The numbers of the events, and why the first one was lost.
    package var all: (events: Set<UInt64>, reason: String?) { state.withLock { $0 } }
}

/// Returns the writer for a place that a behaviour names. A file is created with the first line.
package typealias LineFiles = @Sendable (EventPlace) throws(LineFileRefusal) -> any LineWriter

/// The reason why lines cannot be written to a file.
package struct LineFileRefusal: Error, Hashable, Sendable {
    /// The errors.
    package let message: String
    /// The suggested correction.
    package let suggestion: String?

    /// Creates a refusal.
    package init(message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
