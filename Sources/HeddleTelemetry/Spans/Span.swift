// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// A part of a run with its beginning and its end.
package struct Span: Sendable {
    /// Something that happened within a span.
    package struct Occurrence: Sendable {
        /// Its name, such as `exception`.
        package let name: String
        /// Nanoseconds since the epoch.
        package let time: Int64
        package let attributes: [TelemetryAttribute]

        package init(_ name: String, at time: Int64, _ attributes: [TelemetryAttribute]) {
            (self.name, self.time, self.attributes) = (name, time, attributes)
        }
    }

    let context: TraceContext
    let parent: TraceContext?
    /// True if the parent is of another program.
    let isParentRemote: Bool
    var name: String
    /// Nanoseconds since the epoch.
    var start: Int64
    var end: Int64
    var attributes: [TelemetryAttribute] = []
    var occurrences: [Occurrence] = []
    /// The reason why it counts as an error; nil if it does not.
    var error: String?

    /// The span in OTLP's JSON: names of traces and spans in hexadecimal digits, times as texts, enumerators as numbers.
    var otlp: Value {
        var members: [Value.Member] = [
            .init("traceId", .string(context.trace)), .init("spanId", .string(context.span)),
        ]
        if !context.state.isEmpty { members.append(.init("traceState", .string(context.state))) }
        if let parent { members.append(.init("parentSpanId", .string(parent.span))) }
        // The lowest bit says that the trace is recorded, the next two beyond the first byte whether the parent is remote.
        members += [
            .init("flags", .number(.integer(isParentRemote ? 0x301 : 0x101))), .init("name", .string(name)),
            .init("kind", .number(.integer(1))), .init("startTimeUnixNano", .string("\(start)")),
            .init("endTimeUnixNano", .string("\(max(start, end))")),
            .init("attributes", .array(attributes.map(\.otlp))),
        ]
        if !occurrences.isEmpty { members.append(.init("events", .array(occurrences.map(\.otlp)))) }
        if let error {
            let status: [Value.Member] = [.init("code", .number(.integer(2))), .init("message", .string(error))]
            members.append(.init("status", .object(status)))
        }
        return .object(members)
    }
}

extension Span.Occurrence {
    fileprivate var otlp: Value {
        .object([
            .init("timeUnixNano", .string("\(time)")), .init("name", .string(name)),
            .init("attributes", .array(attributes.map(\.otlp))),
        ])
    }
}
