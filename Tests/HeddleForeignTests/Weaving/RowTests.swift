// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import HeddleWeave

@Suite("Hooks of C, one behind the other")
struct RowTests {
    private let weaving: Fixture
    private let trace = Trace()

    init() throws { weaving = try Fixture("Weaving") }

    /// Hooks around an action, outermost first: each letter before and after, `!` one that fails.
    private func hook(_ action: Action, _ letters: String) throws {
        for letter in letters {
            let piece = try weaving.hook(letter == "!" ? "hook_fails" : "hook_\(letter)")
            try action.hook(before: [piece], after: letter == "!" ? [] : [piece])
        }
    }

    private func log(_ action: Action) throws -> (text: String, failure: Failure?) {
        var failure: Failure?
        return (try trace.record { failure = try action.call(21).failure }, failure)
    }

    @Test(
        "run up to the first that fails, wherever it stands, and what was entered is left",
        arguments: [("!abc", "!"), ("a!bc", "a!a"), ("ab!c", "ab!ba"), ("abc!", "abc!cba"), ("abc", "abc(x)cba")])
    func failing(letters: String, expected: String) throws {
        let twice = try weaving.action("twice")
        try hook(twice, letters)
        let (text, failure) = try log(twice)
        #expect(text == expected)
        #expect(failure?.code == (letters.contains("!") ? "hooked" : nil))
    }

    @Test("all run after the body, also when several of them fail")
    func failingAfters() throws {
        let refuse = try weaving.action("refuse")
        for symbol in ["a", "fails", "b", "fails", "fails", "c"] {
            try refuse.hook(after: [weaving.hook("hook_\(symbol)")])
        }
        let (text, failure) = try log(refuse)
        #expect(text == "(x)c!!b!a")
        #expect(failure?.suppressed.map(\.code) == ["hooked", "hooked", "refused"])
    }

    @Test("are asked at their place for the outcome that they want")
    func conditions() throws {
        let twice = try weaving.action("twice")
        let afters: [(symbol: String, condition: AfterCondition)] = [
            ("a", .always), ("b", .failed), ("b", .returned), ("fails", .always),
        ]
        for (symbol, condition) in afters {
            try twice.hook(after: [weaving.hook("hook_\(symbol)")], condition: condition)
        }
        try twice.hook(after: [weaving.hook("hook_c")], condition: .returned)
        try twice.hook(after: [weaving.hook("hook_a")], condition: .failed)
        #expect(try log(twice).text == "(x)c!ba")
    }

    @Test("that an exception leaves end the row there, and the others keep their states")
    func exception() throws {
        let twice = try weaving.action("twice")
        let throwing = try Fixture("Throwing").hook("hook_throws")
        for piece in try [weaving.hook("stateful_a"), weaving.hook("stateful_b"), throwing, weaving.hook("stateful_c")]
        {
            try twice.hook(before: [piece], after: [piece])
        }
        let (text, failure) = try log(twice)
        #expect(text == "b21 a21 ")
        #expect(failure?.code == "exception")
        #expect(failure?.suppressed.map(\.code) == ["exception"])
    }

    @Test("begin with no state, whatever the hook ahead of them has left")
    func states() throws {
        let twice = try weaving.action("twice")
        let stateful = try weaving.hook("stateful_a")
        let reports = try weaving.hook("stateful_b")
        try twice.hook(before: [stateful], after: [stateful])
        try twice.hook(before: [reports], after: [reports])
        #expect(try log(twice).text == "(x)b21 a21 ")
    }

    @Test("run in one order with closures between them")
    func mixed() throws {
        let twice = try weaving.action("twice")
        try hook(twice, "ab")
        try twice.hook(before: [trace.piece("s")], after: [trace.piece("s")])
        try hook(twice, "c")
        #expect(try log(twice).text == "absc(x)csba")
    }

    @Test("go by hundreds, in frames of any size")
    func many() throws {
        let twice = try weaving.action("twice")
        for _ in 0..<200 {
            let piece = try weaving.hook("stateful_a")
            try twice.hook(before: [piece], after: [piece])
        }
        #expect(try log(twice).text == "(x)" + String(repeating: "a21 ", count: 200))
    }
}
