// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleJSON
import HeddleOrders
import HeddleTelemetry
import Testing

@Suite("What heddle serve tells a worker, and what that answers")
struct ServedOrderTests {
    /// Reads orders as a worker does.
    private func read(_ bytes: [UInt8]) -> [ServedOrder] {
        var rest = bytes[...]
        var orders: [ServedOrder] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let fields = rest[..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            rest = rest[(end + 1)...]
            let order = ServedOrder(fields.map { String(decoding: $0, as: UTF8.self) }) { count in
                guard rest.count >= count else { return nil }
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            }
            if let order { orders.append(order) }
        }
        return orders
    }

    @Test("arrives as it was sent, with lines and tabs in texts")
    func orders() {
        let sent: [ServedOrder] = [
            .include(SourceText(name: "hooks\tof a host", "{}\n\n")),
            .behaviour(SourceText(name: "b.json", "{\n\t}"), folder: "/tmp"),
            .behaviour(SourceText(name: "u", ""), folder: nil),
            .run(7, nil), .plan, .watch, .stop,
        ]
        let words = read(sent.flatMap(\.bytes)).map { order in
            switch order {
            case .include(let text): "include \(text.name) \(text.bytes.count)"
            case .behaviour(let text, let folder): "behaviour \(text.name) \(folder ?? "-") \(text.bytes.count)"
            case .run(let number, let place): "run \(number) \(place == nil)"
            case .plan: "plan"
            case .watch: "watch"
            case .stop: "stop"
            }
        }
        #expect(
            words == [
                "include hooks of a host 4", "behaviour b.json /tmp 4", "behaviour u - 0", "run 7 true", "plan",
                "watch", "stop",
            ])
    }

    @Test("has its place in a trace")
    func trace() throws {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let place = try #require(TracePlace(fields: [parent, "", "a=b"]))
        guard case .run(3, let read?)? = read(ServedOrder.run(3, place).bytes).first else {
            Issue.record("no run with a place")
            return
        }
        #expect(read.fields == place.fields)
    }

    @Test(
        "is nothing where it is no order", arguments: ["", "walk", "run", "behaviour\tb\t\tx", "include\ta\t9"])
    func noise(line: String) {
        #expect(read(Array("\(line)\n".utf8)).isEmpty)
    }

    @Test(
        "comes back as it was answered",
        arguments: [
            .planned(.init(steps: 3, modules: ["m"], files: ["a.json", "b \"c\".json"])), .refused,
            .ended(run: 7, "held"), .listed,
        ] as [ServedAnswer])
    func answers(answer: ServedAnswer) throws {
        let node = try JSONNode.read(SourceText(name: "worker", answer.json))
        #expect(ServedAnswer.isAnswer(node))
        #expect(ServedAnswer(node) == answer)
    }

    @Test(
        "is no answer where it is an event, or something else",
        arguments: [#"{"event": "call"}"#, #"{"worker": "what"}"#, "[]"])
    func others(line: String) throws {
        #expect(ServedAnswer(try JSONNode.read(SourceText(name: "worker", line))) == nil)
    }
}
