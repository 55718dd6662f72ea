// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("JSON Lines: lines of whole numbers, which are made at once")
struct JSONLinesPlainTests {
    private static let numbers: [Int128] = [
        0, 1, -1, 9, 10, 99, 100, -100, 12_345, 99_999_999, 100_000_000, Int128(Int64.min), Int128(UInt64.max),
        Int128(UInt64.max) + 1, 10_000_000_000_000_000_000, .min, .max,
    ]
    private static let powersOfTen = (1...38).map { (1..<$0).reduce(Int128(10)) { power, _ in power * 10 } }

    private func line(_ number: Int128, start: UInt64? = nil, worker: Int? = nil) -> String {
        jsonLines(
            .call(
                CallEvent(
                    index: 7, call: crc32, arguments: [.number(.integer(number)), .integer(2)],
                    status: .returned(.number(.integer(number))), nanoseconds: .max, start: start, worker: worker)))
    }

    @Test("each number has all of its digits", arguments: numbers)
    func digits(number: Int128) {
        let call =
            #"{"event":"call","index":7,"call":"z.crc32","with":[\#(number),2],"status":"returned","#
            + #""result":\#(number),"out":{},"errno":0,"ns":18446744073709551615"#
        #expect(line(number) == call + "}\n")
        #expect(line(number, start: 0) == call + #","start":0}"# + "\n")
        #expect(line(number, start: 10, worker: 3) == call + #","start":10,"worker":3}"# + "\n")
    }

    @Test("a power of ten has one digit more than the number before it")
    func powersOfTen() {
        for number in Self.powersOfTen.flatMap({ [$0 - 1, $0, -$0] }) {
            #expect(line(number).contains(#""with":[\#(number),2],"status":"returned","result":\#(number),"#))
        }
    }

    @Test("one value of another kind among many whole numbers is a line as any other", arguments: 0..<4)
    func oneOther(place: Int) {
        var values = (0..<4).map { Value.integer($0) }
        values[place] = .string("a\"b")
        let event = CallEvent(index: 0, call: crc32, arguments: values, status: .returned(.integer(1)))
        #expect(
            jsonLines(.call(event)).contains(#""with":\#(Value.array(values).json),"status":"returned","result":1,"#))
    }

    @Test("many arguments stand in one line")
    func manyArguments() {
        let values = (0..<1000).map { _ in Value.number(.integer(.min)) }
        let event = CallEvent(index: 0, call: crc32, arguments: values, status: .returned(.integer(1)))
        #expect(jsonLines(.call(event)).contains(#""with":\#(Value.array(values).json),"status""#))
    }

    @Test("an expectation that held says the same, wherever it stands", arguments: numbers)
    func expectation(number: Int128) {
        let file = SourceText(name: "a \"b\":c.json", String(repeating: "ü\n", count: 500) + "  5")
        let event = ExpectationEvent(
            index: 12, path: "out.\"n\"", isHeld: true, expected: .number(.integer(number)),
            actual: .number(.integer(number)), range: place(of: "5", in: file), worker: 1)
        #expect(
            jsonLines(.expectation(event)) == #"""
                {"event":"expectation","index":12,"path":"out.\"n\"","held":true,"expected":\#(number),"actual":\#(number),"at":"a \"b\":c.json:501:3","worker":1}

                """#)
    }

    @Test(
        "what carries a code says so last: a failure that nothing was expected of, and an expectation that did not hold"
    )
    func codes() {
        var call = CallEvent(index: 0, call: crc32, arguments: [], status: .failed(Scene.failure))
        #expect(!jsonLines(.call(call)).contains(#","code":"call"#), "a failure that was expected is no mistake")
        call.circumstances = FailureContext()
        #expect(jsonLines(.call(call)).hasSuffix(#","code":"call.failed"}"# + "\n"))
        #expect(jsonLines(Scene.expectation(0, isHeld: false)).hasSuffix(#","code":"expectation.failed"}"# + "\n"))
        #expect(!jsonLines(Scene.expectation(0, isHeld: true)).contains("code"))
    }
}
