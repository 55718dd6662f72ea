// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing
import HeddleWeave

@Suite("Hooks of C, plain functions and closures")
struct HookOrderTests {
    private let weaving: Fixture
    private let trace = Trace()

    init() throws { weaving = try Fixture("Weaving") }

    private func hooks(_ symbols: String...) throws -> [HookPiece] {
        try symbols.map { try weaving.hook("hook_\($0)") }
    }

    private func log(_ action: Action, _ number: Int64 = 21) throws -> String {
        var ending = ""
        let log = try trace.record {
            let reply = try action.call(.whole(Int128(number)))
            ending = reply.failure?.code ?? reply.result?.kindDescription ?? "-"
        }
        return "\(log) \(ending)"
    }

    // T17, AS-01
    @Test("run in one order, whatever they are made of")
    func mixed() throws {
        let twice = try weaving.action("twice")
        try twice.hook(before: hooks("a"), after: hooks("a"))
        try twice.hook(before: [trace.piece("s")], after: [trace.piece("s")])
        try twice.hook(before: [weaving.plain("int plain_first(int64_t n)", at: .before, of: twice)])
        try twice.hook(before: hooks("b"), instead: hooks("b"), after: hooks("b"))
        try twice.hook(after: [weaving.plain("void plain_none(void)", at: .after, of: twice)])
        #expect(try log(twice) == "asp21bb[(x)]pbsa number 42")
    }

    @Test("of one position nest as they are listed")
    func lists() throws {
        let twice = try weaving.action("twice")
        try twice.hook(before: hooks("a", "b"), instead: hooks("a", "b"), after: hooks("a", "b"))
        #expect(try log(twice) == "aba[b[(x)]]ba number 42")
    }

    // T8, AJ-01
    @Test("that fail before keep the action from running, and the afters run")
    func failingBefore() throws {
        let twice = try weaving.action("twice")
        try twice.hook(before: hooks("a"), after: hooks("a"))
        try twice.hook(before: hooks("fails"), after: hooks("b"))
        try twice.hook(before: hooks("c"), after: hooks("c"))
        #expect(try log(twice) == "a!ba hooked")
    }

    // T8
    @Test("that fail after replace the outcome and keep the earlier failure")
    func failingAfter() throws {
        let refuse = try weaving.action("refuse")
        try refuse.hook(after: hooks("a"))
        try refuse.hook(after: hooks("fails"))
        try refuse.hook(after: [.closure { $0.fail(Failure(code: "swift", message: "third")) }])
        var failure: Failure?
        let log = try trace.record { failure = try refuse.call(1).failure }
        #expect(log == "(x)!a")
        #expect(failure?.code == "hooked")
        #expect(failure?.suppressed.map(\.code) == ["swift", "refused"])
    }

    // T15, AJ-02
    @Test("that answer after a failure recover the call")
    func recovery() throws {
        let refuse = try weaving.action("refuse")
        try refuse.hook(after: hooks("a"), condition: .returned)
        try refuse.hook(after: hooks("b"), condition: .failed)
        try refuse.hook(after: hooks("answers"))
        try refuse.hook(after: hooks("c"), condition: .failed)
        #expect(try log(refuse) == "(x)ca number 7")
    }

    // T12, SH-04, AS-13
    @Test("run instead of the action none, one or many times")
    func proceeding() throws {
        let twice = try weaving.action("twice")
        let outer = try twice.hook(instead: hooks("proceeds_twice"))
        try twice.hook(instead: hooks("a"))
        #expect(try log(twice) == "[a[(x)]a[(x)]] number 42")
        twice.remove(outer)
        let answering = try twice.hook(instead: hooks("answers"), order: -1)
        #expect(try log(twice) == " number 7")
        twice.remove(answering)
        try twice.hook(instead: hooks("skips"), order: -1)
        #expect(try log(twice) == " noResult")
    }

    // T13
    @Test("that neither proceed nor answer fail the call, also where there is no result")
    func voidSkip() throws {
        let quiet = try weaving.action("quiet")
        try quiet.hook(instead: hooks("skips"))
        let log = try trace.record { () throws in
            #expect(try quiet.call().failure?.code == "noResult")
        }
        #expect(log == "")
    }

    // T11
    @Test("cannot proceed before or after")
    func misplacedProceed() throws {
        let twice = try weaving.action("twice")
        let closure = HookPiece.closure { _ = $0.proceed() }
        try twice.hook(before: hooks("proceeds_anyway") + [closure], after: hooks("proceeds_anyway") + [closure])
        #expect(try log(twice) == "(x) number 42")
    }

    @Test("that answer before the body do not stand in for it")
    func earlyAnswer() throws {
        let twice = try weaving.action("twice")
        let refused = Mutex(false)
        let answer = HookPiece.closure { call in
            do { try call.answer(5) } catch { refused.withLock { $0 = true } }
        }
        try twice.hook(before: hooks("answers") + [answer])
        #expect(try log(twice) == "(x) number 42")
        #expect(refused.withLock { $0 })
        try twice.hook(instead: hooks("skips"))
        #expect(try log(twice) == " noResult")
    }

    // T9
    @Test(
        "that an exception leaves have failed, wherever they stand",
        arguments: ["hook_throws", "hook_throws_after_proceeding"])
    func exceptions(symbol: String) throws {
        let piece = try Fixture("Throwing").hook(symbol)
        for position in HookPosition.allCases {
            let twice = try weaving.action("twice")
            try twice.hook(before: hooks("a"), after: hooks("a"))
            try twice.hook(
                before: position == .before ? [piece] : [], instead: position == .instead ? [piece] : [],
                after: position == .after ? [piece] : [])
            let proceeds = position == .after || position == .instead && symbol != "hook_throws"
            #expect(try log(twice) == "a\(proceeds ? "(x)" : "")a exception")
        }
    }

    @Test("that are plain functions fail as they would when called")
    func plainFailures() throws {
        let twice = try weaving.action("twice")
        try twice.hook(
            before: [weaving.plain("void plain_fails(int64_t n)", at: .before, of: twice)], after: hooks("a"))
        #expect(try log(twice, 1) == "a plain")
        #expect(try log(twice, -1) == "(x)a number -2")
        let thrower = try Fixture("Throwing")
        let action = try thrower.action("throw_one")
        try action.hook(before: [thrower.plain("void plain_throws(int kind)", at: .before, of: action)])
        #expect(try action.call(0).failure?.message == "std::runtime_error: the plain hook threw")
    }
}
