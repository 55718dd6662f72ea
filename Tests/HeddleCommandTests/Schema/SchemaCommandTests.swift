// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle schema")
struct SchemaCommandTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The schema of a behaviour, and what it has against some others.
    private func objections(_ behaviour: String, to texts: String...) throws -> [String?] {
        let schema = try bench.heddle("schema", behaviour: behaviour)
        #expect(schema.status == 0)
        return try SchemaValidator.objections(to: texts, by: schema.output).map { $0?.description }
    }

    @Test("writes the same bytes each time, and with --json the same schema on one line")
    func stable() throws {
        let first = try bench.heddle("schema")
        #expect(first.status == 0)
        #expect(first.errors == "")
        #expect(first.output == (try bench.heddle("schema")).output)
        let line = try bench.heddle("schema", "--json").output
        #expect(line.hasSuffix("}\n") && line.count { $0 == "\n" } == 1)
        let parsed = try [first.output, line].map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
        }
        #expect(parsed[0] == parsed[1])
        #expect(parsed[0]?["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
    }

    private static func text(_ part: String) -> String {
        #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } }, \#(part) }"#
    }

    private static func step(_ step: String) -> String { text("\"steps\": [\(step)]") }

    @Test("of a file knows its actions and their parameters, whatever is wrong with its steps")
    func names() throws {
        let broken = Self.text(
            #""hooks": [{ "name": "seen", "on": "nothing.at.all" }], "steps": [{ "call": "probe.ad", "wiht": 1 }, 7]"#)
        let found = try objections(
            broken, to: Self.step(#"{ "call": "probe.add", "with": { "a": 1, "b": 2 } }"#),
            Self.step(
                #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.nothing" }, { "call": "probe.crash", "with": [] }"#
            ),
            Self.step(
                #"{ "call": "probe.sum_bytes", "with": { "bytes": "a" } }, { "call": "probe.divide", "with": [1, 2] }"#),
            Self.step(#"{ "call": "probe.ad", "with": [1, 2] }"#),
            Self.step(#"{ "call": "prob.add", "with": [1, 2] }"#),
            Self.step(#"{ "call": "probe.add", "with": { "a": 1, "c": 2, "b": 2 } }"#),
            Self.step(#"{ "call": "probe.add", "with": { "a": 1 } }"#),
            Self.step(#"{ "call": "probe.add", "with": [1] }"#),
            Self.step(#"{ "call": "probe.add", "with": [1, 2, 3] }"#), Self.step(#"{ "call": "probe.add" }"#),
            Self.step(#"{ "call": "probe.nothing", "with": { "a": 1 } }"#),
            Self.step(#"{ "call": "probe.sum_bytes", "with": { "count": 1 } }"#))
        #expect(found[..<3] == [nil, nil, nil])
        let words = [
            ("/steps/0/call", "'probe.ad' is not one of"), ("/steps/0/call", "'prob.add' is not one of"),
            ("/steps/0/with", "'c' was unexpected"), ("/steps/0/with", "'b' is a required property"),
            ("/steps/0/with", "[1] is too short"), ("/steps/0/with", "[1, 2, 3] is too long"),
            ("/steps/0", "'with' is a required property"), ("/steps/0/with", "'a' was unexpected"),
            ("/steps/0/with", "'bytes' is a required property"),
        ]
        for (objection, (path, word)) in zip(found.dropFirst(3), words) {
            #expect(
                objection?.hasPrefix("\(path): ") == true && objection?.contains(word) == true, "\(objection ?? "")")
        }
    }

    @Test("knows the functions that can be hooks, the names of hooks and the modules")
    func hooks() throws {
        let found = try objections(
            Self.text(#""hooks": [{ "name": "seen", "on": "probe.add", "before": "log" }]"#),
            to: Self.text(
                #""hooks": [{ "on": "probe.add", "before": ["probe.see_add", "probe.print_name"], "outside": "seen" }]"#
            ),
            Self.text(#""hooks": [{ "on": "probe.add", "before": "probe.see" }]"#),
            Self.text(#""hooks": [{ "on": "probe.add", "before": "log", "inside": ["sean"] }]"#),
            Self.text(#""policy": { "mayHook": { "prob": "probe.*" } }"#),
            Self.text(#""hooks": [{ "on": "probe.add", "before": { "guard": { "action": "probe.negat" } } }]"#))
        #expect(found[0] == nil)
        #expect(found[1]?.hasPrefix("/hooks/0/before: 'probe.see' is not one of") == true)
        #expect(found[2]?.hasPrefix("/hooks/0/inside/0: 'sean' is not one of") == true)
        #expect(found[3]?.hasPrefix("/policy/mayHook: 'prob' is not one of") == true)
        #expect(found[4]?.hasPrefix("/hooks/0/before/guard/action: 'probe.negat' is not one of") == true)
    }

    @Test("says what each argument is, and lets further ones follow where the declaration does")
    func declarations() throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int snprintf(_Out_writes_(n) char *s, size_t n, _Printf_format_string_ const char *format, ...)",
                "long labs(long)" ] } } }
            """
        let schema = try bench.heddle("schema", behaviour: text)
        #expect(schema.status == 0)
        #expect(schema.output.contains(#""description": "const char *format""#))
        func step(_ with: String, _ call: String) -> String {
            text.replacing("] } } }", with: "] } }, \"steps\": [{ \"call\": \"c.\(call)\", \"with\": \(with) }] }")
        }
        let found = try SchemaValidator.objections(
            to: [
                step(#"[9, "a"]"#, "snprintf"), step(#"[9, "%d", { "int": 1 }]"#, "snprintf"),
                step(#"{ "n": 9, "format": "%d", "...": [{ "int": 1 }] }"#, "snprintf"), step("[1]", "labs"),
                step(#"{ "n": 9, "format": "%d", "...": 1 }"#, "snprintf"), step(#"{ "n": 1 }"#, "labs"),
                step(#"{ "$1": 1 }"#, "labs"),
            ], by: schema.output)
        #expect(found[..<4].allSatisfy { $0 == nil })
        #expect(found[4]?.path == "/steps/0/with/...")
        #expect(found[5]?.path == "/steps/0/with" && found[5]?.message.contains("'n'") == true)
        #expect(found[6] == nil)
    }

    @Test("says why modules cannot be known, and writes nothing then")
    func unknown() throws {
        let cases: [(String, Int32, String)] = [
            (
                Self.text("\"steps\": []").replacing("\"library\": \"probe\"", with: "\"library\": \"nowhere\""), 4,
                "no module \"nowhere\""
            ),
            (Self.text("\"steps\": []").replacing("library", with: "libary"), 3, "a module has no key \"libary\""),
            ("{ \"behaviour\": 1, ", 3, "found the end of the text"), ("{ \"behaviour\": 2 }", 3, "version 2"),
            (Self.text("\"include\": [\"gone.json\"]"), 3, "gone.json"),
        ]
        for (text, status, message) in cases {
            let schema = try bench.heddle("schema", behaviour: text)
            #expect(schema.status == status, "\(text)")
            #expect(schema.output == "")
            #expect(schema.errors.contains(message))
        }
        #expect(try bench.heddle("schema", "gone.json").status == 3)
        #expect(try bench.heddle("schema", "a.json", "b.json").status == 2)
    }

    @Test("is written without the modules that a behaviour lets be missing, with a warning")
    func skipped() throws {
        let text = Self.text(#""policy": { "missing": "skip" }"#)
            .replacing("\"modules\": {", with: "\"modules\": { \"gone\": { \"library\": \"nowhere\" },")
        let schema = try bench.heddle("schema", behaviour: text)
        #expect(schema.status == 0)
        #expect(schema.errors.hasPrefix("warning: there is no module \"nowhere\" on the module path\n"))
        let found = try SchemaValidator.objections(
            to: [
                Self.step(#"{ "call": "gone.a" }, { "call": "probe.gone" }"#), Self.step(#"{ "call": "probe.add" }"#),
            ],
            by: schema.output)
        #expect(found[0] == nil)
        #expect(found[1]?.path == "/steps/0")
    }

    @Test("knows the modules of files that are included, and those of the array form")
    func otherForms() throws {
        try bench.folder.write("common.json", #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } } }"#)
        let found = try objections(
            #"{ "behaviour": 1, "include": ["common.json"] }"#,
            to: #"{ "behaviour": 1, "steps": [{ "call": "probe.add", "with": [1, 2] }] }"#,
            #"{ "behaviour": 1, "steps": [{ "call": "probe.sub", "with": [1, 2] }] }"#)
        #expect(found[0] == nil && found[1] != nil)
        let sequence = #"[{ "name": "probe", "actions": [{ "func": "nope" }] }]"#
        let schema = try bench.heddle("schema", behaviour: sequence)
        #expect(schema.output.contains("\"same_text\""))
        #expect(try SchemaValidator.objections(to: [sequence], by: schema.output)[0] == nil)
    }
}
