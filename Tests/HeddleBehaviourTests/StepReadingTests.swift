// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The steps of a behaviour")
struct StepReadingTests {
    @Test("are a collection that can be read in any order, again and again")
    func collection() throws {
        let all = try read(fullExample)
        let steps = all.steps
        #expect(steps.count == 4 && all.setupCount == 1)
        #expect(steps.map(\.call.value.description) == ["z.crc32", "z.crc32", "greeter.sayHello", "z.crc32"])
        #expect(steps.reversed().map(\.saves.count) == [0, 2, 1, 1])
        #expect(steps[2].range.text.hasPrefix("{ \"call\": \"greeter.sayHello\""))
        #expect(steps[2].call.range.text == "\"greeter.sayHello\"")
    }

    @Test("take arguments by position, by name, or none")
    func arguments() throws {
        guard case .positional(let positional) = try step(#"{"call": "z.f", "with": [0, "a", null]}"#).arguments,
            case .named(let named) = try step(#"{"call": "z.f", "with": {"ref": "x", "n": true}}"#).arguments,
            case .none = try step(#"{"call": "z.f"}"#).arguments
        else {
            Issue.record("read as other arguments")
            return
        }
        #expect(positional.map(\.value.literal) == [.number(.integer(0)), .string("a"), .null])
        #expect(positional.map(\.range.text) == ["0", "\"a\"", "null"])
        #expect(named.map(\.name.value) == ["ref", "n"])
        #expect(named.map(\.value.value.literal) == [.string("x"), .bool(true)])
        #expect(named[1].name.range.text == "\"n\"")
    }

    @Test(
        "call by the longest module name, and dots may stand on both sides",
        arguments: [
            ("z.f", "z", "f"), ("a.b.f", "a.b", "f"), ("z.f.g", "z", "f.g"),
            ("a.b.openUrl:with:", "a.b", "openUrl:with:"),
            ("a.b.c.d", "a.b", "c.d"), ("z...", "z", ".."),
        ])
    func calls(text: String, module: String, action: String) throws {
        #expect(try step(#"{"call": "\#(text)"}"#).call.value == ActionName(module: module, action: action))
    }

    @Test("prefer the longer of two modules that both begin a call")
    func longestModule() throws {
        let text =
            #"{"behaviour": 1, "steps": [{"call": "a.b.c"}, {"call": "a.d"}], "#
            + #""modules": {"a": {"library": "a"}, "a.b": {"library": "b"}}}"#
        #expect(try read(text).steps.map(\.call.value.module) == ["a.b", "a"])
    }

    private static let known = "the file has the modules z, a.b"

    @Test(
        "refuse calls of nothing",
        arguments: [
            ("y.f", "the call \"y.f\" begins with no module of this file", known),
            ("a.c.f", "the call \"a.c.f\" begins with no module of this file", "did you mean \"a.b\"?"),
            ("zlib.f", "the call \"zlib.f\" begins with no module of this file", known),
            ("f", "the call \"f\" names no module, expected \"module.action\"", "write \"MODULE.f\": \(known)"),
            ("z", "the call \"z\" names no module, expected \"module.action\"", known),
            ("z.", "the call \"z.\" ends after its module, expected an action", nil),
            (".f", "the call \".f\" begins with no module of this file", known),
        ] as [(String, String, String?)])
    func unknownModules(text: String, message: String, suggestion: String?) {
        let found = issues(behaviour(steps: #"{"call": "\#(text)"}"#))
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.code) == [.behaviour(.unknownModule)])
        #expect(found.map(\.suggestion) == [suggestion])
    }

    @Test("know a module whose own entry is wrong")
    func wrongModule() {
        #expect(
            codes(#"{"behaviour": 1, "modules": {"z": {}}, "steps": [{"call": "z.f"}]}"#) == ["behaviour.missing-key"])
    }

    @Test(
        "are refused with a reason",
        arguments: [
            (#"[]"#, "an element of \"steps\" of a behaviour is an array, expected an object"),
            (#"{}"#, "a step needs the key \"call\", found none"),
            (#"{"call": 1}"#, "\"call\" of a step is a number, expected \"module.action\""),
            (#"{"call": ""}"#, "\"call\" of a step is \"\", expected text that is not empty"),
            (
                #"{"call": "z.f", "with": 1}"#,
                "\"with\" of a step is a number, expected an array of arguments, or an object with them by name"
            ),
            (#"{"call": "z.f", "args": []}"#, "a step has no key \"args\""),
            (
                #"{"call": "z.f", "save": 1}"#,
                "\"save\" of a step is a number, expected a name, or an object {\"name\": \"path\"}"
            ),
            (#"{"call": "z.f", "save": ""}"#, "\"save\" of a step is \"\", expected text that is not empty"),
            (
                #"{"call": "z.f", "save": {"": "result"}}"#,
                "a saved value has an empty name, expected text that is not empty"
            ),
            (
                #"{"call": "z.f", "save": {"a": 1}}"#,
                "\"a\" of \"save\" is a number, expected result, out.NAME, errno, failure, status, argument.NAME, stdout, stderr or file:PATH"
            ),
            (
                #"{"call": "z.f", "expect": 5}"#,
                "\"expect\" of a step is a number, expected an object such as {\"result\": value}"
            ),
        ])
    func refused(text: String, message: String) {
        #expect(issues(behaviour(steps: text)).map(\.message) == [message])
    }

    @Test("are a list")
    func list() {
        #expect(codes(#"{"behaviour": 1, "steps": {}}"#) == ["behaviour.wrong-type"])
    }

    @Test("take remarks")
    func remarks() throws {
        _ = try step(#"{"call": "z.f", "description": ["any", {"thing": 1}], "x-": null, "x-tool": {}}"#)
    }
}
