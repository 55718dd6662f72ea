// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle

/// Weaves the fixture's actions in each way that is measured, by the means that a host has: a behaviour for hooks in C,
/// ``Heddle/ModuleHost/hook(_:)`` for closures, ``Heddle/ModuleHost/prepare(_:_:)`` for calls.
struct Weaver {
    /// One way of weaving: a module of its own, so that its hooks are nobody else's.
    private struct Way {
        let row: String
        let module: String
        /// The behaviour's hooks, each as the positions that it takes.
        let hooks: [String]
        var closures = 0
        var engine = CallEngine.own
    }

    private static let ways = [
        Way(row: "woven, no hook", module: "plain", hooks: []),
        Way(row: "one before in C", module: "before", hooks: [before]),
        Way(row: "one before, one after in C", module: "two", hooks: [before, after]),
        Way(row: "one hook with both in C", module: "both", hooks: [both]),
        Way(row: "8 hooks in C", module: "eight", hooks: [before, before, before, before, after, after, after, after]),
        Way(row: "one instead in C, proceeds", module: "instead", hooks: [#""instead": "$.proceeds""#]),
        Way(row: "one before in Swift", module: "closure", hooks: [], closures: 1),
        Way(row: "tracked: 2 values, 3 providers", module: "tracked", hooks: [track]),
        Way(row: "libffi: no hook", module: "plain", hooks: [], engine: .libffi),
        Way(row: "libffi: one before, one after in C", module: "two", hooks: [before, after], engine: .libffi),
    ]
    private static let before = #""before": "$.nothing""#
    private static let after = #""after": "$.nothing""#
    private static let both = #""before": "$.nothing", "after": "$.nothing""#

    private static let track = """
        "after": { "track": {
          "label": "called", "data": { "result": "result", "status": "status" }, "to": ["run", "null", "zero"] } }
        """
    private static let providers = """
        { "run": "events", "null": { "file": "/dev/null" }, "zero": { "file": "/dev/zero" } }
        """

    private let hosts: [CallEngine: ModuleHost]
    /// Their hooks last as long as they.
    private let plans: [Plan]

    /// Loads the fixture once for each way, and weaves.
    init() throws {
        var hosts: [CallEngine: ModuleHost] = [:]
        var plans: [Plan] = []
        for engine in CallEngine.allCases {
            let host = ModuleHost(modulePath: [Environment.executableFolder ?? "."], calls: engine)
            let ways = Self.ways.filter { $0.engine == engine }
            let behaviour = SourceText(name: "the benchmark's behaviour", Self.behaviour(of: ways))
            plans.append(try Plan.read(behaviour, on: host, origin: .file(folder: ".")))
            for way in ways where way.closures > 0 { try host.hook("\(way.module).*", .before) { _ in } }
            hosts[engine] = host
        }
        self.hosts = hosts
        self.plans = plans
    }

    /// A prepared call of an action for each way.
    func calls(of action: String, with arguments: [Value]) throws -> [WovenSubject] {
        try Self.ways.map { way in
            guard let host = hosts[way.engine] else { throw WrongResult(subject: way.row) }
            let call = try host.prepare(ActionName(module: way.module, action: action), with: arguments)
            guard call.action.chain.count == way.hooks.count + way.closures else { throw WrongResult(subject: way.row) }
            return WovenSubject(name: way.row, call: call, plans: plans)
        }
    }

    /// Calls of `int add(int, int)` without hooks as a program writes them.
    func programs() throws -> [CallSubject] {
        guard let host = hosts[.own] else { throw WrongResult(subject: "a program") }
        let (typed, wide) = try (
            host.function("plain.add", as: ((Int32, Int32) -> Int32).self),
            host.function("plain.add", as: ((Int, Int) -> Int).self)
        )
        guard try host.call("plain.add", 1, 2) == 3, try typed(1, 2) == 3, try wide(1, 2) == 3 else {
            throw WrongResult(subject: "a program")
        }
        return [
            CallSubject(name: "a typed function of Int32") { calls in
                for call in 0..<calls { if (try? typed(1, Int32(truncatingIfNeeded: call))) == nil { return } }
            },
            CallSubject(name: "a typed function of Int") { calls in
                for call in 0..<calls { if (try? wide(1, call)) == nil { return } }
            },
            CallSubject(name: "host.call by name, two literals") { calls in
                for _ in 0..<calls {
                    let sum: Int? = try? host.call("plain.add", 1, 2)
                    if sum != 3 { return }
                }
            },
        ]
    }

    private static func behaviour(of ways: [Way]) -> String {
        let modules = ways.map { #""\#($0.module)": { "library": "BenchmarkFixture" }"# }
        let hooks = ways.flatMap { way in
            way.hooks.map { positions in
                #"{ "on": "\#(way.module).*", \#(positions.split(separator: "$").joined(separator: way.module)) }"#
            }
        }
        return """
            { "behaviour": 1, "modules": { \(modules.joined(separator: ", ")) },
              "tracking": { "providers": \(providers) },
              "hooks": [ \(hooks.joined(separator: ", ")) ], "steps": [] }
            """
    }
}
