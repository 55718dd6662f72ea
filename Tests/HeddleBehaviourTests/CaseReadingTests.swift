// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Cases")
struct CaseReadingTests {
    private func text(_ cases: String, rest: String = "") -> String {
        #"{"behaviour": 1, "modules": {"z": {"library": "z"}}, "cases": [\#(cases)]\#(rest)}"#
    }

    /// The messages about cases.
    private func messages(_ cases: String, rest: String = "") -> [String] {
        issues(text(cases, rest: rest)).map(\.message)
    }

    @Test("have names, tags, needs, hooks, and steps with those that run in any case")
    func whole() throws {
        let behaviour = try read(
            text(
                #"""
                {"name": "a", "steps": []},
                {"name": "b", "description": "x", "tags": ["t", "u"], "needs": "a",
                 "hooks": [{"name": "h", "on": "z.*", "before": "log"}],
                 "steps": [{"call": "z.f", "save": "it"}], "always": [{"call": "z.g", "with": [{"ref": "it"}]}]}
                """#, rest: #", "hooks": [{"name": "of file", "on": "z.*", "before": "log"}]"#))
        let read = behaviour.cases[1]
        #expect(behaviour.cases.map(\.name.value) == ["a", "b"])
        #expect(read.tags.map(\.value) == ["t", "u"])
        #expect(read.needs.map(\.value) == ["a"])
        #expect(read.steps.map(\.call.value.action) == ["f"])
        #expect(read.always.map(\.call.value.action) == ["g"])
        #expect(read.rows == nil)
        #expect(read.names == ["b"])
        #expect(behaviour.alone(read).hooks.compactMap(\.name?.value) == ["of file", "h"])
        #expect(behaviour.alone(read).steps.count == 1)
        #expect(behaviour.steps.isEmpty)
    }

    @Test(
        "that are wrong are refused with a reason",
        arguments: [
            ("1", "an element of \"cases\" of a behaviour is a number, expected an object"),
            (#"{"name": "a"}"#, "a case needs the key \"steps\", found none"),
            (#"{"steps": []}"#, "a case needs the key \"name\", found none"),
            (#"{"name": "", "steps": []}"#, "\"name\" of a case is \"\", expected text that is not empty"),
            (#"{"name": 1, "steps": []}"#, "\"name\" of a case is a number, expected text"),
            (#"{"name": "a", "stesp": []}"#, "a case has no key \"stesp\""),
            (#"{"name": "a", "steps": {}}"#, "\"steps\" of a case is an object, expected a list"),
            (#"{"name": "a", "steps": [], "always": 1}"#, "\"always\" of a case is a number, expected a list"),
            (
                #"{"name": "a", "steps": [], "tags": 1}"#,
                "\"tags\" of a case is a number, expected text or a list of texts"
            ),
            (#"{"name": "a", "steps": [], "needs": ["b"]}"#, "there is no case \"b\""),
            (#"{"name": "a", "steps": [], "needs": ["a"]}"#, "cases need each other: \"a\" needs \"a\""),
            (#"{"name": "a", "steps": [{"call": "y.f"}]}"#, "the call \"y.f\" begins with no module of this file"),
            (
                #"{"name": "a", "steps": [{"call": "z.f", "with": [{"ref": "b"}]}]}"#,
                "no step saves \"b\", expected the name of a saved value"
            ),
            (#"{"name": "a", "steps": []}, {"name": "a", "steps": []}"#, "\"a\" names two cases, expected a new name"),
            (
                #"{"name": "a [2]", "steps": []}, {"name": "a", "each": [{"x": 1}, {"x": 2}], "steps": []}"#,
                "the row makes a second case \"a [2]\", expected a new name"
            ),
            (
                #"{"name": "a", "hooks": [{"name": "h", "on": "z.*", "before": "log"}, {"name": "h", "on": "z.*", "after": "log"}], "steps": []}"#,
                "\"h\" names two hooks, expected a new name"
            ),
        ])
    func refused(cases: String, message: String) { #expect(messages(cases) == [message]) }

    @Test("that need each other are named in the order of their needs, once")
    func cycle() {
        let found = issues(
            text(
                #"""
                {"name": "a", "needs": ["b"], "steps": []}, {"name": "b", "needs": ["c"], "steps": []},
                {"name": "c", "needs": ["b", "d"], "steps": []}, {"name": "d", "steps": []}
                """#))
        #expect(found.map(\.message) == [#"cases need each other: "b" needs "c" needs "b""#])
        #expect(found[0].range?.text == "\"b\"")
    }

    @Test("may form a chain of needs as long as the file, and a circle as long")
    func chain() throws {
        func chain(_ count: Int, last: Int) -> String {
            (0..<count).map { index in
                let need = index == count - 1 ? last : index + 1
                return "{\"name\": \"\(index)\", \"needs\": [\"\(need)\"], \"steps\": []}"
            }.joined(separator: ",")
        }
        let open = try read(text(chain(20_000, last: 20_000) + #", {"name": "20000", "steps": []}"#))
        #expect(open.casesInOrder.first?.name.value == "20000")
        #expect(open.casesInOrder.last?.name.value == "0")
        #expect(codes(text(chain(20_000, last: 0))) == ["behaviour.cyclic-needs"])
    }

    @Test("know nothing of what others save, and may save the same names")
    func scopes() {
        let step = #"{"call": "z.f", "save": "it"}"#
        #expect(
            messages(
                #"{"name": "a", "steps": [\#(step)]}, {"name": "b", "steps": [\#(step)]}"#,
                rest: #", "steps": [\#(step)]"#)
                == [])
        #expect(
            messages(
                #"{"name": "a", "steps": [{"call": "z.f", "with": [{"ref": "it"}]}]}"#, rest: #", "steps": [\#(step)]"#)
                == ["no step saves \"it\", expected the name of a saved value"])
    }

    @Test("may have hooks of the same name, but not of one that the file has")
    func hookNames() {
        let hook = #"{"name": "h", "on": "z.*", "before": "log"}"#
        let two = #"{"name": "a", "hooks": [\#(hook)], "steps": []}, {"name": "b", "hooks": [\#(hook)], "steps": []}"#
        #expect(messages(two) == [])
        #expect(
            messages(two, rest: #", "hooks": [\#(hook)]"#) == [
                "\"h\" names two hooks, expected a new name", "\"h\" names two hooks, expected a new name",
            ])
    }

    @Test("hide none of their mistakes")
    func several() {
        #expect(
            codes(
                text(
                    #"{"name": 1, "steps": [{"call": "y.f"}], "always": [{"cal": "z.f"}]}, {"name": "b", "steps": [{"call": "z."}]}"#
                )) == [
                    "behaviour.wrong-type", "behaviour.unknown-module", "behaviour.unknown-key",
                    "behaviour.unknown-module",
                ])
    }

    @Test("of a file: steps that run in any case see what the others save")
    func always() throws {
        let text = behaviour(steps: #"{"call": "z.f", "save": "a"}"#).dropLast()
        let behaviour = try read(text + #", "always": [{"call": "z.g", "with": [{"ref": "a"}]}]}"#)
        #expect(behaviour.always.map(\.call.value.action) == ["g"])
        #expect(
            codes(text + #", "always": [{"call": "z.g", "with": [{"ref": "b"}], "save": "a"}]}"#)
                == ["behaviour.unknown-reference", "behaviour.duplicate-name"])
    }
}
