// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The whole of a behaviour")
struct BehaviourReadingTests {
    @Test("is version 1 where it is an object")
    func version1() throws {
        let behaviour = try read(fullExample)
        #expect(behaviour.form == .version1)
        #expect(behaviour.policy == Policy(missing: .skip, onFailure: .continue, leaks: .fail))
        #expect(behaviour.source.name == "stack.json")
        #expect(issues(fullExample).isEmpty)
    }

    @Test("stops and fails where its policy says nothing else")
    func policy() throws {
        #expect(try read(#"{"behaviour": 1}"#).policy == Policy(missing: .fail, onFailure: .stop))
        #expect(
            try read(#"{"behaviour": 1, "policy": {"missing": "skip"}}"#).policy
                == Policy(missing: .skip, onFailure: .stop))
    }

    @Test(
        "is refused with a reason",
        arguments: [
            ("{}", "a behaviour needs the key \"behaviour\", found none"),
            (
                #"{"behaviour": 2, "anything": 1}"#,
                "the file is version 2 of a behaviour, expected 1, the only version known"
            ),
            (#"{"behaviour": 1.0}"#, "the file is version 1.0 of a behaviour, expected 1, the only version known"),
            (#"{"behaviour": "1"}"#, "\"behaviour\" of a behaviour is text, expected 1, the version of the form"),
            (#"{"behaviour": 1, "polisy": {}}"#, "a behaviour has no key \"polisy\""),
            (#"{"behaviour": 1, "policy": []}"#, "\"policy\" of a behaviour is an array, expected an object"),
            (
                #"{"behaviour": 1, "policy": {"missing": "fial"}}"#,
                "\"missing\" of a policy is \"fial\", expected \"fail\" or \"skip\""
            ),
            (
                #"{"behaviour": 1, "policy": {"onFailure": true}}"#,
                "\"onFailure\" of a policy is a boolean, expected \"stop\" or \"continue\""
            ),
            ("12", "a behaviour is a number, expected an array or an object"),
            ("\"a\"", "a behaviour is text, expected an array or an object"),
            ("null", "a behaviour is null, expected an array or an object"),
        ])
    func refused(text: String, message: String) {
        #expect(issues(text).map(\.message) == [message])
    }

    @Test("reports names that stand twice beside its other mistakes, in the order of the file")
    func duplicates() {
        let text = #"{"behaviour": 1, "setps": [], "modules": {"m": {"library": "a", "library": "b"}}, "x": 1}"#
        #expect(codes(text) == ["behaviour.unknown-key", "json.duplicate-key", "behaviour.unknown-key"])
    }

    @Test("reports five mistakes of five kinds in the order of the file")
    func fiveMistakes() {
        let text = #"""
            {
              "behaviour": 1,
              "steps": [
                { "call": "z.crc32", "with": [{ "ref": "sum" }] },
                { "call": "zz.crc32", "svae": "sum" }
              ],
              "modules": { "z": { "config": { "library": "libz.so.1" } } },
              "policy": { "missing": "ignore" }
            }
            """#
        #expect(
            codes(text) == [
                "behaviour.unknown-reference", "behaviour.unknown-module", "behaviour.unknown-key",
                "behaviour.missing-key", "behaviour.bad-value",
            ])
    }

    @Test("stays readable with as many mistakes as steps")
    func manyMistakes() {
        let saves = (0..<300).map { #"{"call": "z.f", "save": "name\#($0)"}"# }
        let mistakes = (0..<300).map { #"{"call": "z.f", "with": [{"ref": "nane\#($0)"}]}"# }
        let found = issues(behaviour(steps: (saves + mistakes).joined(separator: ",\n")))
        #expect(found.count == 300)
        #expect(found[0].suggestion == "did you mean \"name0\"?")
        #expect(found.allSatisfy { $0.code == .behaviour(.unknownReference) })
    }

    @Test("ends at the first mistake of JSON")
    func mistakeOfJSON() {
        #expect(codes(#"{"behaviour": 1, "behaviour": 1, "hoks": [], "steps": [1,]}"#) == ["json.syntax"])
    }
}
