// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleReport
import Testing

@Suite("JSON Lines: calls")
struct JSONLinesCallTests {
    @Test("the circumstances of a failure are data")
    func circumstances() {
        var call = CallEvent(index: 0, call: crc32, arguments: [], status: .failed(Failure(code: "io", message: "")))
        call.circumstances = FailureContext(
            place: "s:4:1", type: "int", difference: ["one"],
            sources: [
                ValueSource(
                    use: "expected", reference: "n", path: "result", giver: .init(crc32, at: "s:1:1"), isSaved: false,
                    releaser: .init(crc32, at: "s:2:1"))
            ], hooks: [ActiveHook(name: "h", origin: "s:7:3", instead: ["cache"], isPaused: true)])
        #expect(
            jsonLines(.call(call)).hasSuffix(
                #","circumstances":{"difference":["one"],"at":"s:4:1","type":"int","sources":[{"use":"expected","ref":"n","#
                    + #""path":"result","from":{"call":"z.crc32","at":"s:1:1"},"saved":false,"#
                    + #""released":{"call":"z.crc32","at":"s:2:1"}}],"#
                    + #""hooks":[{"origin":"s:7:3","name":"h","instead":["cache"],"paused":true}]},"code":"call.failed"}"#
                    + "\n"))
    }

    @Test("a call that returned has the documented shape")
    func returned() {
        let call = CallEvent(
            index: 0, call: crc32, arguments: [.integer(0), .string("hello"), .integer(5)],
            status: .returned(.integer(907_060_870)), nanoseconds: 412)
        #expect(
            jsonLines(.call(call)) == #"""
                {"event":"call","index":0,"call":"z.crc32","with":[0,"hello",5],"status":"returned","result":907060870,"out":{},"errno":0,"ns":412}

                """#)
    }

    @Test("a void call has no result, and a null result is one")
    func voidAndNull() {
        let void = CallEvent(index: 1, call: crc32, arguments: [], status: .returned(nil))
        #expect(
            jsonLines(.call(void)) == #"""
                {"event":"call","index":1,"call":"z.crc32","with":[],"status":"returned","out":{},"errno":0,"ns":0}

                """#)
        let null = CallEvent(index: 2, call: crc32, arguments: [], status: .returned(.null))
        #expect(jsonLines(.call(null)).contains(#""status":"returned","result":null,"out""#))
    }

    @Test("a failed call carries its failure with all that it replaced, at every depth")
    func failed() {
        let first = Failure(code: "a", message: "one")
        let second = Failure(code: "b", message: "two", suppressed: [first])
        let third = Failure(code: "c", message: "say \"no\"\n", suppressed: [second, first])
        let call = CallEvent(
            index: 3, call: crc32, arguments: [.null], status: .failed(third), errno: 2, nanoseconds: 9)
        #expect(
            jsonLines(.call(call)) == #"""
                {"event":"call","index":3,"call":"z.crc32","with":[null],"status":"failed","failure":{"code":"c","message":"say \"no\"\n","suppressed":[{"code":"b","message":"two","suppressed":[{"code":"a","message":"one","suppressed":[]}]},{"code":"a","message":"one","suppressed":[]}]},"out":{},"errno":2,"ns":9}

                """#)
    }

    @Test("a skipped call says why and claims nothing of a call that was not made")
    func skipped() {
        let call = CallEvent(index: 4, call: crc32, arguments: [], status: .skipped(reason: "z has no crc32"))
        #expect(
            jsonLines(.call(call)) == #"""
                {"event":"call","index":4,"call":"z.crc32","with":[],"status":"skipped","reason":"z has no crc32"}

                """#)
    }

    @Test("names, strings and nested values are escaped, and numbers stay exact")
    func escapes() {
        let nested = Value.object([
            Value.Member("a\"b", .array([.string("\u{1}\\"), .object([])])), Value.Member("ü", .bool(true)),
        ])
        let call = CallEvent(
            index: 0, call: ActionName(module: "m\n", action: "f"), arguments: [nested, .string("NaN")],
            status: .returned(.integer(18_446_744_073_709_551_615)),
            out: [Value.Member("z", .number(.decimal("0.1"))), Value.Member("a\t", .string("-Infinity"))], errno: -1)
        #expect(
            jsonLines(.call(call)) == #"""
                {"event":"call","index":0,"call":"m\n.f","with":[{"a\"b":["\u0001\\",{}],"ü":true},"NaN"],"status":"returned","result":18446744073709551615,"out":{"z":0.1,"a\t":"-Infinity"},"errno":-1,"ns":0}

                """#)
    }

    @Test("a long line is written whole, and leaves nothing behind in the next")
    func longLine() {
        let long = String(repeating: "x", count: 100_000)
        let first = CallEvent(index: 0, call: crc32, arguments: [.string(long)], status: .returned(nil))
        let second = CallEvent(index: 1, call: crc32, arguments: [], status: .skipped(reason: ""))
        let lines = jsonLines(.call(first), .call(second)).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("\"with\":[\"\(long)\"]"))
        #expect(lines[1] == #"{"event":"call","index":1,"call":"z.crc32","with":[],"status":"skipped","reason":""}"#)
    }

    @Test("a line is handed over whole, with its end, as soon as its event came")
    func oneWriteALine() {
        let collector = Collector()
        let report = JSONLinesReport(write: collector.write)
        report.receive(.summary(Summary()))
        #expect(collector.lines.count == 1)
        report.receive(.summary(Summary()))
        #expect(collector.lines.count == 2)
        #expect(collector.lines.allSatisfy { $0.hasSuffix("}\n") })
    }
}
