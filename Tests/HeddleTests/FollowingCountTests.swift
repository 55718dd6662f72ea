// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Arguments that only count others")
struct FollowingCountTests {
    private static let declarations = [
        "int memcmp(_In_reads_bytes_(n) const void *a, _In_reads_bytes_(n) const void *b, size_t n)",
        "typedef int order(_In_ const int *a, _In_ const int *b)",
        "void qsort(_Inout_updates_(n) int *base, size_t n, size_t size, order *order)",
        "size_t strnlen(const char *s, size_t n)",
        "void *memset(_Out_writes_bytes_(n) void *bytes, int value, size_t n)",
    ]
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.host.module("c", library: "libc.so.6", declarations: Self.declarations)
    }

    @Test("may be left out by position, as by name, all of them")
    func leftOut() throws {
        let equal: Int32 = try bench.host.call("c.memcmp", "abc", "abc")
        let begin: Int32 = try bench.host.call("c.memcmp", "abc", "abd", 2)
        #expect(equal == 0 && begin == 0)
        let sorted = try bench.host.call(
            "c.qsort", with: [[3, 1, 2], 4, .object([.init("callback", .object([.init("compute", "*a - *b")]))])])
        #expect(sorted.out.first?.value == [1, 2, 3])
        let unequal = message { try bench.host.call("c.memcmp", "abc", "ab") }
        #expect(unequal?.contains("3 bytes, as many as argument 1 (a) has: n counts both") == true, "\(unequal ?? "")")
    }

    @Test("count values that are not known before the run, in expressions too")
    func unknown() throws {
        let host = ModuleHost()
        let text = """
            { "behaviour": 1, "modules": {
                "c": { "library": "libc.so.6",
                  "declarations": ["void *memset(_Out_writes_bytes_(n) void *bytes, int value, size_t n)"] },
                "less": { "library": "libc.so.6", "declarations": [
                  "int memcmp(_In_reads_bytes_(60 / n - n) const void *a, _In_reads_bytes_(n) const void *b, size_t n)"
                ] } },
              "steps": [
                { "call": "c.memset", "with": [97, 5], "save": { "few": "out.bytes" } },
                { "call": "less.memcmp", "with": ["aaaaaaa", { "ref": "few" }], "expect": { "result": 0 } },
                { "call": "c.memset", "with": [97, 12], "save": { "many": "out.bytes" } },
                { "call": "less.memcmp", "with": ["aaaaaaa", { "ref": "many" }] } ] }
            """
        let plan = try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: "."))
        defer { plan.end() }
        let events = bench.runAllWays(plan).events
        let calls = events.compactMap { event in if case .call(let call) = event { call } else { nil } }
        #expect(calls.count == 4)
        #expect(calls.dropLast().allSatisfy { if case .returned = $0.status { true } else { false } })
        guard case .failed(let failure)? = calls.last?.status else {
            Issue.record("the last one has not failed")
            return
        }
        #expect(failure.message.contains("60 / n - n = 60 / 12 - 12 = -7"))
    }

    @Test("are the only ones that may: a number that counts nothing which is given is needed")
    func needed() throws {
        for (call, words) in [
            (["abc"], "c.memcmp takes 3 arguments, or 2 without n, 1 is given"),
            (["abc", "abc", 1, 2], "c.memcmp takes 3 arguments, or 2 without n, 4 are given"),
        ] as [([Value], String)] {
            #expect(message { _ = try bench.host.call("c.memcmp", with: call) } == words)
        }
        #expect(message { try bench.host.call("c.strnlen", "abc") } == "c.strnlen takes 2 arguments, 1 is given")
        #expect(message { try bench.host.call("c.memset", 1) } == "c.memset takes 2 arguments, 1 is given")
    }

    @Test("have their values in events, and in expectations, in a run with such steps and others")
    func run() throws {
        let steps = [
            #"[[3, 1, 2], 3, 4, ORDER]"#, #"[[3, 1, 2], 4, ORDER]"#,
            #"{ "base": [3, 1, 2], "size": 4, "order": ORDER }"#,
        ]
        .map { arguments in
            let given = arguments.replacing("ORDER", with: #"{ "callback": { "compute": "*a - *b" } }"#)
            return #"{ "call": "c.qsort", "with": \#(given), "expect": { "argument.n": 3, "out.base": [1, 2, 3] } }"#
        }
        let declarations = Value.array(Self.declarations.map { .string($0) }).json
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": \(declarations) } },
              "steps": [\(steps.joined(separator: ", "))] }
            """
        let other = try Bench()
        let plan = try Plan.read(SourceText(name: "sorting.json", text), on: other.host, origin: .file(folder: "."))
        let (ending, events) = other.runAllWays(plan)
        #expect(ending == .held)
        let calls = events.compactMap { event in if case .call(let call) = event { call.arguments } else { nil } }
        #expect(calls.count == 3 && calls.allSatisfy { $0 == calls[0] }, "\(calls)")
    }
}
