// SPDX-License-Identifier: Apache-2.0

/// Output of native code during a case.
package struct OutputEvent: Hashable, Sendable {
    /// The stream that it was printed to.
    package enum Stream: String, Hashable, Sendable {
        case output = "stdout"
        case error = "stderr"
    }

    /// The stream that it was printed to.
    package var stream: Stream
    /// The text, not necessarily whole lines. Bytes that are not UTF-8 are U+FFFD.
    package var text: String
    /// The worker that runs the case, if there is one.
    package var worker: Int?

    /// Creates the event.
    package init(_ stream: Stream, _ text: String, worker: Int? = nil) {
        self.stream = stream
        self.text = text
        self.worker = worker
    }
}
