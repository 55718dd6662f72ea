// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("The line of a call is read as the event that it was made of")
struct CallLineReadingTests {
    private static let name = ActionName(module: "m", action: "add")

    private static let calls = [
        CallEvent(index: 0, call: name, arguments: [], status: .returned(3)),
        CallEvent(index: 7, call: name, arguments: [1, -2, 0], status: .returned(-3), nanoseconds: 12),
        CallEvent(index: 8, call: name, arguments: [], status: .returned(.number(.integer(Int128(UInt64.max))))),
        CallEvent(index: 9, call: name, arguments: [], status: .returned(.number(.integer(.min)))),
        CallEvent(index: 10, call: name, arguments: ["x"], status: .returned("y")),
        CallEvent(
            index: 11, call: name, arguments: [], status: .returned(nil), out: [.init("bytes", "aGk=")], errno: 2),
        CallEvent(index: 12, call: name, arguments: [], status: .returned(["bytes": "aGk="])),
        CallEvent(index: 13, call: name, arguments: [], status: .returned(.bytes([1, 2]))),
        CallEvent(index: 14, call: name, arguments: [], status: .failed(Failure(code: "c", message: "}"))),
        CallEvent(index: 15, call: name, arguments: [], status: .skipped(reason: "none")),
        CallEvent(index: 16, call: ActionName(module: "a\"b", action: "c"), arguments: [], status: .returned(1)),
        {
            var call = CallEvent(index: 18, call: name, arguments: [1, 2], status: .returned(3))
            call.function = .handle(Handle(id: 4, type: "int (*)(int, int)"))
            return call
        }(),
        CallEvent(index: 17, call: name, arguments: [], status: .returned(1), start: 5, worker: 2),
    ]

    private func line(of event: Event) -> ArraySlice<UInt8> {
        var lines: [UInt8] = []
        JSONLinesReport(line: { lines += $0 }).receive(event)
        return lines.dropLast()
    }

    @Test("whatever is in it, and whichever call came before", arguments: calls)
    func call(call: CallEvent) throws {
        let line = line(of: .call(call))
        #expect(CallEvent.step(ofLine: line) == call.index)
        for known in [nil, Self.name, ActionName(module: "other", action: "add")] {
            #expect(try CallEvent(line: line, knowing: known) == call)
        }
    }

    @Test("and that of another event is none, nor one that is cut off")
    func others() throws {
        let summary = line(of: .summary(Summary()))
        #expect(CallEvent.step(ofLine: summary) == nil)
        #expect(throws: Diagnostics.self) { try CallEvent(line: summary, knowing: nil) }
        let whole = line(of: .call(Self.calls[1]))
        for length in whole.indices {
            #expect(throws: Diagnostics.self) { try CallEvent(line: whole[..<length], knowing: Self.name) }
        }
    }
}
