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
            case summary
            case plan
            case other
        }

        let kind: Kind
        let json: String
    }

    case event(Event)
    case planned(Planned)
    case refused
    case ended(String)
    case listed
    /// Something that no worker writes.
    case noise

    init(_ line: String) {
        guard case .object(let members)? = try? JSONNode.read(SourceText(name: "worker", line)).value else {
            self = .noise
            return
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members.first(where: { $0.name == name })?.value { text } else { nil }
        }
        func flag(_ name: String) -> Bool? {
            if case .bool(let flag)? = members.first(where: { $0.name == name })?.value { flag } else { nil }
        }
        func number(_ name: String) -> Int? {
            guard case .number(let number)? = members.first(where: { $0.name == name })?.value else { return nil }
            return number.integer.flatMap(Int.init(exactly:))
        }
        func texts(_ name: String) -> [String] {
            guard case .array(let elements)? = members.first(where: { $0.name == name })?.value else { return [] }
            return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        switch text("worker") {
        case "planned":
            self = .planned(Planned(steps: number("steps") ?? 0, modules: texts("modules"), files: texts("files")))
        case "refused": self = .refused
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
                case "diagnostic": .diagnostic(.object(members))
                case "summary": .summary
                case "plan": .plan
                default: .other
                }
            self = .event(Event(kind: kind, json: line))
        default: self = .noise
        }
    }
}
