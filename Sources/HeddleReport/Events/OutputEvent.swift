// SPDX-License-Identifier: Apache-2.0

/// Something that native code printed while a case ran.
public struct OutputEvent: Hashable, Sendable {
    /// Where it was printed to.
    public enum Stream: String, Hashable, Sendable {
        case output = "stdout"
        case error = "stderr"
    }

    /// Where it was printed to.
    public var stream: Stream
    /// What was printed, not necessarily whole lines; bytes that are no UTF-8 stand as U+FFFD.
    public var text: String
    /// The worker that runs the case, where there is one.
    public var worker: Int?

    /// Creates the event.
    public init(_ stream: Stream, _ text: String, worker: Int? = nil) {
        self.stream = stream
        self.text = text
        self.worker = worker
    }
}
