// SPDX-License-Identifier: Apache-2.0

/// All numbers of one kind, as Prometheus' text and OTLP both tell them.
struct MetricFamily: Sendable {
    /// The name of a label, and its value.
    typealias Label = (name: String, value: String)

    /// The numbers of one histogram.
    struct Distribution: Sendable {
        /// The numbers of values below each bound and above the one before; behind the last bound, of all others.
        var counts: [UInt64]
        var sum: Double
    }

    enum Points: Sendable {
        /// Values of now.
        case gauge([(labels: [Label], value: Int)])
        /// Counts since the host began.
        case counter([(labels: [Label], value: UInt64)])
        /// Measurements since the host began, in seconds.
        case histogram(bounds: [Double], [(labels: [Label], value: Distribution)])
    }

    /// The name in OpenTelemetry's way, such as `heddle.source.requests`.
    let name: String
    /// Its meaning, in words.
    let help: String
    let points: Points
}
