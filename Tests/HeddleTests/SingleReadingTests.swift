// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleReport
import Testing
import Workbench

@Suite("Reading steps once")
struct SingleReadingTests {
    /// Returns how many bytes are read as JSON to check and run a behaviour.
    private func bytesRead(_ text: String, on bench: Bench) throws -> Int {
        let meter = JSONMeter()
        try JSONMeter.$current.withValue(meter) {
            let source = SourceText(name: "once.json", text)
            let plan = try Plan.read(source, on: bench.host, origin: .file(folder: "."))
            let events = EventStream(to: [JSONLinesReport(line: { _ in })])
            #expect(Run(plan, on: bench.host, events: events)() == .held)
            #expect(Run(plan, on: bench.host, events: EventStream(to: []))() == .held)
        }
        return meter.bytes
    }

    private func behaviour(_ steps: String) -> String {
        #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } }, "steps": [\#(steps)] }"#
    }

    @Test(
        "The bytes of steps are tokenised once when nothing is wrong",
        arguments: [
            #"{"call":"probe.add","with":[1,2]}"#,
            #"{"call":"probe.add","with":[1,2],"expect":{"result":3},"description":"adds"}"#,
            #"{"call":"probe.add","with":{"b":1,"a":2},"expect":{"result":{"gt":2,"lt":4}}}"#,
            #"{"call":"probe.divide","with":[7,2],"expect":{"out.quotient":3,"out.rest":1,"errno":0}}"#,
            #"{"call":"probe.add","with":[1,2],"save":"s"},{"call":"probe.add","with":[{"ref":"s"},1],"save":{"t":"result"}}"#,
            #"{"call":"probe.same_text","with":["a\u0062c"],"expect":{"result":"abc"}}"#,
            #"{"call":"probe.sum_bytes","with":["abc",3],"expect":{"result":294}}"#,
            #"{"call":"probe.sum_bytes","with":[{"hex":"0102"}, 2],"expect":{"result":3}}"#,
            #"{"call":"probe.divide","with":[1,0],"expect":{"failure":{"code":"byZero"}}}"#,
            #"{"call":"probe.add","with":[1,2],"expect":{"result":{"anyOf":[3,{"gt":5}]}}}"#,
            #"{"repeat":[{"call":"probe.add","with":[1,2],"until":{"result":{"gt":2}}}],"times":9}"#,
            #"{"repeat":[{"call":"probe.add","with":[1,2]},{"times":2,"repeat":[{"call":"probe.add","with":[1,2]}]}],"times":2}"#,
            #"{"call":"probe.add","with":[1,2],"if":{"result":3},"then":[{"call":"probe.add","with":[1,2]}],"else":[{"call":"probe.add","with":[1,2]}]}"#,
            #"{"call":"probe.box_make","with":[1],"save":"b"},{"call":"probe.box_free","with":[{"ref":"b"}]}"#,
        ])
    func once(steps: String) throws {
        let bench = try Bench("probe")
        let (none, all) = (behaviour(""), behaviour(steps))
        let more = try bytesRead(all, on: bench) - bytesRead(none, on: bench)
        #expect(more == all.utf8.count - none.utf8.count)
    }

    @Test("The bytes of a step that is wrong are read again to say why")
    func again() throws {
        let bench = try Bench("probe")
        let meter = JSONMeter()
        let text = behaviour(#"{"call":"probe.add","whit":[1,2]}"#)
        JSONMeter.$current.withValue(meter) {
            #expect(throws: Diagnostics.self) {
                try Plan.read(SourceText(name: "twice.json", text), on: bench.host, origin: .file(folder: "."))
            }
        }
        #expect(meter.bytes > text.utf8.count)
    }
}
