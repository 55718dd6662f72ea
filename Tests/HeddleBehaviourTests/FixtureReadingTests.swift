// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("What surrounds cases")
struct FixtureReadingTests {
    private func text(_ cases: String, rest: String = "") -> String {
        #"{"behaviour": 1, "modules": {"z": {"library": "z"}}, "cases": [\#(cases)]\#(rest)}"#
    }

    private func messages(_ cases: String, rest: String = "") -> [String] {
        issues(text(cases, rest: rest)).map(\.message)
    }

    private func actions(_ steps: Steps) -> String { steps.map(\.call.value.action).joined() }

    @Test("comes before and behind the steps of each case: the file's outermost, then the groups', then its own")
    func order() throws {
        let behaviour = try read(
            text(
                #"""
                {"name": "g", "tags": "t", "setup": [{"call": "z.b", "with": [{"ref": "a"}], "save": "b"}],
                 "always": [{"call": "z.y", "with": [{"ref": "b"}]}],
                 "cases": [
                   {"name": "one", "tags": ["u"], "setup": [{"call": "z.c", "save": "c"}],
                    "steps": [{"call": "z.s", "with": [{"ref": "a"}, {"ref": "b"}, {"ref": "c"}], "save": "s"}],
                    "always": [{"call": "z.x", "with": [{"ref": "s"}]}]},
                   {"name": "inner", "cases": [{"name": "two", "steps": [{"call": "z.t", "save": "s"}]}]}
                 ]},
                {"name": "three", "steps": [{"call": "z.r", "save": "b"}]}
                """#,
                rest: #"""
                    , "setup": [{"call": "z.a", "save": "a"}], "always": [{"call": "z.z", "with": [{"ref": "a"}]}],
                    "steps": [{"call": "z.m", "with": [{"ref": "a"}]}]
                    """#))
        #expect(behaviour.cases.map(\.name.value) == ["one", "two", "three"])
        #expect(behaviour.cases.map { actions($0.steps) } == ["abcs", "abt", "ar"])
        #expect(behaviour.cases.map { actions($0.always) } == ["xyz", "yz", "z"])
        #expect(behaviour.cases.map(\.setupCount) == [3, 2, 1])
        #expect(behaviour.cases.map(\.groups) == [["g"], ["g", "inner"], []])
        #expect(behaviour.cases.map { $0.tags.map(\.value) } == [["t", "u"], ["t"], []])
        #expect(actions(behaviour.steps) == "am" && actions(behaviour.always) == "z" && behaviour.setupCount == 1)
    }

    @Test("is nothing without \"setup\": \"always\" of the file cleans up behind its own steps")
    func none() throws {
        let rest = #", "steps": [{"call": "z.m", "save": "m"}], "always": [{"call": "z.z", "with": [{"ref": "m"}]}]"#
        let behaviour = try read(text(#"{"name": "a", "steps": [{"call": "z.r", "save": "m"}]}"#, rest: rest))
        #expect(actions(behaviour.cases[0].steps) == "r" && behaviour.cases[0].always.isEmpty)
        #expect(actions(behaviour.always) == "z")
    }

    @Test("holds for each row of a group: its cases run once for each")
    func rows() throws {
        let behaviour = try read(
            text(
                #"""
                {"name": "g", "each": [{"n": 1}, {"n": 2, "name": "two"}], "needs": "first",
                 "setup": [{"call": "z.b", "with": [{"ref": "row.n"}], "save": "b"}],
                 "hooks": [{"name": "h", "on": "z.*", "before": "log"}],
                 "cases": [
                   {"name": "one", "steps": [{"call": "z.s", "with": [{"ref": "row.n"}]}],
                    "hooks": [{"on": "z.*", "before": "count", "inside": "h"}]},
                   {"name": "two", "steps": []}
                 ]},
                {"name": "first", "steps": []}
                """#))
        #expect(behaviour.cases.map(\.names) == [["one [1]", "one [two]"], ["two [1]", "two [two]"], ["first"]])
        #expect(behaviour.cases.map { $0.needs.map(\.value) } == [["first"], ["first"], []])
        #expect(behaviour.cases.map(\.hooks.count) == [2, 1, 0])
    }

    @Test(
        "is refused where it contradicts itself, once",
        arguments: [
            (
                #"{"name": "g", "steps": [], "cases": []}"#, "",
                "\"steps\" is about one case, and \"cases\" make a group of several"
            ),
            (
                #"{"name": "g", "cases": [], "expect": {"stdout": ""}}"#, "",
                "\"expect\" is about one case, and \"cases\" make a group of several"
            ),
            (#"{"name": "g", "cases": 1}"#, "", "\"cases\" of a case is a number, expected a list"),
            (#"{"name": "g", "cases": [{"name": "a"}]}"#, "", "a case needs the key \"steps\", found none"),
            (
                #"{"name": "g", "each": [{"n": 1}], "cases": [{"name": "a", "each": [{"n": 1}], "steps": []}]}"#, "",
                "the case has rows of its own inside of a group that has rows, expected one table"
            ),
            (
                #"{"name": "g", "setup": [{"call": "y.f"}], "cases": [{"name": "a", "steps": []}, {"name": "b", "steps": []}]}"#,
                "", "the call \"y.f\" begins with no module of this file"
            ),
            (
                #"{"name": "g", "cases": [{"name": "a", "steps": [{"call": "z.f", "save": "x"}]}], "always": [{"call": "z.g", "with": [{"ref": "x"}]}]}"#,
                "", "no step saves \"x\", expected the name of a saved value"
            ),
            (
                #"{"name": "a", "steps": [{"call": "z.f", "save": "x"}]}"#,
                #", "setup": [{"call": "z.e", "save": "x"}]"#,
                "the name \"x\" is saved twice, expected a new name"
            ),
            (
                #"{"name": "a", "steps": [{"call": "z.f", "save": "x"}]}"#,
                #", "setup": [], "always": [{"call": "z.e", "save": "x"}]"#,
                "the name \"x\" is saved twice, expected a new name"
            ),
            (
                #"{"name": "a", "steps": []}"#,
                #", "setup": [], "steps": [{"call": "z.e", "save": "x"}], "always": [{"call": "z.g", "with": [{"ref": "x"}]}]"#,
                "{\"ref\": \"x\"} is saved by \"steps\", and \"always\" also runs behind each case, which has other steps"
            ),
            (
                #"{"name": "a", "steps": [{"call": "z.f", "save": "y"}]}"#,
                #", "setup": [{"call": "z.g", "with": [{"ref": "y"}]}]"#,
                "no step saves \"y\", expected the name of a saved value"
            ),
        ])
    func refused(cases: String, rest: String, message: String) { #expect(messages(cases, rest: rest) == [message]) }
}
