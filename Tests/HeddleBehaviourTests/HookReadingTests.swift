// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import Testing

@Suite("The hooks of a behaviour")
struct HookReadingTests {
    @Test("are read with everything that they say")
    func full() throws {
        let hooks = try read(fullExample).hooks
        #expect(hooks.map(\.name?.value) == ["seen", nil, nil])
        #expect(hooks.map { $0.patterns.map(\.value) } == [["*.*"], ["z.*", "!z.zlibVersion"], ["greeter.sayHello"]])
        #expect(hooks[1].patterns[1].range.text == "\"!z.zlibVersion\"")
        #expect(hooks.map { $0.before.map(\.name.value) } == [["log"], [], ["audit.checkName", "log"]])
        #expect(hooks.map { $0.instead.map(\.name.value) } == [[], ["cache"], []])
        #expect(hooks.map { $0.after.map(\.name.value) } == [["time"], [], []])
        #expect(hooks.map(\.order) == [0, -1.5, 0])
        #expect(hooks.map(\.isEnabled) == [true, false, true])
        #expect(hooks.map(\.isOptional) == [false, true, false])
        #expect(hooks.map(\.when) == [.failed, nil, nil])
        #expect(hooks[1].outside.map(\.value) == ["seen"])
        #expect(hooks[1].inside.map(\.value) == ["seen"])
        #expect(hooks[0].range.text.hasPrefix("{ \"name\": \"seen\""))
    }

    @Test("keep an aspect's options as they are written")
    func options() throws {
        let hooks = try read(fullExample).hooks
        #expect(hooks[1].instead[0].options?.value == .object([.init("capacity", .number(.integer(128)))]))
        #expect(hooks[1].instead[0].options?.range.text == "{ \"capacity\": 128 }")
        #expect(hooks[1].instead[0].name.range.text == "\"cache\"")
        #expect(hooks[2].before[0].options == nil)
    }

    @Test("run for what returned")
    func returned() throws {
        let hook = try read(behaviour(hook: #"{"when": "returned", "on": ["a.b"], "after": "log"}"#)).hooks[0]
        #expect(hook.when == .returned)
    }

    @Test("take any finite order", arguments: [("3", 3), ("-0", 0), ("1e-3", 0.001), ("1e308", 1e308)])
    func order(text: String, order: Double) throws {
        let hook = try read(behaviour(hook: #"{"on": "a.b", "before": "log", "order": \#(text)}"#)).hooks[0]
        #expect(hook.order == order)
    }

    @Test(
        "are refused with a reason",
        arguments: [
            (#"1"#, "an element of \"hooks\" of a behaviour is a number, expected an object"),
            (#"{"before": "log"}"#, "a hook needs the key \"on\", found none"),
            (#"{"on": "a.b"}"#, "a hook needs \"before\", \"instead\" or \"after\", found none of them"),
            (#"{"on": [], "before": "log"}"#, "\"on\" of a hook is [], expected at least one pattern"),
            (#"{"on": "", "before": "log"}"#, "\"on\" of a hook is \"\", expected text that is not empty"),
            (#"{"on": {}, "before": "log"}"#, "\"on\" of a hook is an object, expected text or a list of texts"),
            (#"{"on": [["a.b"]], "before": "log"}"#, "an element of \"on\" of a hook is an array, expected text"),
            (#"{"on": "a.b", "before": []}"#, "\"before\" of a hook is [], expected at least one hook"),
            (
                #"{"on": "a.b", "before": 1}"#,
                "\"before\" of a hook is a number, expected an aspect, module.symbol, or an object {\"aspect\": options}"
            ),
            (#"{"on": "a.b", "before": {}}"#, "\"before\" of a hook has no aspect, expected one aspect"),
            (
                #"{"on": "a.b", "after": {"log": {}, "time": {}}}"#,
                "\"after\" of a hook has several keys, expected one aspect"
            ),
            (
                #"{"on": "a.b", "after": ["log", ["time"]]}"#,
                "an element of \"after\" of a hook is an array, expected an aspect, module.symbol, or an object {\"aspect\": options}"
            ),
            (
                #"{"on": "a.b", "before": "log", "when": "failed"}"#,
                "\"when\" chooses among the calls that \"after\" sees, found no \"after\""
            ),
            (
                #"{"on": "a.b", "after": "log", "when": "fails"}"#,
                "\"when\" of a hook is \"fails\", expected \"returned\" or \"failed\""
            ),
            (#"{"on": "a.b", "before": "log", "order": "1"}"#, "\"order\" of a hook is text, expected a number"),
            (
                #"{"on": "a.b", "before": "log", "order": 1e999}"#,
                "\"order\" of a hook is 1e999, expected a number that a double can hold"
            ),
            (
                #"{"on": "a.b", "before": "log", "enabled": 1}"#,
                "\"enabled\" of a hook is a number, expected true or false"
            ),
            (
                #"{"on": "a.b", "before": "log", "optional": null}"#,
                "\"optional\" of a hook is null, expected true or false"
            ),
            (#"{"on": "a.b", "before": "log", "once": 1}"#, "\"once\" of a hook is a number, expected true or false"),
            (#"{"on": "a.b", "before": "log", "never": true}"#, "a hook has no key \"never\""),
            (
                #"{"on": "a.b", "before": "log", "outside": [true]}"#,
                "an element of \"outside\" of a hook is a boolean, expected text"
            ),
        ])
    func refused(hook: String, message: String) {
        #expect(issues(behaviour(hook: hook)).map(\.message) == [message])
    }

    @Test("are a list")
    func list() {
        #expect(
            issues(#"{"behaviour": 1, "hooks": {}}"#).map(\.message) == [
                "\"hooks\" of a behaviour is an object, expected a list"
            ])
    }

    @Test("have names of their own")
    func uniqueNames() throws {
        let hook = #"{"name": "a", "on": "a.b", "before": "log"}"#
        let found = issues(behaviour(hook: "\(hook), \(hook)"))
        #expect(found.map(\.message) == ["\"a\" names two hooks, expected a new name"])
        #expect(found[0].notes.map(\.text) == ["the first one is"])
        #expect(try #require(found[0].notes[0].range).bytes.upperBound < #require(found[0].range).bytes.lowerBound)
    }
}
