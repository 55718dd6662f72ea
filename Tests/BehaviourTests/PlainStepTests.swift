// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Diagnostics
import Testing

@Suite("Plain steps")
struct PlainStepTests {
    private func count(_ steps: String) throws -> Int {
        PlainStepAgreement.check(try read(behaviour(steps: steps)))
    }

    @Test(
        "are those that call with literals and may expect a result",
        arguments: [
            #"{"call":"z.f"}"#, #"{"call":"z.f","with":[]}"#, #"{"call":"a.b.c","with":[1,-2,"x",true,false,1.5,-0]}"#,
            #"{"with":[1],"call":"z.f"}"#, #"{"call":"z.f","expect":{"result":1}}"#,
            "{ \"expect\" :\n{ \"result\" :\t\"é\" } ,\r\n\"call\" : \"z.f\" }",
            #"{"call":"z.f","with":[999999999999999999,1000000000000000000,-99999999999999999,1e5]}"#,
        ])
    func plain(step: String) throws {
        #expect(try count(step) == 1)
    }

    @Test(
        "are not those that say anything else",
        arguments: [
            #"{"call":"z.f","save":"x"}"#, #"{"call":"z.f","description":""}"#, #"{"call":"z.f","with":{}}"#,
            #"{"call":"z.f","with":[null]}"#, #"{"call":"z.f","with":[[]]}"#, #"{"call":"z.f","with":[{"hex":""}]}"#,
            #"{"call":"z.\u0066"}"#, #"{"call":"z.f","with":["\n"]}"#, #"{"call":"z.f","expect":{}}"#,
            #"{"call":"z.f","expect":{"errno":0}}"#, #"{"call":"z.f","expect":{"result":null}}"#,
            #"{"call":"z.f","expect":{"result":1,"errno":0}}"#, #"{"call":"z.f","expect":{"result":{"eq":1}}}"#,
            #"{"call":"z.f","x-1":0}"#,
        ])
    func others(step: String) throws {
        #expect(try count(step) == 0)
    }

    @Test("number their calls by name, however many there are")
    func names() throws {
        let steps = (0..<500).map { #"{"call":"z.f\#($0 % 250)"}"# }.joined(separator: ",")
        #expect(try count(steps) == 500)
        let more = (0..<5000).map { #"{"call":"z.f\#($0)"}"# }.joined(separator: ",")
        #expect(try count(more) == 4096)
    }

    @Test(
        "are refused like all others where they are wrong",
        arguments: [
            #"{"call":"y.f"}"#, #"{"call":"z."}"#, #"{"call":""}"#, #"{"call":1}"#, #"{"with":[1]}"#, #"{}"#,
            #"{"call":"z.f","call":"z.f"}"#, #"{"call":"z.f","with":[1],"with":[1]}"#,
        ])
    func wrong(step: String) {
        let first = codes(behaviour(steps: step))
        #expect(!first.isEmpty)
        #expect(codes(behaviour(steps: step + #", {"call":"z.f"}"#)) == first)
    }
}
