// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleOrders

/// A line from a worker.
enum WorkerLine: Sendable {
    /// An event of a run, as `heddle run --json` writes it.
    struct Event: Sendable {
        enum Kind: Sendable {
            case call(action: String, status: String, nanoseconds: UInt64)
            case expectation(holds: Bool)
            case diagnostic(Value)
            case plan
            case other
        }

        let kind: Kind
        let json: String
        let node: JSONNode
    }

    case event(Event)
    case answer(ServedAnswer)
    /// Something that no worker writes.
    case noise

    init(_ line: String) {
        // Only what is asked for is decoded: the result of a call may be long.
        guard let node = try? JSONNode.read(SourceText(name: "worker", line)), case .object(let members) = node.content
        else {
            self = .noise
            return
        }
        func content(_ name: String) -> JSONNode.Content? { members.first { $0.name == name }?.value.content }
        func text(_ name: String) -> String? { if case .text(let text)? = content(name) { text } else { nil } }
        func flag(_ name: String) -> Bool? { if case .bool(let flag)? = content(name) { flag } else { nil } }
        func number(_ name: String) -> Int? {
            guard case .number(let number)? = content(name) else { return nil }
            return number.integer.flatMap(Int.init(exactly:))
        }
        if ServedAnswer.isAnswer(node) {
            self = ServedAnswer(node).map { .answer($0) } ?? .noise
            return
        }
        let kind: Event.Kind =
            switch text("event") {
            case "call":
                .call(
                    action: text("call") ?? "", status: text("status") ?? "",
                    nanoseconds: UInt64(clamping: number("ns") ?? 0))
            case "expectation": .expectation(holds: flag("held") ?? true)
            case "diagnostic": .diagnostic(node.value)
            case "plan": .plan
            default: .other
            }
        self = .event(Event(kind: kind, json: line, node: node))
    }
}
