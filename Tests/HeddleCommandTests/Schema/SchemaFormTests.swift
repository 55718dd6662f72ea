// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The schema, held by another validator")
struct SchemaFormTests {
    private let bench: Bench
    private let schema: String

    init() throws {
        bench = try Bench()
        schema = try bench.heddle("schema").output
    }

    @Test("refuses what the check refuses by form, and names the place and what is wrong there")
    func mistakes() throws {
        let mistakes = FormMistakeTable.all
        let objections = try SchemaValidator.objections(to: mistakes.map(\.text), by: schema)
        for (mistake, objection) in zip(mistakes, objections) {
            #expect(objection?.path == mistake.path, "\(mistake.text): \(objection?.description ?? "valid")")
            #expect(objection?.message.contains(mistake.word) == true, "\(objection?.description ?? "valid")")
            #expect(try bench.heddle("check", behaviour: mistake.text).status == 3, "\(mistake.text)")
        }
    }

    @Test("accepts the examples, and with the names in them as well")
    func examples() throws {
        let names = [
            "account", "aspects", "cases", "flow", "greeter", "libc", "pointcuts", "sequence", "shows", "sqlite",
            "stubbed", "tracking", "zlib",
        ]
        let files = names.map { "\(Sources.root)/Examples/\($0).json" }
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        for objection in try SchemaValidator.objections(to: texts, by: schema) { #expect(objection == nil) }
        for (file, text) in zip(files, texts) {
            let own = try bench.heddle("schema", "-m", BuiltModules.plugins, file)
            guard own.status == 0 else { continue }
            #expect(own.output.count > schema.count)
            #expect(try SchemaValidator.objections(to: [text], by: own.output)[0] == nil, "\(file)")
        }
    }

    @Test("accepts what stands in several ways")
    func accepted() throws {
        let texts = [
            "[]", #"[{"name": "a", "verison": 1, "actions": [{"func": "f:", "value": {"bytes": "aGk="}, "x": 1}]}]"#,
            #"{"behaviour": 1}"#, #"{"behaviour": 1, "description": [1], "x-a": null, "$schema": "a.json"}"#,
            #"{"behaviour": 1, "modules": {"x-a": {"library": "a", "config": {"ref": 5}, "declarations": []}}}"#,
            FormMistakeTable.step(#"{"call": "probe.add", "with": {"description": {"ref": 5}, "x": {"hex": 1}}}"#),
            FormMistakeTable.step(
                #"{"call": "probe.add", "save": {}, "expect": {"result": {}, "out.x": {"eq": {"gt": 5}}}}"#),
            FormMistakeTable.step(#"{"call": "probe.add", "expect": {"result": {"gt": 5, "near": 1, "other": 1}}}"#),
            FormMistakeTable.step(
                #"{"call": "probe.add", "expect": {"result": {"in": {"ref": "a.b[0]"}, "length": {"ref": "a"}}}}"#),
            FormMistakeTable.hook(#"{"on": "a.b", "before": ["log", {"log": {}}, "a.b"], "background": false}"#),
            FormMistakeTable.hook(
                #"{"on": ["!a.b", "library:a.*"], "after": "count", "background": true, "tagged": ["x", "!y"]}"#),
        ]
        for (text, objection) in zip(texts, try SchemaValidator.objections(to: texts, by: schema)) {
            #expect(objection == nil, "\(text): \(objection?.description ?? "valid")")
        }
    }

    @Test("lets a file name its schema")
    func key() throws {
        let named = #"{"$schema": "heddle.schema.json", "behaviour": 1}"#
        #expect(try bench.heddle("check", behaviour: named).status == 0)
        try bench.expectRefused(
            Marked(#"{"$schema": «1, "behaviour": 1}"#), 3, ["\"$schema\" of a behaviour is a number, expected text"])
    }
}
