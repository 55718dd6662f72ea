// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// The order that `heddle plan` prints is the order in which `heddle run` calls.
@Suite("heddle plan and heddle run")
struct PlanOrderTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func behaviour(_ hooks: [String]) -> String {
        """
        { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
          "hooks": [\(hooks.joined(separator: ",\n"))],
          "steps": [{ "call": "probe.add", "with": [3, 4] }] }
        """
    }

    /// Hooks that log what they see under their names, with orders and neighbours that can all be met.
    private static func hooks(_ random: inout SeededGenerator) -> [String] {
        let names = (0..<Int.random(in: 1...6, using: &random)).map { "h\($0)" }
        let standing = names.shuffled(using: &random)
        return names.map { name in
            let log = "{ \"log\": { \"label\": \"\(name)\" } }"
            var keys = ["\"name\": \"\(name)\"", "\"on\": \"probe.add\""]
            let positions = ["before", "instead", "after"].filter { _ in Bool.random(using: &random) }
            for position in positions.isEmpty ? ["before"] : positions {
                keys.append("\"\(position)\": \(Int.random(in: 0...3, using: &random) == 0 ? "[\(log), \(log)]" : log)")
            }
            if positions.contains("after"), Bool.random(using: &random) { keys.append("\"when\": \"returned\"") }
            if Bool.random(using: &random) { keys.append("\"order\": \(Int.random(in: -2...2, using: &random))") }
            let place = standing.firstIndex(of: name) ?? 0
            if let inner = standing[(place + 1)...].randomElement(using: &random), Bool.random(using: &random) {
                keys.append("\"outside\": [\"\(inner)\"]")
            }
            if Int.random(in: 0...3, using: &random) == 0 { keys.append("\"where\": { \"argument.a\": 3 }") }
            return "{ \(keys.joined(separator: ", ")) }"
        }
    }

    /// The log of a call whose pieces run in the order of a plan. An `instead` appears again when it ends.
    private func logged(_ plan: String) -> [String] {
        let pieces = plan.split(separator: "\n").dropFirst().map { $0.split(separator: " ", maxSplits: 1) }.map {
            (position: $0[0], hook: $0.last?.split(separator: "\"").dropFirst().first.map(String.init) ?? "")
        }
        func hooks(_ position: String) -> [String] { pieces.filter { $0.position == position }.map(\.hook) }
        return (hooks("before") + hooks("instead")).map { "\($0) begins" }
            + (hooks("instead").reversed() + hooks("after")).map { "\($0) ends" }
    }

    private func called(_ run: Program.Ended) -> [String] {
        run.errors.split(separator: "\n").filter { $0.hasPrefix("info: ") }.map { line in
            let words = line.split(separator: " ")
            return "\(words[1]) \(line.contains("returned") ? "ends" : "begins")"
        }
    }

    @Test("agree on the order of hooks", arguments: 0..<12)
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let behaviour = behaviour(Self.hooks(&random))
        let plan = try bench.heddle("plan", behaviour: behaviour)
        let run = try bench.heddle("run", behaviour: behaviour)
        #expect(run.status == 0 && plan.status == 0, "\(run.errors)\(plan.errors)")
        #expect(!called(run).isEmpty)
        #expect(logged(plan.output) == called(run), "\(behaviour)\n\(plan.output)")
    }

    @Test("agree when a hook changes its place")
    func changed() throws {
        func lines(_ order: Int) throws -> (plan: [String], run: [String]) {
            let behaviour = behaviour([
                #"{ "name": "a", "on": "probe.add", "before": { "log": { "label": "a" } } }"#,
                #"{ "name": "b", "on": "probe.add", "order": \#(order), "before": { "log": { "label": "b" } } }"#,
            ])
            return (
                logged(try bench.heddle("plan", behaviour: behaviour).output),
                called(try bench.heddle("run", behaviour: behaviour))
            )
        }
        let (inside, outside) = (try lines(1), try lines(-1))
        #expect(inside.plan == ["a begins", "b begins"] && inside.run == inside.plan)
        #expect(outside.plan == ["b begins", "a begins"] && outside.run == outside.plan)
    }
}
