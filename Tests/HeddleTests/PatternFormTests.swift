// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Heddle
import Testing
import Workbench

@Suite("A host in Swift: hooks by every form of pattern")
struct PatternFormTests {
    private static let patterns = [
        "probe.add", "*.add", "probe.*", "*.*", "library:probe.add", "library:probe.*", "pro*.a*d", "prob*.add",
    ]
    private static let strangers = [
        "probe.multiply", "other.add", "*.multiply", "other.*", "library:other.add", "p.a*",
    ]

    private let bench: Bench
    private let trace = Trace()

    init() throws { bench = try Bench("probe") }

    private func hookAll() throws -> [HookToken] {
        try zip(Self.patterns, Self.strangers + Self.strangers).enumerated().map { index, pair in
            try bench.host.hook(pair.1, .before) { [trace] _ in trace.note("!") }
            return try bench.host.hook(pair.0, .before) { [trace] _ in trace.note("\(index)") }
        }
    }

    private func called() throws -> String {
        let before = trace.text.count
        _ = try bench.call("add", .integer(3), .integer(4))
        return String(trace.text.dropFirst(before))
    }

    @Test("they run in the order in which they were added, whether the action was bound before or is bound later")
    func order() throws {
        _ = try hookAll()
        #expect(try called() == "01234567")
        _ = try hookAll()
        #expect(try called() == "0123456701234567")
    }

    @Test("each is paused, resumed and removed for itself")
    func tokens() throws {
        let tokens = try hookAll()
        for (index, token) in tokens.enumerated() {
            let others = "01234567".replacing("\(index)", with: "")
            #expect(token.pause())
            #expect(try called() == others)
            #expect(token.resume() && !token.resume())
            #expect(try called() == "01234567")
        }
        for (index, token) in tokens.enumerated() {
            #expect(token.remove() && !token.remove() && !token.pause())
            #expect(try called() == "01234567".dropFirst(index + 1))
        }
    }

    @Test("one that is removed before its action is bound is not there")
    func early() throws {
        let tokens = try hookAll()
        for token in tokens.dropFirst(2) { token.remove() }
        #expect(try called() == "01")
    }

    @Test("a hook of thousands finds its action, and no other does")
    func thousands() throws {
        for number in 0..<5000 {
            try bench.host.hook(
                CallHook(on: "probe.add_\(number)").optional().before { [trace] _ in trace.note("!") })
        }
        try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("x") }
        #expect(try called() == "x")
    }

    @Test("thousands around one action all run, and all go")
    func aroundOne() throws {
        let tokens = try (0..<3000).map { _ in
            try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("x") }
        }
        #expect(try called().count == 3000)
        for token in tokens.reversed() { token.remove() }
        #expect(try called() == "")
    }
}
