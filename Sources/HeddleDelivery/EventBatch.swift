// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

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
                attribute("heddle.event.id", .string("\(store)-\(event.number)")),
                attribute("heddle.action", line.first { $0.name == "action" }?.value ?? .null),
            ]
            if case .object(let data) = line.first(where: { $0.name == "data" })?.value {
                attributes += data.map { attribute("heddle.data.\($0.name)", $0.value) }
            }
            let members: [Value.Member] = [
                .init("timeUnixNano", .string("\(event.time)")),
                .init("observedTimeUnixNano", .string("\(event.time)")),
                .init("severityNumber", .number(.integer(9))), .init("severityText", .string("INFO")),
                .init("eventName", label), .init("body", any(label)), .init("attributes", .array(attributes)),
            ]
            return .object(members)
        }
        let scope = Value.object([.init("name", .string("heddle"))])
        let logs = Value.object([.init("scope", scope), .init("logRecords", .array(records))])
        let resource = Value.object([.init("attributes", .array([attribute("service.name", .string("heddle"))]))])
        let whole = Value.object([
            .init(
                "resourceLogs",
                .array([.object([.init("resource", resource), .init("scopeLogs", .array([logs]))])]))
        ])
        var body: [UInt8] = []
        whole.appendJSON(to: &body)
        return EventBatch(type: "application/json", body: body)
    }

    private static func members(of text: [UInt8]) -> [Value.Member] {
        guard let node = try? JSONNode.read(SourceText(name: "an event", bytes: text)),
            case .object(let members) = node.value
        else { return [] }
        return members
    }

    private static func attribute(_ key: String, _ value: Value) -> Value {
        .object([.init("key", .string(key)), .init("value", any(value))])
    }

    /// A value as OTLP writes one in JSON: whole numbers of 64 bits as texts, and what is greater as a decimal text.
    private static func any(_ value: Value) -> Value {
        func typed(_ type: String, _ value: Value) -> Value { .object([.init(type, value)]) }
        switch value {
        case .null: return .object([])
        case .bool: return typed("boolValue", value)
        case .number(let number):
            if let integer = number.integer {
                return typed(Int64(exactly: integer) == nil ? "stringValue" : "intValue", .string("\(integer)"))
            }
            return typed("doubleValue", value)
        case .string: return typed("stringValue", value)
        case .array(let elements):
            return typed("arrayValue", .object([.init("values", .array(elements.map(any)))]))
        case .object(let members):
            return typed(
                "kvlistValue", .object([.init("values", .array(members.map { attribute($0.name, $0.value) }))]))
        case .bytes, .handle: return typed("stringValue", .string(value.json))
        }
    }
}
