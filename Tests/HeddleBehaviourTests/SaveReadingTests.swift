// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("What steps save and refer to")
struct SaveReadingTests {
    private func steps(_ rest: String...) -> String {
        behaviour(steps: rest.map { #"{"call": "z.f", \#($0)}"# }.joined(separator: ", "))
    }

    @Test("a name saves the result")
    func result() throws {
        let save = try step(#"{"call": "z.f", "save": "sum"}"#).saves[0]
        #expect(save.name.value == "sum")
        #expect(save.path.value == .result)
        #expect(save.name.range.text == "\"sum\"")
    }

    @Test("an object saves any parts")
    func parts() throws {
        let saves = try step(#"{"call": "z.f", "save": {"a": "result", "b": "out.db", "c": "errno", "d": "failure"}}"#)
            .saves
        #expect(saves.map(\.name.value) == ["a", "b", "c", "d"])
        #expect(saves.map(\.path.value) == [.result, .out("db"), .errno, .failure])
        #expect(saves.map(\.path.value.description) == ["result", "out.db", "errno", "failure"])
        #expect(saves[1].path.range.text == "\"out.db\"")
    }

    @Test(
        "a part that does not exist is refused with the nearest one",
        arguments: [
            ("results", "did you mean \"result\"?"), ("error", "did you mean \"errno\"?"), ("return", nil),
            ("erno", "did you mean \"errno\"?"),
            ("outs.db", "did you mean \"out.db\"?"), ("reslt.x[1]", "did you mean \"result.x[1]\"?"),
            ("errno.x", "did you mean \"errno\"?"), ("failure.cod", "did you mean \"failure\"?"),
            ("result[", "did you mean \"result\"?"),
            ("failure.code.x", "did you mean \"failure\"?"), ("out[0]", nil), ("out.", nil), ("out", nil),
            ("RESULT", nil),
        ] as [(String, String?)])
    func unknownPath(path: String, suggestion: String?) {
        let found = issues(steps(#""save": {"a": "\#(path)"}"#))
        #expect(found.map(\.code) == [.behaviour(.unknownPath)])
        #expect(found.map(\.suggestion) == [suggestion])
        #expect(codes(steps(#""expect": {"\#(path)": 1}"#)) == ["behaviour.unknown-path"])
    }

    @Test("a reference sees what earlier steps saved, wherever it stands")
    func references() throws {
        let text = steps(
            #""save": "a""#, #""with": [{"ref": "a"}], "save": {"b": "errno"}"#,
            #""with": {"x": [{"y": {"ref": "b"}}]}, "expect": {"result": {"ref": "a"}, "errno": {"ne": {"ref": "b"}}}"#)
        #expect(try read(text).steps.count == 3)
    }

    @Test("a name is saved once in a file")
    func twice() {
        let found = issues(steps(#""save": "a""#, #""save": {"b": "errno", "a": "result"}"#))
        #expect(found.map(\.message) == ["the name \"a\" is saved twice, expected a new name"])
        #expect(found[0].notes.map(\.text) == ["it is saved first"])
    }

    @Test("paths lead into what is saved, expected and referred to")
    func paths() throws {
        let saves = try step(#"{"call": "z.f", "save": {"a": "result.x[1]", "b": "out.p.y", "c": "failure.code"}}"#)
            .saves
        #expect(saves.map(\.path.value.root) == [.result, .out("p"), .failure])
        #expect(saves.map(\.path.value.part.description) == [".x[1]", ".y", ".code"])
        #expect(saves.map(\.path.value.description) == ["result.x[1]", "out.p.y", "failure.code"])
        #expect(
            codes(steps(#""save": "a", "expect": {"result[0][1]": 1}"#, #""with": [{"ref": "a.b[2].c"}]"#)) == [])
    }

    @Test("a name leads into nothing by itself", arguments: ["a.b", "a[0]", "]", "."])
    func marks(name: String) {
        let found = issues(steps(#""save": "\#(name)""#))
        #expect(found.map(\.code) == [.behaviour(.badValue)])
        #expect(found.map { $0.range?.text } == ["\"\(name)\""])
    }

    @Test("a reference that is no path is refused", arguments: ["", "a.", "a[", "a[x", "a[1x]", ".a", "a..b"])
    func noPath(text: String) {
        let found = issues(steps(#""save": "a""#, #""with": [{"ref": "\#(text)"}]"#))
        #expect(
            found.map(\.message) == [
                "\"\(text)\" refers to nothing, expected a name, or a path such as name.field[0]"
            ])
        #expect(found.map { $0.range?.text } == ["\"\(text)\""])
    }

    @Test("a name that appears twice in one object is one mistake")
    func twiceInOneObject() {
        #expect(codes(steps(#""save": {"a": "errno", "a": "result"}"#)) == ["json.duplicate-key"])
    }

    @Test("a reference that no step answers is refused with the nearest name")
    func unknown() {
        let found = issues(steps(#""save": "total""#, #""with": [{"ref": "totl"}]"#, #""with": [[{"ref": "x"}]]"#))
        #expect(found.map(\.code) == [.behaviour(.unknownReference), .behaviour(.unknownReference)])
        #expect(
            found.map(\.message) == [
                "no step saves \"totl\", expected the name of a saved value",
                "no step saves \"x\", expected the name of a saved value",
            ])
        #expect(found.map(\.suggestion) == ["did you mean \"total\"?", nil])
        #expect(found.map { $0.range?.text } == ["\"totl\"", "\"x\""])
    }

    @Test("a reference does not see its own step or a later one, and is told which")
    func early() {
        let found = issues(steps(#""save": "a", "with": [{"ref": "a"}]"#, #""with": [{"ref": "b"}]"#, #""save": "b""#))
        #expect(
            found.map(\.message) == [
                "\"a\" is saved by this step itself, expected a value that an earlier step saves",
                "\"b\" is saved by a later step, expected a value that an earlier step saves",
            ])
        #expect(found.allSatisfy { $0.notes.map(\.text) == ["it is saved"] && $0.notes[0].range != nil })
    }

    @Test("a reference is answered by a step that is wrong elsewhere")
    func wrongStep() {
        #expect(
            codes(
                steps(
                    #""save": "a", "wiht": 1"#, #""save": {"b": "nothing"}"#, #""with": [{"ref": "a"}, {"ref": "b"}]"#))
                == ["behaviour.unknown-key", "behaviour.unknown-path"])
    }
}
