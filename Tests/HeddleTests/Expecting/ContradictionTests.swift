// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import Testing
import Workbench

@Suite("Operators that no value meets together")
struct ContradictionTests {
    private let folder: String

    init() throws { folder = try GeneratedModule.folder.get().path }

    /// The mistakes of an expectation of a result, or of a part of it.
    private func mistakes(_ call: String, _ expected: String, _ path: String = "result") -> [String] {
        let arguments = ["move": "{}, 1", "form": "{}", "flip": "true", "text": #""a""#, "maybe": #""a""#]
        let text = """
            { "behaviour": 1, "modules": { "gen": { "library": "gen" } }, "steps": [
              { "call": "gen.\(call)", "with": [\(arguments[call] ?? "1")], "expect": { "\(path)": \(expected) } }] }
            """
        do {
            _ = try Plan.read(
                SourceText(name: "made.json", text), on: ModuleHost(modulePath: [folder]), origin: .file(folder: folder)
            )
            return []
        } catch {
            return error.all.map { "\($0.code): \($0.message)" }
        }
    }

    @Test(
        "are named, two of them where two are enough",
        arguments: [
            ("u8", #"{ "gt": 10, "lt": 5 }"#, "greater than 10 and less than 5"),
            ("u8", #"{ "gt": 4, "lt": 5 }"#, "greater than 4 and less than 5"),
            ("u8", #"{ "gt": 4.2, "lt": 4.9 }"#, "greater than 4.2 and less than 4.9"),
            ("u8", #"{ "ge": 5, "lt": 5 }"#, "at least 5 and less than 5"),
            ("u8", #"{ "eq": 1, "ne": 1 }"#, "equal to 1 and not equal to 1"),
            ("u8", #"{ "eq": 1, "ne": 1.0 }"#, "equal to 1 and not equal to 1.0"),
            ("u8", #"{ "eq": 1, "gt": 1 }"#, "equal to 1 and greater than 1"),
            ("u8", #"{ "eq": 1, "in": [2, 3] }"#, "equal to 1 and one of [2, 3]"),
            ("u8", #"{ "in": [2, 3], "gt": 3 }"#, "one of [2, 3] and greater than 3"),
            ("u8", #"{ "near": [5, 2], "lt": 3 }"#, "near [5, 2] and less than 3"),
            ("u8", #"{ "near": [5, 0], "ne": 5 }"#, "near [5, 0] and not equal to 5"),
            ("u8", #"{ "gt": 3, "lt": 5, "ne": 4 }"#, "greater than 3 and less than 5 and not equal to 4"),
            ("u8", #"{ "ge": 255, "ne": 255 }"#, "at least 255 and not equal to 255"),
            (
                "u64", #"{ "gt": "18446744073709551614", "ne": "18446744073709551615" }"#,
                "greater than 18446744073709551614 and not equal to 18446744073709551615"
            ),
            ("u8", #"{ "eq": 5, "not": { "gt": 4 } }"#, "equal to 5 and not greater than 4"),
            ("u8", #"{ "anyOf": [3, { "gt": 10, "lt": 5 }] }"#, "greater than 10 and less than 5"),
            ("u8", #"{ "allOf": [1, 2] }"#, "equal to 1 and equal to 2"),
            ("u8", #"{ "allOf": [{ "gt": 3 }, { "allOf": [{ "lt": 4 }] }] }"#, "greater than 3 and less than 4"),
            ("u8", #"{ "ge": 9, "allOf": [{ "lt": 9 }] }"#, "at least 9 and less than 9"),
            ("text", #"{ "eq": "ab", "startsWith": "b" }"#, #"equal to "ab" and starting with "b""#),
            ("f64", #"{ "gt": 2, "lt": 1 }"#, "greater than 2 and less than 1"),
            ("f64", #"{ "eq": "NaN", "ne": "NaN" }"#, #"equal to "NaN" and not equal to "NaN""#),
            ("f64", #"{ "in": ["NaN"], "le": "Infinity" }"#, #"one of ["NaN"] and at most "Infinity""#),
            ("f64", #"{ "near": [1, 1], "gt": 2 }"#, "near [1, 1] and greater than 2"),
            ("f64", #"{ "gt": 1e308, "near": [0, 1] }"#, "greater than 1e308 and near [0, 1]"),
            ("f32", #"{ "gt": 5, "lt": 5.0000001 }"#, "greater than 5 and less than 5"),
            ("hue", #"{ "in": ["RED", 5], "ne": "GREEN", "eq": 5 }"#, #"not equal to "GREEN" and equal to "GREEN""#),
            ("text", #"{ "gt": "b", "lt": "a" }"#, #"greater than "b" and less than "a""#),
            ("text", #"{ "eq": "ab", "matches": "^b" }"#, #"equal to "ab" and matching "^b""#),
            ("text", #"{ "eq": "ab", "length": 3 }"#, #"equal to "ab" and of length 3"#),
            ("maybe", #"{ "null": true, "ne": null }"#, "null and not equal to null"),
            ("maybe", #"{ "null": false, "eq": null }"#, "not null and equal to null"),
            ("maybe", #"{ "null": true, "length": 3 }"#, "null and of length 3"),
            ("maybe", #"{ "null": true, "in": ["a"] }"#, #"null and one of ["a"]"#),
        ])
    func named(call: String, expected: String, words: String) {
        #expect(
            mistakes(call, expected) == ["expect.never: result of gen.\(call) can never be \(words) at once"])
    }

    @Test(
        "are none where one does",
        arguments: [
            ("u8", #"{ "gt": 4, "lt": 6 }"#), ("u8", #"{ "ge": 5, "le": 5 }"#),
            ("u8", #"{ "gt": 3, "lt": 6, "ne": 4 }"#),
            ("u8", #"{ "eq": 1, "ne": 2, "gt": 0, "in": [1, 7], "near": [2, 1] }"#),
            ("u8", #"{ "near": [5, 2], "le": 3 }"#), ("s64", #"{ "gt": 9223372036854775806, "ne": 5 }"#),
            ("u64", #"{ "gt": "18446744073709551614", "ne": 1 }"#),
            ("f64", #"{ "gt": 5, "lt": 5.0000001 }"#), ("f64", #"{ "ge": "-Infinity", "lt": -1e308 }"#),
            ("f64", #"{ "near": [1.1, 0.1], "ge": 1.2 }"#), ("f64", #"{ "near": [1e300, 1], "ne": 1 }"#),
            ("f32", #"{ "gt": 5, "lt": 5.000001 }"#), ("f64", #"{ "in": ["NaN", 2], "gt": 1 }"#),
            ("f64", #"{ "ne": "NaN", "eq": 1 }"#), ("hue", #"{ "ne": "RED", "in": ["RED", 9] }"#),
            ("hue", #"{ "ne": "RED", "contains": "E" }"#),
            ("text", #"{ "gt": "a", "lt": "b" }"#), ("text", #"{ "gt": "a", "lt": "aa", "length": 2 }"#),
            ("text", #"{ "length": 1, "contains": "é" }"#),
            ("text", #"{ "length": 1, "contains": { "hex": "c3a9" } }"#),
            ("text", #"{ "length": 2, "contains": "ab" }"#),
            ("text", #"{ "eq": "ab", "matches": "b$", "contains": "a", "length": 2, "null": false }"#),
            ("maybe", #"{ "null": true, "eq": null }"#), ("maybe", #"{ "null": true, "ne": "a" }"#),
            ("move", #"{ "eq": { "x": 1 }, "ne": { "y": 1 } }"#),
            ("u8", #"{ "allOf": [{ "gt": 3 }, { "lt": 5 }] }"#), ("u8", #"{ "not": { "allOf": [1, 2] } }"#),
            ("u8", #"{ "not": { "gt": 10, "lt": 5 } }"#), ("u8", #"{ "anyOf": [{ "lt": 5 }, { "gt": 10 }] }"#),
            ("u8", #"{ "gt": 4, "lt": 6, "not": 7 }"#),
            ("text", #"{ "startsWith": "a", "endsWith": "b", "length": 1 }"#),
            ("move", #"{ "eq": { "x": 1 }, "in": [{ "y": 1 }] }"#),
        ])
    func none(call: String, expected: String) {
        #expect(mistakes(call, expected) == [])
    }

    @Test("are looked for among literals alone, and in parts")
    func parts() {
        #expect(mistakes("form", #"{ "gt": 6, "ne": 7 }"#, "result.flags").count == 1)
        #expect(mistakes("form", #"{ "gt": 5, "ne": 7 }"#, "result.flags") == [])
    }
}
