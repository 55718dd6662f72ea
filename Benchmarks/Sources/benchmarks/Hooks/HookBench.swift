// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import HeddleDeclarations
import HeddleForeign
import Heddle

/// A host with a module of ten thousand functions, `many_0000` to `many_9999`.
struct HookBench {
    let host: ModuleHost
    let names: [String]

    /// One thing that is measured.
    struct Row: Sendable {
        let name: String
        /// Does it to a new host, and returns how many nanoseconds it took.
        let measure: @Sendable (HookBench) throws -> Double
    }

    static let rows = [
        Row(name: "bind the actions, without hooks") { try $0.time($0.bindAll) },
        Row(name: "hook one action each, by name") { try $0.time($0.hookAll) },
        Row(name: "bind the actions after that") { bench in
            try bench.hookAll()
            return try bench.time(bench.bindAll)
        },
        Row(name: "hook one bound action each, by name") { bench in
            try bench.bindAll()
            return try bench.time(bench.hookAll)
        },
        Row(name: "remove them") { bench in
            try bench.bindAll()
            let tokens = try bench.tokens()
            return bench.time { for token in tokens { token.remove() } }
        },
        Row(name: "bind an action, all hooks on *.other_*") { bench in
            for name in bench.names { try bench.host.hook("*.other_\(name)_*", .before) { _ in } }
            return try bench.time { _ = try bench.call(0) }
        },
        Row(name: "hook one bound action, one by one") { bench in
            _ = try bench.call(0)
            return try bench.time {
                for _ in bench.names { try bench.host.hook("many.\(bench.names[0])", .before) { _ in } }
            }
        },
    ]

    /// Loads the module with this many of its functions declared.
    init(count: Int) throws {
        names = (0..<count).map { "many_" + String(String($0 + 10_000).dropFirst()) }
        host = ModuleHost(modulePath: [Environment.executableFolder ?? "."])
        _ = try host.module(
            "many", library: "BenchmarkFixture", declarations: names.map { "int \($0)(int a, int b)" })
    }

    /// A prepared call of one of the actions.
    func call(_ index: Int) throws -> PreparedCall {
        try host.prepare(
            ActionName(module: "many", action: names[index]), with: [.number(.integer(1)), .number(.integer(2))])
    }

    private func bindAll() throws {
        for index in names.indices { _ = try call(index) }
    }

    private func hookAll() throws { _ = try tokens() }

    private func tokens() throws -> [HookToken] {
        try names.map { try host.hook("many.\($0)", .before) { _ in } }
    }

    private func time(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure { try body() }.nanoseconds
    }
}
