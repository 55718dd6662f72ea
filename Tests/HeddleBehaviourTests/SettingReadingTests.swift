// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("The settings of a behaviour")
struct SettingReadingTests {
    private func text(_ settings: String, _ step: String = #"{"call": "z.f"}"#) -> String {
        #"{"behaviour": 1, "settings": \#(settings), "modules": {"z": {"library": "z"}}, "steps": [\#(step)]}"#
    }

    private func given(_ settings: String, _ texts: [String: String] = [:]) throws -> Value {
        try #require(try read(text(settings)).settings.given(texts)).value
    }

    @Test("are declared in C, one or several, with their defaults")
    func declared() throws {
        let declared = try read(text(#"["_Field_range_(0, 9) int32_t n = 5", "const char *s = \"a\\n\"", "bool b"]"#))
            .settings
        #expect(declared.map(\.setting.name) == ["n", "s", "b"])
        #expect(declared.map(\.setting.initial) == [.number(.integer(5)), .string("a\n"), nil])
        #expect(declared[0].range.text == #""_Field_range_(0, 9) int32_t n = 5""#)
        #expect(try read(text(#""int n = 1""#)).settings.count == 1)
        #expect(try read(text("[]")).settings.isEmpty)
    }

    @Test("have the value that is given, JSON or a text, and otherwise their default")
    func values() throws {
        let types = #"["float f = 16777217", "int n = 1", "enum e { A, B = 7 } e = B", "double d[2] = {0, 1}"]"#
        #expect(try given(types, ["n": "5.0"]).json == #"{"n":5,"f":16777216,"e":7,"d":[0,1]}"#)
        #expect(
            try given(types, ["d": #"["NaN", "-Infinity"]"#, "f": "0.1", "e": #""A""#]).json
                == #"{"f":0.1,"e":0,"d":["NaN","-Infinity"],"n":1}"#)
        let settings = #"["int32_t n = 5", "const char *s = \"a\"", "double d[2] = {1, 2}", "bool b = false"]"#
        #expect(try given(settings).json == #"{"n":5,"s":"a","d":[1,2],"b":false}"#)
        let texts = ["n": "-7", "s": "[1]", "d": "[3, 4.5]", "b": "true", "other": "1"]
        #expect(try given(settings, texts).json == #"{"n":-7,"s":"[1]","d":[3,4.5],"b":true}"#)
        #expect(try given(#""const char *s""#, ["s": ""]) == .object([.init("s", .string(""))]))
        #expect(try read(text("[]")).settings.given(["n": "1"]) == nil)
    }

    @Test(
        "say what is wrong with a value",
        arguments: [
            (
                "int8_t n = 5", "300",
                "the setting n of the behaviour is number 300, expected a whole number from -128 to 127"
            ),
            (
                "int n = 5", "five",
                "the setting n of the behaviour is text \"five\", expected a whole number from -2147483648 to 2147483647"
            ),
            (
                "int n = 5", "",
                "the setting n of the behaviour is text \"\", expected a whole number from -2147483648 to 2147483647"
            ),
            (
                "_Field_range_(1, 3) int n = 1", "4",
                "the setting n of the behaviour is number 4, expected a whole number from 1 to 3"
            ),
            ("bool n = true", "1", "the setting n of the behaviour is number 1, expected true or false"),
            (
                "int n[2] = {1, 2}", "[1, 2, 3]",
                "the setting n of the behaviour is array of 3, expected an array of 2"
            ),
        ])
    func wrong(setting: String, value: String, message: String) throws {
        let found = #expect(throws: Diagnostics.self) { try given("[\"\(setting)\"]", ["n": value]) }
        #expect(found?.all.map(\.message) == [message])
        #expect(found?.all.first?.range?.text == "\"\(setting)\"")
        #expect(found?.all.first?.code == .config(.value))
    }

    @Test("without a default must be given")
    func missing() throws {
        let found = #expect(throws: Diagnostics.self) { try given(#"["int n", "bool b"]"#, ["b": "true"]) }
        #expect(found?.all.map(\.message) == ["the behaviour needs the setting \"n\""])
        #expect(
            found?.all.first?.suggestion
                == "give --set n=VALUE, a whole number from -2147483648 to 2147483647")
        #expect(found?.all.first?.range?.text == #""int n""#)
    }

    @Test(
        "that are wrong are refused with a reason",
        arguments: [
            (#"["int"]"#, "expected the name of the setting, found the end"),
            (#"["nothing n"]"#, "unknown type \"nothing\""),
            (
                #"["void *p"]"#,
                "a setting cannot have the type \"void *\": the only pointer that a setting can be is a text, const char *"
            ),
            (
                #"["int8_t n = 300"]"#,
                "the default does not fit: the setting n of the declaration is number 300, expected a whole number from -128 to 127"
            ),
            (#"["const char *s = NULL"]"#, "the setting \"s\" has the default NULL, which is no value"),
            (#"["int n = 1", "bool n = true"]"#, "there are two settings called \"n\", expected a new name"),
            ("5", "\"settings\" of a behaviour is a number, expected text or a list of texts"),
        ])
    func refused(settings: String, message: String) {
        let found = issues(text(settings)).map(\.message)
        #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
    }

    @Test("are known to steps by their names, and their name is taken")
    func references() {
        let settings = #"["int n = 1", "double d[2] = {1, 2}", "int count = 0"]"#
        for reference in ["settings", "settings.n", "settings.d[1]"] {
            #expect(issues(text(settings, #"{"call": "z.f", "with": [{"ref": "\#(reference)"}]}"#)).isEmpty)
        }
        let unknown = issues(text(settings, #"{"call": "z.f", "with": [{"ref": "settings.cuont"}]}"#))
        #expect(unknown.map(\.message) == ["the behaviour has no setting \"cuont\""])
        #expect(unknown.first?.suggestion == "did you mean \"count\"?")
        let bare = issues(text(settings, #"{"call": "z.f", "with": [{"ref": "n"}]}"#))
        #expect(bare.first?.suggestion == "did you mean \"settings.n\"?")
        let saved = issues(text(settings, #"{"call": "z.f", "save": "settings"}"#))
        #expect(saved.map(\.message) == ["the name \"settings\" is that of the settings, expected a new name"])
        for place in ["&settings.n", "(long)settings.n"] {
            let found = issues(text(settings, #"{"call": "z.f", "with": [{"ref": "\#(place)"}]}"#))
            #expect(
                found.map(\.message) == ["\"\(place)\" is no place in memory: the values of \"settings\" have none"])
        }
        let undeclared = issues(text("[]", #"{"call": "z.f", "with": [{"ref": "files.a"}]}"#))
        #expect(undeclared.first?.suggestion == "name them: \"files\": {\"data\": \"data.bin\"}")
        let free =
            #"{"behaviour": 1, "modules": {"z": {"library": "z"}}, "steps": [{"call": "z.f", "save": "settings"}]}"#
        #expect(issues(free).isEmpty, "without settings the name is free")
    }

    @Test("are known in an \"always\" that cases share")
    func always() {
        let text = """
            {"behaviour": 1, "settings": ["int n = 1"], "modules": {"z": {"library": "z"}},
             "setup": [{"call": "z.f"}], "always": [{"call": "z.f", "with": [{"ref": "settings.n"}]}],
             "cases": [{"name": "c", "steps": [{"call": "z.f"}]}]}
            """
        #expect(issues(text).isEmpty)
    }

    @Test("are known in cases beside the row, and in what cases expect")
    func cases() {
        let text = """
            {"behaviour": 1, "settings": ["int n = 1"], "modules": {"z": {"library": "z"}}, "cases": [
              {"name": "c", "each": [{"a": 1}], "expect": {"stdout": {"ref": "settings.n"}},
               "steps": [{"call": "z.f", "with": [{"ref": "settings.n"}, {"ref": "row.a"}]}]}]}
            """
        #expect(issues(text).isEmpty)
    }
}
