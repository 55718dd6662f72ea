// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleSystem
import HeddleTelemetry
import Logging
import Synchronization

/// The messages of the log that wait for a collector. Their number is bounded: what comes when there is no room is left
/// out, and counted. On standard error they stand in any case.
final class LogRecords: Sendable {
    private struct State {
        var waiting: [Value] = []
        /// The number of messages that were left out since the last one that was not.
        var leftOut = 0
    }

    /// The largest number of messages that wait, and of those that are sent at once: those of OpenTelemetry.
    private static let (capacity, batch) = (2_048, 512)

    private let state = Mutex(State())

    /// A handler that keeps the messages of a logger here.
    func handler() -> any LogHandler { RecordingHandler(records: self) }

    fileprivate func add(_ event: LogEvent, _ metadata: Logger.Metadata) {
        state.withLock { state in
            guard state.waiting.count < Self.capacity else {
                state.leftOut += 1
                return
            }
            if state.leftOut > 0 {
                let number = counted(state.leftOut, "message was", plural: "messages were")
                let words = "\(number) left out: the collector did not take those before in time"
                state.waiting.append(Self.record(.warning, words, [:]))
                state.leftOut = 0
            }
            let all = metadata.merging(event.metadata ?? [:]) { _, own in own }
            state.waiting.append(Self.record(event.level, "\(event.message)", all))
        }
    }

    /// The first messages that wait; empty if there are none.
    var first: [Value] { state.withLock { Array($0.waiting.prefix(Self.batch)) } }

    /// Forgets the first messages.
    func remove(_ count: Int) { state.withLock { $0.waiting.removeFirst(min(count, $0.waiting.count)) } }

    /// Records as a request of OTLP.
    static func request(_ records: [Value], of resource: [TelemetryAttribute], version: String) -> Value {
        let scope = Value.object([
            .init("scope", TelemetryEnvelope.scope(version: version)), .init("logRecords", .array(records)),
        ])
        return .object([
            .init(
                "resourceLogs",
                .array([
                    .object([
                        .init("resource", TelemetryEnvelope.resource(resource)), .init("scopeLogs", .array([scope])),
                    ])
                ]))
        ])
    }

    private static func record(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> Value {
        let time = Value.string("\(WallClock.nanoseconds)")
        let attributes = metadata.sorted { $0.key < $1.key }.map { key, value in
            TelemetryAttribute("heddle.\(key)", "\(value)").otlp
        }
        return .object([
            .init("timeUnixNano", time), .init("observedTimeUnixNano", time),
            .init("severityNumber", .int(level.severity)), .init("severityText", .string("\(level)".uppercased())),
            .init("body", Value.string(message).otlp), .init("attributes", .array(attributes)),
        ])
    }
}

private struct RecordingHandler: LogHandler {
    let records: LogRecords
    /// The logger has its own level, and asks this one only above it.
    var logLevel = Logger.Level.trace
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { records.add(event, metadata) }
}

extension Logger.Level {
    /// The number of OpenTelemetry for the level.
    fileprivate var severity: Int {
        switch self {
        case .trace: 1
        case .debug: 5
        case .info: 9
        case .notice: 10
        case .warning: 13
        case .error: 17
        case .critical: 21
        }
    }
}
