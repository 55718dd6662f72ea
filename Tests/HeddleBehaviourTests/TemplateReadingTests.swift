// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("Values with references in them")
struct TemplateReadingTests {
    private func argument(_ text: String) throws -> Located<Template> {
        let steps = #"{"call": "z.f", "save": "a"}, {"call": "z.f", "with": [\#(text)]}"#
        guard case .positional(let arguments) = try read(behaviour(steps: steps)).steps[1].arguments else {
            throw NotPositional()
        }
        return arguments[0]
    }

    private struct NotPositional: Error {}

    @Test(
        "are literal where there is none",
        arguments: [
            ("null", .null), ("1.50", .number(.decimal("1.50"))),
            (#"[1, [true]]"#, .array([.number(.integer(1)), .array([.bool(true)])])),
            ("[]", .array([])), ("{}", .object([])),
            (#"{"x": {"y": []}}"#, .object([.init("x", .object([.init("y", .array([]))]))])),
            (#"{"join": 1}"#, .object([.init("join", .number(.integer(1)))])),
            (
                #"{"join": ["a"], "x": 1}"#,
                .object([.init("join", .array([.string("a")])), .init("x", .number(.integer(1)))])
            ),
            (#"{"ref": 1}"#, .object([.init("ref", .number(.integer(1)))])),
            (#"{"ref": "a", "x": 1}"#, .object([.init("ref", .string("a")), .init("x", .number(.integer(1)))])),
            (#"{"bytes": 5}"#, .object([.init("bytes", .number(.integer(5)))])),
            (#"{"bytes": "!", "hex": "!"}"#, .object([.init("bytes", .string("!")), .init("hex", .string("!"))])),
        ] as [(String, Value)])
    func literals(text: String, value: Value) throws {
        #expect(try argument(text).value.literal == value)
        #expect(try argument(text).range.text == text)
    }

    @Test("keep the places of what stands around a reference")
    func around() throws {
        guard case .array(let elements) = try argument(#"[1, {"x": {"ref": "a"}, "y": [2]}]"#).value,
            case .literal(.number(.integer(1))) = elements[0].value, case .object(let members) = elements[1].value,
            case .reference(let reference) = members[0].value.value, reference == Reference("a")
        else {
            Issue.record("read as another template")
            return
        }
        #expect(members.map(\.name.value) == ["x", "y"])
        #expect(members[0].value.range.text == #"{"ref": "a"}"#)
        #expect(members[1].value.value.literal == .array([.number(.integer(2))]))
        #expect(members[1].name.range.text == "\"y\"")
    }

    @Test("keep the parts of a text that is put together, and know it where they are known")
    func joins() throws {
        let known = try argument(#"{"join": ["a", 1.50, true, {"hex": "62"}, {"join": ["c"]}]}"#)
        #expect(known.value.literal == .string("a1.50truebc"))
        #expect(known.range.text == #"{"join": ["a", 1.50, true, {"hex": "62"}, {"join": ["c"]}]}"#)
        guard case .computed(let computation) = try argument(#"{ "j\u006fin" : [ "a", {"ref": "a.b"} ] }"#).value else {
            Issue.record("read as another template")
            return
        }
        #expect(computation.operands.map(\.range.text) == ["\"a\"", #"{"ref": "a.b"}"#])
        #expect(computation.written.json == #"{"join":["a",{"ref":"a.b"}]}"#)
    }

    @Test("keep expressions and parts with the places of their operands")
    func computations() throws {
        let known = try argument(#"{"expression": "(2 + 3) * 4"}"#)
        #expect(known.value.literal == .number(.integer(20)))
        let texts = [
            (#"{"expression": "a.b[0] * 2 + a.b[0]"}"#, [#"{"expression": "a.b[0] * 2 + a.b[0]"}"#]),
            (#"{"ref": "a", "count": {"ref": "a.n"}}"#, ["\"a\"", #"{"ref": "a.n"}"#]),
            (
                #"{ "count" : {"expression": "a + 1"}, "from" : 2, "ref": "a" }"#,
                ["\"a\"", "2", #"{"expression": "a + 1"}"#]
            ),
        ]
        for (text, places) in texts {
            let argument = try argument(text)
            guard case .computed(let computation) = argument.value else {
                Issue.record("\(text) is read as another template")
                continue
            }
            #expect(argument.range.text == text)
            #expect(computation.operands.map(\.range.text) == places)
        }
    }

    @Test(
        "say bytes",
        arguments: [
            (#"{"bytes": ""}"#, []), (#"{"bytes": "AA=="}"#, [0]), (#"{"bytes": "aGk="}"#, [0x68, 0x69]),
            (#"{"bytes": "+/+/"}"#, [0xFB, 0xFF, 0xBF]), (#"{"bytes": "AAECAwQ="}"#, [0, 1, 2, 3, 4]),
            (#"{"hex": ""}"#, []), (#"{"hex": "00aAfF"}"#, [0, 0xAA, 0xFF]), (#"{"h\u0065x": "1\u0030"}"#, [0x10]),
        ] as [(String, [UInt8])])
    func bytes(text: String, bytes: [UInt8]) throws {
        #expect(try argument(text).value.literal == .bytes(bytes))
    }

    @Test("read every base64 that says every byte")
    func allBytes() throws {
        let base64 =
            "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVW"
            + "V1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6yt"
            + "rq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w=="
        #expect(try argument(#"{"bytes": "\#(base64)"}"#).value.literal == .bytes(Array(0...255)))
    }

    @Test(
        "refuse bytes that are none, and point at them",
        arguments: [
            #"{"bytes": "A"}"#, #"{"bytes": "AA"}"#, #"{"bytes": "AA="}"#, #"{"bytes": "A==="}"#, #"{"bytes": "===="}"#,
            #"{"bytes": "AB=="}"#,
            #"{"bytes": "AAB="}"#, #"{"bytes": "AA==AA=="}"#, #"{"bytes": "A A="}"#, #"{"bytes": "AA-_"}"#,
            #"{"bytes": "AAA\n"}"#,
            #"{"bytes": "é"}"#, #"{"hex": "0"}"#, #"{"hex": "0g"}"#, #"{"hex": "0x10"}"#, #"{"hex": "00 11"}"#,
            #"{"hex": "é"}"#,
        ])
    func badBytes(text: String) throws {
        let found = issues(behaviour(steps: #"{"call": "z.f", "with": [[\#(text)]]}"#))
        #expect(found.map(\.code) == [.behaviour(.badBytes)])
        #expect(found[0].range?.text.first == "\"")
        #expect(text.contains(try #require(found[0].range).text + "}"))
    }

    @Test("are read by themselves too, where no step could save anything")
    func single() throws {
        #expect(
            try Value.read(SourceText(name: "argument 1", #"[1, {"hex": "ff"}]"#))
                == .array([.number(.integer(1)), .bytes([255])]))
        for text in [#"{"ref": "a"}"#, #"{"a": 1, "a": 2}"#, #"{"hex": "f"}"#, "hello", ""] {
            #expect(throws: Diagnostics.self) { try Value.read(SourceText(name: "argument 1", text)) }
        }
    }
}
