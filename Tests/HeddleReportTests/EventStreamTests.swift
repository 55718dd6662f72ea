// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleReport
import Testing

@Suite("Event stream")
struct EventStreamTests {
    private func call(_ index: Int) -> Event {
        .call(CallEvent(index: index, call: crc32, arguments: [], status: .returned(nil)))
    }

    @Test("hands every event to every sink, in order, and ends with the summary")
    func everySink() {
        let (first, second) = (Collector(), Collector())
        let stream = EventStream(to: [
            JSONLinesReport(write: first.write), JSONLinesReport(write: second.write),
        ])
        for index in 0..<3 { stream.receive(call(index)) }
        #expect(stream.finish().returned == 3)
        #expect(first.lines == second.lines)
        #expect(first.lines.count == 4)
        for index in 0..<3 { #expect(first.lines[index].hasPrefix(#"{"event":"call","index":\#(index),"#)) }
        #expect(first.lines[3].hasPrefix(#"{"event":"summary","calls":3,"returned":3,"#))
    }

    @Test("sends its summary once")
    func finishTwice() {
        let collector = Collector()
        let stream = EventStream(to: [JSONLinesReport(write: collector.write)])
        let summary = stream.finish()
        #expect(stream.finish() == summary)
        #expect(collector.lines.count == 1)
    }

    @Test("counts also where nobody listens")
    func noSinks() {
        let stream = EventStream(to: [])
        stream.receive(call(0))
        #expect(stream.finish().calls == 1)
    }

    @Test("takes events from many threads and loses none")
    func threads() async {
        let collector = Collector()
        let stream = EventStream(to: [JSONLinesReport(write: collector.write)])
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<8 {
                group.addTask { for index in 0..<500 { stream.receive(call(part * 500 + index)) } }
            }
        }
        #expect(stream.finish().calls == 4000)
        #expect(Set(collector.lines).count == 4001)
        #expect(collector.lines.allSatisfy { $0.hasPrefix("{\"event\":") && $0.hasSuffix("}\n") })
    }
}
