// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleTelemetry

/// Events as one body of a request.
struct EventBatch {
    let type: String
    let body: [UInt8]

    /// Lines of JSON, or an array. Each event begins with its name, which it keeps however often it is sent, and its time.
    static func json(_ events: ArraySlice<EventStore.Event>, of store: String, asArray: Bool) -> EventBatch {
        var body: [UInt8] = asArray ? [UInt8(ascii: "[")] : []
        for (index, event) in events.enumerated() {
            if asArray, index > 0 { body.append(UInt8(ascii: ",")) }
            body += "{\"id\":\"\(store)-\(event.number)\",\"time\":\"\(EventTime.text(event.time))\",".utf8
            body += event.line.dropFirst()
            if !asArray { body.append(UInt8(ascii: "\n")) }
        }
        if asArray { body.append(UInt8(ascii: "]")) }
        return EventBatch(type: asArray ? "application/json" : "application/x-ndjson", body: body)
    }

    /// A request of OTLP with a log record for each event.
    static func otlp(_ events: ArraySlice<EventStore.Event>, of store: String) -> EventBatch {
        let records = events.map { event -> Value in
            let line = members(of: event.line)
            let label = line.first { $0.name == "label" }?.value ?? .string("")
            var attributes = [
                TelemetryAttribute("heddle.event.id", "\(store)-\(event.number)"),
                TelemetryAttribute("heddle.action", line.first { $0.name == "action" }?.value ?? .null),
            ]
            if case .object(let data) = line.first(where: { $0.name == "data" })?.value {
                attributes += data.map { TelemetryAttribute("heddle.data.\($0.name)", $0.value) }
            }
            var members: [Value.Member] = [
                .init("timeUnixNano", .string("\(event.time)")),
                .init("observedTimeUnixNano", .string("\(event.time)")),
                .init("severityNumber", .number(.integer(9))), .init("severityText", .string("INFO")),
                .init("eventName", label), .init("body", label.otlp),
                .init("attributes", .array(attributes.map(\.otlp))),
            ]
            if case .string(let text)? = line.first(where: { $0.name == LineTrace.key })?.value,
                let trace = TraceContext(parent: text)
            {
                members += [
                    .init("traceId", .string(trace.trace)), .init("spanId", .string(trace.span)),
                    .init("flags", .number(.integer(trace.isSampled ? 1 : 0))),
                ]
            }
            return .object(members)
        }
        let logs = Value.object([.init("scope", TelemetryEnvelope.scope()), .init("logRecords", .array(records))])
        let resource = TelemetryEnvelope.resource([TelemetryAttribute("service.name", "heddle")])
        let whole = Value.object([
            .init(
                "resourceLogs",
                .array([.object([.init("resource", resource), .init("scopeLogs", .array([logs]))])]))
        ])
        var body: [UInt8] = []
        whole.appendJSON(to: &body)
        return EventBatch(type: "application/json", body: body)
    }

    /// A request of OTLP with spans, each of which is a line.
    static func spans(_ events: ArraySlice<EventStore.Event>) -> EventBatch {
        EventBatch(type: "application/json", body: SpanLine.request(events.map(\.line)))
    }

    private static func members(of text: [UInt8]) -> [Value.Member] {
        guard let node = try? JSONNode.read(SourceText(name: "an event", bytes: text)),
            case .object(let members) = node.value
        else { return [] }
        return members
    }
}

/// The member by which the line of an event says in which trace it was made.
enum LineTrace {
    static let key = "trace"

    /// The line with that member behind its others.
    static func added(_ trace: TraceContext, to line: [UInt8]) -> [UInt8] {
        let end = Array("}\n".utf8)
        guard line.ends(with: end) else { return line }
        return line.dropLast(end.count) + Array(",\"\(key)\":\"\(trace.parent)\"}\n".utf8)
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
