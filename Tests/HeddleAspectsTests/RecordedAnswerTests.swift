// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("The aspect answer with recorded calls")
struct RecordedAnswerTests {
    private let catalog = AspectCatalog()

    private func calls(_ calls: Value..., ordered: Bool? = nil) -> Value {
        .object([.init("calls", .array(calls))] + (ordered.map { [.init("ordered", .bool($0))] } ?? []))
    }

    private static let first = Value.options(["call": "z.add", "with": .integers(1, 2), "result": 3])
    private static let second = Value.options(["call": "z.add", "with": .integers(1, 2), "result": 4])
    private static let third = Value.options(["call": "z.add", "with": .options(["b": 9]), "result": 5])

    @Test("gives the answers of equal calls one behind the other, and each once")
    func sequence() throws {
        let answer = try catalog.interceptor("answer", calls(Self.first, Self.second))
        #expect(FakeInterception.run(through: answer) == .returned(3))
        #expect(FakeInterception.run(through: answer) == .returned(4))
        guard case .failed(let failure) = FakeInterception.run(through: answer) else {
            Issue.record("a third call was answered")
            return
        }
        #expect(failure.code == "unexpectedCall")
        #expect(failure.message.contains("call 1, used up already, would; all 2 recorded calls are used up"))
        #expect(numbers(answer.facts()) == ["calls": 3, "left": 0])
    }

    @Test("keeps the order unless it is told not to, and what is not named may be anything")
    func order() throws {
        let strict = try catalog.interceptor("answer", calls(Self.first, Self.third))
        guard case .failed = FakeInterception.run(FakeTarget(), [8, 9], through: strict) else {
            Issue.record("a call came before its turn")
            return
        }
        #expect(FakeInterception.run(through: strict) == .returned(3))
        #expect(FakeInterception.run(FakeTarget(), [8, 9], through: strict) == .returned(5))
        let free = try catalog.interceptor("answer", calls(Self.first, Self.third, ordered: false))
        #expect(FakeInterception.run(FakeTarget(), [8, 9], through: free) == .returned(5))
        #expect(FakeInterception.run(through: free) == .returned(3))
    }

    @Test("fails as the recorded call did")
    func failure() throws {
        let answer = try catalog.interceptor(
            "answer", calls(.options(["call": "z.add", "failure": .options(["code": "full", "message": "no room"])])))
        #expect(FakeInterception.run(through: answer) == .failed(Failure(code: "full", message: "no room")))
    }

    @Test("takes a name for the handle that it meets first, and for no other one")
    func handles() throws {
        func handle(_ id: UInt64) -> Value { .handle(Handle(id: id, type: "box")) }
        let answer = try catalog.interceptor(
            "answer",
            calls(
                .options(["call": "z.add", "with": .array([.handle(named: "a"), .handle(named: "b")]), "result": 1]),
                .options(["call": "z.add", "with": .array([.handle(named: "b"), .handle(named: "a")]), "result": 2])))
        #expect(FakeInterception.run(FakeTarget(), [handle(4), handle(5)], through: answer) == .returned(1))
        guard case .failed = FakeInterception.run(FakeTarget(), [handle(4), handle(5)], through: answer) else {
            Issue.record("a handle was taken for another one")
            return
        }
        #expect(FakeInterception.run(FakeTarget(), [handle(5), handle(4)], through: answer) == .returned(2))
    }

    @Test("does not show what is secret")
    func secrets() throws {
        let target = FakeTarget("int add(_Secret_ const char *a, int b)")
        let answer = try catalog.interceptor(
            "answer", calls(.options(["call": "z.add", "with": .array(["sesame", 2]), "result": 3])), around: target)
        guard case .failed(let failure) = FakeInterception.run(target, ["open", 2], through: answer) else {
            Issue.record("another secret was taken")
            return
        }
        #expect(failure.message.contains("z.add(<secret>, 2)"))
        #expect(!failure.message.contains("open") && !failure.message.contains("sesame"))
    }

    @Test(
        "is checked when the plan is made",
        arguments: [
            (Value.options(["calls": 1]), "calls"), (.options(["calls": .array([])]), "expected at least one element"),
            (.options(["calls": .array([1])]), "is a number, expected an object"),
            (
                .options(["calls": .array([.options(["with": .array([])])])]),
                "a recorded call needs the key \"call\""
            ),
            (.options(["calls": .array([.options(["call": "add"])])]), "is \"add\", expected \"module.action\""),
            (.options(["calls": .array([.options(["call": "z.add", "wiht": 1])])]), "wiht"),
            (
                .options(["calls": .array([.options(["call": "z.add", "with": 1])])]),
                "\"with\" of a recorded call is a number"
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "with": .integers(1)])])]),
                "has 1 argument, the declaration wants 2"
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "with": .options(["c": 1])])])]),
                "the argument \"c\", which the action does not have"
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "result": "misfit"])])]),
                "of call 1, text \"misfit\""
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "out": 1])])]),
                "\"out\" of a recorded call is a number"
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "errno": 0.5])])]),
                "\"errno\" of a recorded call is 0.5"
            ),
            (
                .options(["calls": .array([.options(["call": "z.add", "failure": .options(["code": "x"])])])]),
                "a failure needs the key \"message\""
            ),
            (.options(["calls": .array([first]), "result": 1]), "cannot be combined with"),
            (.options(["calls": .array([first]), "then": "last"]), "found no \"results\""),
            (.options(["ordered": true]), "says in which order recorded calls come"),
            (.options(["calls": .array([first]), "ordered": 1]), "ordered"),
        ])
    func mistakes(options: Value, words: String) {
        let mistake = catalog.mistake("answer", options)
        #expect(mistake?.contains(words) == true, "\(mistake ?? "no mistake")")
    }
}
