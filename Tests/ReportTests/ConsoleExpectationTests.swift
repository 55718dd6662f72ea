// SPDX-License-Identifier: Apache-2.0

import Declarations
import Diagnostics
import Report
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

    @Test("every kind of value is named unless its text does")
    func kinds() {
        #expect(notes(.null, .bool(true)) == ["expected: null", "actual:   true"])
        #expect(notes(.bytes([1, 0xAB]), .array([.null])) == ["expected: bytes <01ab>", "actual:   array [null]"])
        #expect(
            notes(.object([Value.Member("a", .string("NaN"))]), .handle(Handle(id: 7, type: "FILE")))
                == ["expected: object {\"a\": \"NaN\"}", "actual:   <FILE #7>"])
    }

    @Test("long texts are shown from shortly before where they differ")
    func lateDifference() {
        let common = String(repeating: "x", count: 500)
        #expect(
            notes(.string(common + "one"), .string(common + "two")) == [
                "expected: text …\(String(repeating: "x", count: 21))one\"",
                "actual:   text …\(String(repeating: "x", count: 21))two\"",
            ])
    }

    @Test("long bytes are shown in whole bytes around where they differ")
    func lateByte() {
        let zeros = [UInt8](repeating: 0, count: 100)
        let common = "…" + String(repeating: "00", count: 10)
        #expect(
            notes(.bytes(zeros + [0x01]), .bytes(zeros + [0x02]))
                == ["expected: bytes \(common)01", "actual:   bytes \(common)02"])
        #expect(notes(.bytes(zeros), .bytes(zeros + [0]))[1] == "actual:   bytes <0000000000000000… 101 bytes>")
    }

    @Test("texts that look the same are spelled out")
    func lookAlikes() {
        #expect(
            notes(.string("\u{E9}"), .string("e\u{301}"))
                == [#"expected: text "\u{00E9}""#, #"actual:   text "e\u{0301}""#])
    }
}
