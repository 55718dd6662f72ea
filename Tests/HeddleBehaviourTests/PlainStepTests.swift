// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import Readers
import Testing

@Suite("Plain steps")
struct PlainStepTests {
    private func count(_ steps: String) throws -> Int {
        let agreement = PlainStepAgreement(try read(behaviour(steps: steps)))
        #expect(agreement.differences == [])
        return agreement.count
    }

    @Test(
        "are those that call with literals and saved values, and may save a result and expect something of it",
        arguments: [
            #"{"call":"z.f"}"#, #"{"call":"z.f","with":[]}"#, #"{"call":"a.b.c","with":[1,-2,"x",true,false,1.5,-0]}"#,
            #"{"with":[1],"call":"z.f"}"#, #"{"call":"z.f","expect":{"result":1}}"#,
            "{ \"expect\" :\n{ \"result\" :\t\"é\" } ,\r\n\"call\" : \"z.f\" }",
            #"{"call":"z.f","with":[999999999999999999,1000000000000000000,-99999999999999999,1e5]}"#,
            #"{"call":"z.f","save":"x"}"#, #"{ "save" : "a b'", "call":"z.f" }"#,
            #"{"call":"z.f","expect":{"result":{"eq":1}}}"#, #"{"call":"z.f","expect":{"result":{"ne":true}}}"#,
            #"{"call":"z.f","expect": { "result" : { "lt":1 , "le":1.5,"gt" :-1,"ge": "a" } } }"#,
            #"{"call":"z.f","with":[],"save":"x","expect":{"result":{"eq":"x"}}}"#,
        ])
    func plain(step: String) throws {
        #expect(try count(step) == 1)
    }

    @Test(
        "are not those that say anything else",
        arguments: [
            #"{"call":"z.f","save":{"x":"result"}}"#, #"{"call":"z.f","save":"é"}"#, #"{"call":"z.f","save":"\u0061"}"#,
            #"{"call":"z.f","description":""}"#, #"{"call":"z.f","with":{}}"#,
            #"{"call":"z.f","with":[null]}"#, #"{"call":"z.f","with":[[]]}"#, #"{"call":"z.f","with":[{"hex":""}]}"#,
            #"{"call":"z.\u0066"}"#, #"{"call":"z.f","with":["\n"]}"#, #"{"call":"z.f","expect":{}}"#,
            #"{"call":"z.f","expect":{"errno":0}}"#, #"{"call":"z.f","expect":{"result":null}}"#,
            #"{"call":"z.f","expect":{"result":1,"errno":0}}"#, #"{"call":"z.f","expect":{"result":{"in":[1]}}}"#,
            #"{"call":"z.f","expect":{"result":{"eq":1,"near":[1,1]}}}"#,
            #"{"call":"z.f","expect":{"result":{"eq":[]}}}"#,
            #"{"call":"z.f","expect":{"result":{}}}"#, #"{"call":"z.f","expect":{"result":{"x":1}}}"#,
            #"{"call":"z.f","expect":{"result":{"eq":1,"x":1}}}"#, #"{"call":"z.f","expect":{"result":{"\u0065q":1}}}"#,
            #"{"call":"z.f","x-1":0}"#,
        ])
    func others(step: String) throws {
        #expect(try count(step) == 0)
    }

    @Test("refer to what earlier steps save, however those write the name")
    func references() throws {
        #expect(try count(#"{"call":"z.f","save":"x"},{"call":"z.f","with":[{"ref":"x"}, { "ref" : "x" }]}"#) == 2)
        #expect(try count(#"{"call":"z.f","save":"\u0078"},{"call":"z.f","with":[{"ref":"x"}]}"#) == 1)
        #expect(try count(#"{"call":"z.f","save":"x"},{"call":"z.f","with":[{"ref":"\u0078"}]}"#) == 1)
        #expect(try count(#"{"call":"z.f","save":{"x":"errno"}},{"call":"z.f","with":[{"ref":"x"}]}"#) == 1)
        #expect(try count(#"{"call":"z.f","save":"x"},{"call":"z.f","with":[{"ref":"x.y"},{"ref":"x[0]"}]}"#) == 1)
        #expect(try count(#"{"call":"z.f","save":"é"},{"call":"z.f","with":[{"ref":"é"}]}"#) == 0)
    }

    @Test("save names that are all found again")
    func savedNames() throws {
        let names = (0..<3000).map { "n\($0)" } + ["é", "a\\u0062"]
        let steps = names.map { #"{"call":"z.f","save":"\#($0)"}"# }.joined(separator: ",")
        let saved = try read(behaviour(steps: steps)).steps
        #expect(saved.savedNames == names.count)
        let numbers = (0..<3000).map { number in saved.number(ofSaved: "n\(number)") }
        #expect(numbers == Array(0..<3000))
        #expect(saved.number(ofSaved: "é") == 3000)
        #expect(saved.number(ofSaved: "ab") == 3001)
        #expect(saved.number(ofSaved: "n3000") == nil)
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
            #"{"call":"z.f","save":""}"#, #"{"call":"z.f","save":"a.b"}"#, #"{"call":"z.f","save":"a[0]"}"#,
            #"{"call":"z.f","with":[{"ref":"x"}]}"#, #"{"call":"z.f","with":[{"ref":"x"}],"save":"x"}"#,
            #"{"call":"z.f","save":"x"},{"call":"z.f","save":"x"}"#,
            #"{"call":"z.f","expect":{"result":{"lt":true}}}"#,
            #"{"call":"z.f","save":"x"},{"call":"z.f","save":"\u0078"}"#,
            #"{"call":"z.f","save":"\u0078"},{"call":"z.f","save":"x"}"#,
            #"{"call":"z.f","with":[{"ref":"x"}]},{"call":"z.f","save":"x"}"#,
            #"{"call":"z.f","expect":{"result":{"eq":1,"eq":1}}}"#,
            #"{"call":"z.f","call":"z.f"}"#, #"{"call":"z.f","with":[1],"with":[1]}"#,
        ])
    func wrong(step: String) {
        let first = codes(behaviour(steps: step))
        #expect(!first.isEmpty)
        #expect(codes(behaviour(steps: step + #", {"call":"z.f"}"#)) == first)
    }
}
