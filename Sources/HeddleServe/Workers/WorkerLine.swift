// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON

/// A line from a worker.
enum WorkerLine: Sendable {
    /// The plan that a worker has made.
    struct Planned: Sendable {
        let steps: Int
        let modules: [String]
        /// The files that it was made from beside the behaviour.
        let files: [String]
    }

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
    case planned(Planned)
    case refused
    /// The hash of a file is wanted.
    case hash(file: String)
    case ended(String)
    case listed
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
        func texts(_ name: String) -> [String] {
            guard case .array(let elements)? = content(name) else { return [] }
            return elements.compactMap { if case .text(let text) = $0.content { text } else { nil } }
        }
        switch text("worker") {
        case "planned":
            self = .planned(Planned(steps: number("steps") ?? 0, modules: texts("modules"), files: texts("files")))
        case "refused": self = .refused
        case "hash": self = .hash(file: text("file") ?? "")
        case "ended": self = .ended(text("ending") ?? "failed")
        case "listed": self = .listed
        case nil:
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
        default: self = .noise
        }
    }
}
