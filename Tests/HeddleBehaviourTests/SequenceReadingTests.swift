// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The array form")
struct SequenceReadingTests {
    /// The file for which the form was made.
    private let original = """
        [
            {
                "name": "GenericProtocol.MyFirstModule",
                "actions": [
                    {
                        "func": "sayHello"
                    },
                    {
                        "func": "showPopup"
                    },
                    {
                        "func": "sayGoodBye"
                    }
                ]
            },
            {
                "name": "GenericProtocol.MySecondModule",
                "actions": [
                    {
                        "func": "sayHello"
                    }
                    ,
                    {
                        "func": "showPlop"
                    },
                    {
                        "func": "sayGoodBye"
                    }
                ]
            },
            {
                "name": "GenericProtocol.MyThirdModule",
                "actions": [
                    {
                        "func": "openUrlWithUrl:",
                        "value": "https://eleven-labs.com/"
                    }
                ]
            }
        ]
        """

    @Test("reads the original file as it always did")
    func originalFile() throws {
        let behaviour = try read(original)
        #expect(issues(original).isEmpty)
        #expect(behaviour.form == .sequence)
        #expect(behaviour.policy == Policy(missing: .skip, onFailure: .continue))
        #expect(behaviour.hooks.isEmpty)
        let names = [
            "GenericProtocol.MyFirstModule", "GenericProtocol.MySecondModule", "GenericProtocol.MyThirdModule",
        ]
        #expect(behaviour.modules.map(\.name.value) == names)
        #expect(behaviour.modules.map(\.library?.value) == names)
        #expect(
            behaviour.steps.map(\.call.value) == [
                ActionName(module: names[0], action: "sayHello"), ActionName(module: names[0], action: "showPopup"),
                ActionName(module: names[0], action: "sayGoodBye"), ActionName(module: names[1], action: "sayHello"),
                ActionName(module: names[1], action: "showPlop"), ActionName(module: names[1], action: "sayGoodBye"),
                ActionName(module: names[2], action: "openUrlWithUrl:"),
            ])
        #expect(behaviour.steps.dropLast().allSatisfy { if case .none = $0.arguments { true } else { false } })
        guard case .positional(let arguments) = behaviour.steps[6].arguments else {
            Issue.record("the value is no argument")
            return
        }
        #expect(arguments.map(\.value.literal) == [.string("https://eleven-labs.com/")])
        #expect(arguments.map(\.range.text) == ["\"https://eleven-labs.com/\""])
        #expect(behaviour.steps[6].call.range.text == "\"openUrlWithUrl:\"")
    }

    @Test("makes one module of a name that appears twice, and keeps the order of the actions")
    func sameModule() throws {
        let text =
            #"[{"name": "a", "actions": [{"func": "f"}]}, {"name": "b", "actions": [{"func": "g"}]}, {"name": "a", "actions": [{"func": "h"}]}]"#
        let behaviour = try read(text)
        #expect(behaviour.modules.map(\.name.value) == ["a", "b"])
        #expect(behaviour.steps.map(\.call.value.description) == ["a.f", "b.g", "a.h"])
    }

    @Test("takes any value as the argument", arguments: ["null", "1", "[1, 2]", "{\"a\": 1}", "true", "\"\""])
    func values(text: String) throws {
        let behaviour = try read(#"[{"name": "a", "actions": [{"value": \#(text), "func": "f"}]}]"#)
        guard case .positional(let arguments) = behaviour.steps[0].arguments else {
            Issue.record("the value is no argument")
            return
        }
        #expect(arguments.map(\.range.text) == [text])
    }

    @Test("may be empty, and a module may have no actions")
    func empty() throws {
        #expect(try read("[]").modules.isEmpty)
        let behaviour = try read(#"[{"name": "a"}, {"name": "b", "actions": []}]"#)
        #expect(behaviour.modules.map(\.name.value) == ["a", "b"])
        #expect(behaviour.steps.isEmpty)
    }

    @Test("warns of keys that it does not know")
    func unknownKeys() {
        let found = issues(#"[{"name": "a", "nmae": 1, "actions": [{"func": "f", "vlaue": 1, "description": 1}]}]"#)
        #expect(
            found.map(\.message) == [
                "a module has no key \"nmae\", it is ignored", "an action has no key \"vlaue\", it is ignored",
            ])
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(found.map(\.suggestion) == ["did you mean \"name\"?", "did you mean \"value\"?"])
    }

    @Test(
        "is refused with a reason",
        arguments: [
            (#"[1]"#, "an element of \"modules\" of a behaviour is a number, expected an object"),
            (#"[{}]"#, "a module needs the key \"name\", found none"),
            (#"[{"name": 1}]"#, "\"name\" of a module is a number, expected text"),
            (#"[{"name": ""}]"#, "\"name\" of a module is \"\", expected text that is not empty"),
            (#"[{"name": "a", "actions": null}]"#, "\"actions\" of a module is null, expected a list"),
            (
                #"[{"name": "a", "actions": ["f"]}]"#,
                "an element of \"actions\" of a module is text, expected an object"
            ),
            (#"[{"name": "a", "actions": [{}]}]"#, "an action needs the key \"func\", found none"),
            (#"[{"name": "a", "actions": [{"func": null}]}]"#, "\"func\" of an action is null, expected text"),
            (
                #"[{"name": "a", "actions": [{"func": "f", "value": {"ref": "x"}}]}]"#,
                "found a reference to \"x\", expected a value that is known here"
            ),
        ])
    func refused(text: String, message: String) {
        #expect(issues(text).map(\.message) == [message])
    }

    @Test("finds the mistakes of a module without a name")
    func unnamedModule() {
        #expect(
            codes(#"[{"actions": [{"fnuc": 1}]}]"#) == [
                "behaviour.missing-key", "behaviour.missing-key", "behaviour.unknown-key",
            ])
    }
}
