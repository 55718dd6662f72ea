// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Console: expectations")
struct ConsoleExpectationTests {
    private let source = SourceText(name: "s.json", "[\n  { \"expect\": { \"result\": 5 } }\n]")

    private func messages(
        _ expected: Value, _ actual: Value?, condition: String? = nil, status: CallEvent.Status = .returned(nil),
        callIndex: Int = 0
    ) -> String {
        let call = CallEvent(index: callIndex, call: crc32, arguments: [], status: status)
        let expectation = ExpectationEvent(
            index: 0, path: "result", isHeld: false, expected: expected, condition: condition, actual: actual,
            range: place(of: "5", in: source))
        return console([.call(call), .expectation(expectation)]).messages
    }

    private func notes(_ expected: Value, _ actual: Value?) -> [String] {
        messages(expected, actual).split(separator: "\n").suffix(2).map { String($0.dropFirst(4)) }
    }

    @Test("one that failed quotes its line, with both values and their kinds")
    func failed() {
        #expect(
            messages(.integer(5), .string("5")) == """
                error: result of z.crc32 is not what was expected
                 --> s.json:2:27
                  |
                2 |   { "expect": { "result": 5 } }
                  |                           ^
                  = expected: number 5
                  = actual:   text "5"

                """)
    }

    @Test("one that held says nothing")
    func held() {
        let event = ExpectationEvent(
            index: 0, path: "result", isHeld: true, expected: .null, actual: .null, range: place(of: "5", in: source))
        let output = console([.expectation(event)])
        #expect(output.data == "")
        #expect(output.messages == "")
    }

    @Test("a condition is said in words")
    func condition() {
        let text = messages(.object([Value.Member("gt", .integer(9))]), .integer(5), condition: "greater than 9")
        #expect(text.contains("= expected: greater than 9\n"))
        #expect(text.contains("= actual:   number 5\n"))
    }

    @Test("where there is no value, the call's failure says why")
    func noValue() {
        let text = messages(.integer(5), nil, status: .failed(Failure(code: "io", message: "gone")))
        #expect(text.hasSuffix("  = expected: number 5\n  = actual:   nothing\n  = the call failed: io: gone\n"))
        #expect(!messages(.integer(5), nil).contains("the call failed"))
    }

    @Test("the name of another step's call is not borrowed")
    func otherStep() {
        #expect(messages(.null, nil, callIndex: 3).hasPrefix("error: result is not what was expected\n"))
    }

    @Test(
        "what the run found out is told as it stands: the difference, where values came from, what was around the call")
    func circumstances() {
        let circumstances = FailureContext(
            type: "int32_t", difference: ["expected: int32_t 5", "actual:   int32_t 4"],
            sources: [
                ValueSource(
                    use: "the expected value", reference: "sum.x", path: "out.all",
                    giver: .init(crc32, at: "s.json:1:1"))
            ],
            hooks: [
                ActiveHook(name: "seen", origin: "s.json:7:3", before: ["log", "time"], after: ["time"]),
                ActiveHook(origin: "s.json:8:3", instead: ["cache"], isPaused: true),
            ])
        let event = ExpectationEvent(
            index: 0, path: "result", isHeld: false, expected: .integer(5), actual: .integer(4),
            range: place(of: "5", in: source), circumstances: circumstances)
        #expect(
            console([.expectation(event)]).messages.hasSuffix(
                """
                  = expected: int32_t 5
                  = actual:   int32_t 4
                  = the expected value is "sum.x": out.all of z.crc32, saved at s.json:1:1
                  = hooks around the call, outermost first:
                  =   "seen" (before log, time; after time) at s.json:7:3
                  =   (instead cache; paused) at s.json:8:3

                """))
    }

    @Test("of many hooks only the first are named")
    func manyHooks() {
        let hooks = (0..<100).map { ActiveHook(origin: "s.json:\($0):1", before: ["log"]) }
        let event = ExpectationEvent(
            index: 0, path: "result", isHeld: false, expected: .null, actual: .null,
            range: place(of: "5", in: source), circumstances: FailureContext(hooks: hooks))
        let lines = console([.expectation(event)]).messages.split(separator: "\n")
        #expect(lines.suffix(2) == ["  =   (before log) at s.json:11:1", "  =   and 88 more hooks"])
    }

    @Test("an event that tells no more than the values is compared as far as they go")
    func values() {
        #expect(notes(.null, .bool(true)) == ["expected: null", "actual:   true"])
        #expect(
            messages(.object([.init("a", .integer(1))]), .object([.init("a", .integer(2))])).hasSuffix(
                "  = 1 of 1 part differs:\n  =   result.a: expected number 1, actual number 2\n"))
    }
}
