// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import Testing
import Workbench

@Suite("Bindings and their library")
struct BindingsDriftTests {
    private let library: BoundLibrary

    init() throws { library = try BoundLibrary() }

    @Test("part where the library has another soname")
    func soname() {
        #expect(
            library.mistakes(replacing: "libbound.so.1", with: "libbound.so.2") == [
                "bindings.library: the bindings are of libbound.so.2, the library libbound.so is libbound.so.1 "
                    + "[\"libbound.so.2\"]"
            ])
    }

    @Test("part where the library has no soname")
    func noSoname() throws {
        let path = try BuiltModules.compile("int f(void) { return 1; }", to: "bare.so", in: library.folder)
        let bindings = try library.folder.write(
            "bare.json", #"{"bindings": 1, "library": {"soname": "libbare.so.1"}, "declarations": ["int f(void)"]}"#)
        #expect(
            message { try ModuleHost().module("m", library: path, bindings: bindings) }
                == "the bindings are of libbare.so.1, the library \(path) has no soname")
    }

    @Test("go together where the bindings name no library")
    func unpinned() throws {
        let host = try library.host(replacing: #""library": { "soname": "libbound.so.1" },"#, with: "")
        #expect(try host.result("twice", .integer(1)) == .integer(2))
    }

    @Test("part where a function is gone, and every one that is gone is named")
    func missing() {
        #expect(
            library.mistakes(
                replacing: "\"int twice(int n)\",", with: "\"int thrice(int n)\", \"void twice_more(void)\","
            ) == [
                "bindings.drift: the bindings have drifted from libbound.so, which has no function thrice "
                    + "[int thrice(int n)]",
                "bindings.drift: the bindings have drifted from libbound.so, which has no function twice_more "
                    + "[void twice_more(void)]",
            ])
    }

    @Test("part where a variable is gone, or is no data")
    func missingVariable() {
        #expect(
            library.mistakes(
                replacing: "\"int twice(int n)\",",
                with:
                    "\"extern int depth\", \"extern const char half[]\", \"extern long level\", \"extern int limit[2]\","
            ) == [
                "declaration.redeclared: \"half\" is already declared with another meaning [half]",
                "bindings.drift: the bindings have drifted from libbound.so, which has no variable depth "
                    + "[extern int depth]",
                "bindings.drift: the bindings have drifted from libbound.so, which has no variable half "
                    + "[extern const char half[]]",
                "bindings.drift: the bindings have drifted from libbound.so, which has no variable level of 8 bytes, "
                    + "but one of 4 [extern long level]",
            ])
    }

    @Test(
        "part where the compiler laid a type out otherwise",
        arguments: [
            (
                #""b": 8"#, #""b": 1"#,
                "the field b of struct pair lies at byte 1 by the layout, at byte 8 by its declaration [\"struct pair\"]"
            ),
            (
                #""size": 16"#, #""size": 12"#,
                "struct pair is 12 bytes large by the layout, 16 by its declaration [\"struct pair\"]"
            ),
            (
                #""alignment": 8"#, #""alignment": 4"#,
                "struct pair is aligned to 4 bytes by the layout, to 8 by its declaration [\"struct pair\"]"
            ),
            (
                #""b": 8"#, #""b": 8, "c": 12"#,
                "struct pair has a field c by the layout, and none by its declaration [\"struct pair\"]"
            ),
            (
                #""size": 4"#, #""size": 1"#,
                "enum shade is 1 bytes large by the layout, 4 by its declaration [\"enum shade\"]"
            ),
            (
                #""enum shade": { "size""#, #""shade": { "size""#,
                "the bindings have a layout of shade, which they do not declare [\"shade\"]"
            ),
        ])
    func layout(part: String, other: String, expected: String) {
        #expect(library.mistakes(replacing: part, with: other) == ["bindings.layout: \(expected)"])
    }

    @Test("say all that is wrong at once")
    func all() {
        let mistakes = library.mistakes(
            replacing: #""int twice(int n)""#, with: #""int thrice(int n)", "int (", "struct pair { long b; }""#)
        #expect(
            mistakes.map { $0.prefix { $0 != ":" } } == [
                "declaration.syntax", "declaration.redeclared", "bindings.drift",
            ])
    }
}
