// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleSystem
import HeddleDeclarations
import HeddleForeign
import Heddle
import Synchronization

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
        Row(name: "hook, call and remove, one by one") { bench in
            let call = try bench.call(0)
            return try bench.time { try bench.change(around: call) }
        },
        Row(name: "the same beside a blocked call") { bench in
            let call = try bench.call(0)
            return try bench.besideBlockedCall { try bench.time { try bench.change(around: call) } }
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

    private func change(around call: PreparedCall) throws {
        for _ in names {
            let token = try host.hook("many.\(names[0])", .before) { _ in }
            call.invoke()
            token.remove()
        }
    }

    /// Runs a body while another thread waits inside of a hooked call.
    private func besideBlockedCall(_ body: () throws -> Double) throws -> Double {
        let state = BlockedCall()
        let token = try host.hook("many.\(names[1])", .before) { _ in state.wait() }
        let call = PreparedInThread(try self.call(1))
        Thread.detachNewThread { call.invoke() }
        state.waitUntilInside()
        defer {
            token.remove()
            state.end()
        }
        return try body()
    }

    private func time(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure { try body() }.nanoseconds
    }
}

/// A call that waits inside of a hook until it may end.
private final class BlockedCall: Sendable {
    private let isInside = Atomic(false)
    private let mayEnd = Atomic(false)

    func wait() {
        isInside.store(true, ordering: .releasing)
        while !mayEnd.load(ordering: .acquiring) { usleep(1000) }
    }

    func waitUntilInside() { while !isInside.load(ordering: .acquiring) { usleep(100) } }

    func end() { mayEnd.store(true, ordering: .releasing) }
}

/// A call that one other thread makes.
private final class PreparedInThread: @unchecked Sendable {
    private let call: PreparedCall

    init(_ call: PreparedCall) { self.call = call }

    func invoke() { call.invoke() }
}
