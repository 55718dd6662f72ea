// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import Testing
import Workbench

@Suite("A host in Swift: hooks")
struct HostHookTests {
    private let bench: Bench
    private let trace = Trace()

    init() throws { bench = try Bench("probe") }

    private func add() throws -> CallResult { try bench.call("add", .integer(3), .integer(4)) }

    /// Notes a letter when it runs.
    @discardableResult
    private func letter(
        _ letter: String, _ position: HookPosition, on pattern: String = "probe.add", order: Double = 0
    ) throws -> HookToken {
        try bench.host.hook(pattern, position, order: order) { [trace] call in
            trace.note(letter)
            if position == .instead { call.proceed() }
        }
    }

    @Test("before runs from the outermost in, after from the innermost out")
    func order() throws {
        try letter("a", .before)
        try letter("b", .before)
        try letter("c", .before, order: -1)
        try letter("(", .instead)
        try letter("A", .after)
        try letter("B", .after)
        try letter("C", .after, order: -1)
        #expect(try add().result == .integer(7))
        #expect(trace.text == "cab(BAC")
    }

    @Test("A hook sees the call: its name, its arguments, its outcome and errno")
    func sees() throws {
        try bench.host.hook("probe.*", .before) { [trace] call in
            trace.note("\(call.name) \(call.arguments.map(\.json)) \(call.outcome == nil) ")
        }
        try bench.host.hook("probe.*", .after) { [trace] call in
            trace.note("\(call.outcome.map { "\($0)" } ?? "none") \(call.savedErrno) \(call.signature)")
        }
        _ = try bench.call("leave_errno", .integer(11))
        #expect(
            trace.text
                == "probe.leave_errno [\"11\"] true \(Outcome.returned(nil)) 11 void leave_errno(int32_t number)")
    }

    @Test("A hook may rewrite arguments, and the original ones stay readable")
    func rewriting() throws {
        try bench.host.hook("probe.add", .before) { call in try? call.setArgument(1, to: .integer(40)) }
        try bench.host.hook("probe.add", .after) { [trace] call in
            trace.note("\(call.arguments.map(\.json)) \(call.originalArguments.map(\.json))")
        }
        #expect(try add().result == .integer(43))
        #expect(trace.text == "[\"3\", \"40\"] [\"3\", \"4\"]")
        #expect(try add().result == .integer(43))
    }

    @Test("What a hook writes is checked; what does not fit changes nothing")
    func checkedWriting() throws {
        try bench.host.hook("probe.add", .before) { [trace] call in
            for (index, value) in [(0, Value.string("x")), (0, .integer(1 << 40)), (2, .integer(1))] {
                do throws(CrossingError) { try call.setArgument(index, to: value) } catch {
                    trace.note("\(error.expected); ")
                }
            }
        }
        try bench.host.hook("probe.add", .after) { [trace] call in
            do throws(CrossingError) { try call.answer(.bool(true)) } catch { trace.note(error.found) }
        }
        #expect(try add().result == .integer(7))
        let range = "a whole number from -2147483648 to 2147483647"
        #expect(trace.text == "\(range); \(range); an argument from 1 to 2; true")
    }

    @Test("instead may answer itself, proceed once or several times, or leave the call without a result")
    func instead() throws {
        let answering = try bench.host.hook("probe.add", .instead) { call in try? call.answer(.integer(-1)) }
        #expect(try add().result == .integer(-1))
        answering.remove()

        try letter("x", .before, on: "probe.same_text")
        let twice = try bench.host.hook("probe.same_text", .instead) { [trace] call in
            for _ in 0..<2 { trace.note("\(call.proceed() == .returned(.string("t")))") }
        }
        #expect(try bench.call("same_text", .string("t")).result == .string("t"))
        #expect(trace.text == "xtruetrue")
        twice.remove()

        try bench.host.hook("probe.add", .instead) { _ in }
        #expect(try add().failure?.code == "noResult")
    }

    @Test("A hook that fails stops the call; after hooks see the failure, keep it when they fail, and may recover")
    func failing() throws {
        let failing = try bench.host.hook("probe.add", .before) { $0.fail(Failure(code: "no", message: "not now")) }
        try letter("x", .before)
        try letter("A", .after, order: -1)
        let failure = try #require(try add().failure)
        #expect((failure.code, failure.message) == ("no", "not now"))
        #expect(trace.text == "A")

        let second = try bench.host.hook("probe.add", .after) { $0.fail(Failure(code: "late", message: "")) }
        #expect(try add().failure?.code == "late")
        #expect(try add().failure?.suppressed.map(\.code) == ["no"])
        second.remove()

        try bench.host.hook("probe.add", .after) { call in try? call.answer(.integer(0)) }
        #expect(try add().result == .integer(0))
        failing.remove()
    }

    @Test(
        "Tokens remove in any order, once each, and at the end the call is as it was",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]])
    func removing(order: [Int]) throws {
        let tokens = [try letter("a", .before), try letter("b", .before), try letter("c", .before)]
        var left = "abc"
        for index in order {
            #expect(tokens[index].remove())
            #expect(!tokens[index].remove())
            left.removeAll { $0 == Array("abc")[index] }
            let before = trace.text
            #expect(try add().result == .integer(7))
            #expect(trace.text == before + left)
        }
    }

    @Test("A hook stays when its token goes")
    func forgottenToken() throws {
        do { _ = try letter("a", .before) }
        _ = try add()
        #expect(trace.text == "a")
    }

    @Test("A hook that was added before its module is loaded is around it as well")
    func early() throws {
        let bench = try Bench()
        try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("early ") }
        try bench.host.hook("other.*", .before) { [trace] _ in trace.note("never") }
        try bench.host.module("probe")
        #expect(try bench.call("add", .integer(1), .integer(2)).result == .integer(3))
        #expect(trace.text == "early ")
    }

    @Test("library:NAME stands for all modules of one library")
    func byLibrary() throws {
        try bench.host.module("other", library: "probe")
        try letter("x", .before, on: "library:probe.add")
        _ = try add()
        _ = try bench.host.call(ActionName(module: "other", action: "add"), with: [.integer(1), .integer(1)])
        #expect(trace.text == "xx")
    }

    @Test("A call that a module makes through the host has its hooks, inside those of the call that makes it")
    func inside() throws {
        for (action, letters) in [("add_by_host", "()"), ("add", "[]")] {
            try letter(String(letters.prefix(1)), .before, on: "probe.\(action)")
            try letter(String(letters.suffix(1)), .after, on: "probe.\(action)")
        }
        try bench.host.hook("probe.add", .before) { call in try? call.setArgument(0, to: .integer(10)) }
        #expect(try bench.call("add_by_host", .integer(3), .integer(4)).result == .integer(14))
        #expect(trace.text == "([])")
    }

    @Test("A hook that makes the call that it hooks does not meet itself again")
    func reentry() throws {
        let host = bench.host
        try host.hook("probe.add", .before) { [trace] _ in
            trace.note("a")
            _ = try? host.call(ActionName(module: "probe", action: "add"), with: [.integer(1), .integer(1)])
        }
        try letter("b", .before)
        #expect(try add().result == .integer(7))
        #expect(trace.text == "abb")
    }

    @Test("A hook may remove itself, and others, while the call runs: that call still has them all")
    func removingInside() throws {
        let other = try letter("b", .before, order: 1)
        try bench.host.hook("probe.add", .before) { [trace] _ in
            trace.note("a")
            other.remove()
        }
        _ = try add()
        _ = try add()
        #expect(trace.text == "aba")
    }

    @Test("A pattern that is none is refused", arguments: ["", "probe", "probe.", ".add", "!probe", "library:add"])
    func patterns(pattern: String) throws {
        #expect(message { try bench.host.hook(pattern, .before) { _ in } } == "\"\(pattern)\" is not a pattern")
    }

    @Test("A hook may come before its module, and takes part once that is loaded")
    func pending() throws {
        let host = try Bench().host
        try host.hook("probe.add", .before, during: "probe.add_by_host") { [trace] _ in trace.note("a") }
        try host.hook("later.*", .before) { [trace] _ in trace.note("never") }
        try host.module("probe")
        let name = { ActionName(module: "probe", action: $0) }
        _ = try host.call(name("add"), with: [.integer(1), .integer(2)])
        #expect(trace.text == "")
        _ = try host.call(name("add_by_host"), with: [.integer(1), .integer(2)])
        #expect(trace.text == "a")
    }

    @Test("A closure cannot be around what is declared not to be hooked, and is told so by its whole name")
    func forbidden() throws {
        let host = try Bench().host
        try host.module(
            "probe",
            declarations: [
                "_Unhookable_ int32_t add(int32_t a, int32_t b)", "_ObserveOnly_ bool negate(bool value)",
            ])
        try host.hook("probe.*", .before) { [trace] call in trace.note("\(call.name.action) ") }
        _ = try host.call(ActionName(module: "probe", action: "add"), with: [.integer(1), .integer(2)])
        _ = try host.call(ActionName(module: "probe", action: "negate"), with: [.bool(true)])
        _ = try host.call(ActionName(module: "probe", action: "same_small"), with: [.integer(1)])
        #expect(trace.text == "same_small ")
        #expect(message { try host.hook("probe.add", .before) { _ in } } == "probe.add is declared _Unhookable_")
        #expect(
            message { try host.hook("probe.negate", .after) { _ in } }
                == "probe.negate is declared _ObserveOnly_, and this hook could change its calls")
    }
}
