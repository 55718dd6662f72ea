// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing
import Workbench

@Suite("A bindings file")
struct BindingsReadingTests {
    @Test("gives a library its declarations, types and constants")
    func whole() throws {
        let host = try BoundLibrary().host()
        #expect(try host.result("twice", .integer(4)) == .integer(8))
        #expect(try host.result("second", .object([.init("b", .integer(5))])) == .integer(5))
        #expect(try host.result("darker", .string("LIGHT")) == .string("DARK"))
    }

    @Test("is read with what it is of, what it declares and what speaks for it")
    func parts() throws {
        let bindings = try Bindings.read(SourceText(name: "b", BoundLibrary.bindings))
        #expect(bindings.soname?.value == "libbound.so.1")
        #expect(bindings.declarations.count == 8)
        #expect(bindings.constants.map(\.name) == ["LIMIT", "HUGE", "RATIO", "NAME", "SHADE_DEFAULT"])
        #expect(bindings.layouts.map(\.name.value) == ["struct pair", "enum shade"])
        #expect(
            bindings.layouts[0].evidence
                == LayoutEvidence(size: 16, alignment: 8, fields: [.init("a", at: 0), .init("b", at: 8)]))
    }

    @Test(
        "is refused by form with a reason",
        arguments: [
            ("[]", "the bindings are an array, expected an object"),
            ("{}", "a bindings file needs the key \"bindings\", found none"),
            (
                #"{"bindings": 2, "declarations": []}"#,
                "the file is version 2 of bindings, expected 1, the only version known"
            ),
            (
                #"{"bindings": "1", "declarations": []}"#,
                "\"bindings\" of a bindings file is text, expected 1, the version of the form"
            ),
            (#"{"bindings": 1}"#, "a bindings file needs the key \"declarations\", found none"),
            (
                #"{"bindings": 1, "declarations": [1]}"#,
                "an element of \"declarations\" of a bindings file is a number, expected text"
            ),
            (#"{"bindings": 1, "declarations": [], "constant": {}}"#, "a bindings file has no key \"constant\""),
            (
                #"{"bindings": 1, "declarations": [], "constants": {"A": true}}"#,
                "\"A\" of \"constants\" is a boolean, expected a number or text"
            ),
            (
                #"{"bindings": 1, "declarations": [], "layouts": {"a": {}}}"#,
                "a layout needs the key \"size\", found none"
            ),
            (
                #"{"bindings": 1, "declarations": [], "layouts": {"a": {"size": -1}}}"#,
                "\"size\" of a layout is -1, expected a whole number from 0"
            ),
            (
                #"{"bindings": 1, "declarations": [], "layouts": {"a": {"size": 1, "offsets": {"x": "0"}}}}"#,
                "\"x\" of \"offsets\" is text, expected a whole number from 0"
            ),
            (
                #"{"bindings": 1, "declarations": [], "library": {"soname": 1}}"#,
                "\"soname\" of a library is a number, expected text"
            ),
            ("{", "found the end of the text, expected a name in double quotes or \"}\""),
        ])
    func form(text: String, expected: String) throws {
        let found = #expect(throws: Diagnostics.self) { try Bindings.read(SourceText(name: "b.json", text)) }
        #expect(found?.all.first?.message == expected)
    }

    @Test("that is not there is named, at the place that names it")
    func missing() throws {
        let library = try BoundLibrary()
        let text = try library.behaviour("").text.replacing("bound.json", with: "bond.json")
        let found = #expect(throws: Diagnostics.self) {
            try Plan.read(
                SourceText(name: "stack.json", text), on: ModuleHost(), origin: .file(folder: library.folder.path))
        }
        let mistake = try #require(found?.all.first)
        #expect(found?.all.count == 1)
        #expect(mistake.code == .bindings(.unreadable))
        #expect(
            mistake.message
                == "the bindings \(library.folder.path)/bond.json cannot be read: no such file or directory")
        #expect(mistake.range?.text == "\"bond.json\"")
    }

    @Test("is not taken from this machine by a behaviour that was fetched")
    func remote() throws {
        let found = #expect(throws: Diagnostics.self) {
            try Plan.read(
                SourceText(
                    name: "https://example.com/stack.json",
                    #"{ "behaviour": 1, "modules": { "m": { "library": "probe", "bindings": "/etc/b.json" } } }"#),
                on: Bench().host, origin: .remote)
        }
        #expect(found?.all.map(\.code) == [.bindings(.notForRemote)])
        #expect(found?.all.first?.range?.text == "\"/etc/b.json\"")
    }

    @Test("is told of by its own place where a declaration in it is wrong")
    func wrongDeclaration() throws {
        let mistakes = try BoundLibrary().mistakes(replacing: "int twice(int n)", with: "int twice(in n)")
        #expect(mistakes == ["declaration.unknown-type: unknown type \"in\" [in]"])
    }
}

extension SourceText {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
