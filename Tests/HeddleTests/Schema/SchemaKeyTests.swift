// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleJSON
import Testing
import Workbench

@Suite("The keys of the schema")
struct SchemaKeyTests {
    private static let unknown = "qqqqqqqqqqqqqqqq"
    private let schema: Value

    init() throws {
        schema = try JSONNode.read(SourceText(name: "schema", BehaviourSchema.general.text)).value
    }

    /// An object of each kind, at the place of `OBJECT`, and where the schema has it.
    private static let objects = [
        ("OBJECT", "definitions.behaviour", ""),
        (#"{"behaviour": 1, "modules": {"m": OBJECT}}"#, "definitions.module", ""),
        (#"{"behaviour": 1, "policy": OBJECT}"#, "behaviour.policy", ""),
        (#"{"behaviour": 1, "cases": [OBJECT]}"#, "definitions.case", ""),
        (#"{"behaviour": 1, "cases": [{"name": "a", "steps": [], "each": OBJECT}]}"#, "case.each", ""),
        (#"{"behaviour": 1, "hooks": [OBJECT]}"#, "definitions.hook", ""),
        (#"{"behaviour": 1, "hooks": [{"on": "a.b", "after": "log", "background": OBJECT}]}"#, "hook.background", ""),
        (#"{"behaviour": 1, "steps": [OBJECT]}"#, "definitions.step", ""),
        (#"{"behaviour": 1, "tracking": OBJECT}"#, "behaviour.tracking", ""),
        (#"{"behaviour": 1, "tracking": {"screens": [OBJECT]}}"#, "tracking.screens", "items"),
        (#"{"behaviour": 1, "tracking": {"events": [OBJECT]}}"#, "tracking.events", "items"),
        ("[OBJECT]", "definitions.sequenceModule", ""),
        (#"[{"name": "a", "actions": [OBJECT]}]"#, "sequenceModule.actions", "items"),
    ]

    /// A part of the schema: `hook.background` is the key of a definition.
    private func part(_ path: String, _ last: String) -> Value? {
        let steps = path.split(separator: ".").map(String.init)
        let inner = ["tracking": "tracking"][steps[0]]
        let definition = steps[0] == "definitions" ? steps[1] : inner == nil ? steps[0] : "behaviour"
        var part = schema["definitions"]?[definition]
        if let inner { part = part?["properties"]?[inner] }
        if steps[0] != "definitions" { part = part?["properties"]?[steps[1]] }
        // Steps that work in memory are told by their keys from those that call.
        while definition == "step", let other = part?["else"] { part = other }
        return last.isEmpty ? part : part?[last]
    }

    private func issues(_ text: String) -> [Diagnostic] {
        Behaviour.readPart(SourceText(name: "stack.json", text)).issues
    }

    @Test("are those that the reader takes, each with the same need to be there", arguments: objects)
    func same(text: String, path: String, last: String) throws {
        let others = ["definitions.behaviour": ", \"behaviour\": 1", "definitions.module": ", \"declarations\": []"]
        // Of two unknown keys neither is taken for the only one that is missing.
        let keys = "\"\(Self.unknown)\": 1, \"\(Self.unknown)2\": 1" + (others[path] ?? "")
        let found = issues(text.replacing("OBJECT", with: "{ \(keys) }"))
        let known = found.first { $0.code == .behaviour(.unknownKey) }?.suggestion
        let listed = try #require(known?.split(separator: " has the keys ").last)
        let object = try #require(self.part(path, last))
        #expect(object["properties"]?.names == listed.split(separator: ", ").map(String.init))
        let missing = found.filter { $0.code == .behaviour(.missingKey) && $0.message.contains(" needs the key ") }
        let needed = path == "definitions.behaviour" ? ["behaviour"] : []
        #expect(
            needed + missing.compactMap { $0.message.split(separator: "\"").dropFirst().first.map(String.init) }
                == object["required"]?.texts ?? [])
    }

    // MARK: Aspects

    private func mistake(_ use: String, at position: String) throws -> Diagnostic {
        let hook = "{ \"on\": \"probe.add\", \"\(position)\": \(use) }"
        let text = #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } }, "hooks": [\#(hook)] }"#
        let host = ModuleHost(modulePath: [try BuiltModules.probes])
        do throws(Diagnostics) {
            _ = try Plan.read(SourceText(name: "stack.json", text), on: host, origin: .file(folder: "."))
        } catch {
            return error.all.first { "\($0.code)" == "aspect.unknown-option" } ?? error.all[0]
        }
        throw NoMistake()
    }

    private struct NoMistake: Error {}

    @Test("name the aspects that there are, each where it may stand, with the keys of its options")
    func aspects() throws {
        let known = try mistake("\"\(Self.unknown)\"", at: "before").suggestion ?? ""
        let names = known.split(separator: ";")[0].replacing("the aspects are ", with: "").split(separator: ", ")
        #expect(names.count > 10)
        for name in names.map(String.init) {
            var options: Set<String> = []
            var taken = ""
            for position in ["before", "instead", "after"] {
                let mistake = try mistake(
                    "{ \"\(name)\": { \"\(Self.unknown)\": 1, \"\(Self.unknown)2\": 1 } }", at: position)
                let form = schema["definitions"]?["\(position)One"]?["properties"]?[name]
                #expect((form == nil) == (mistake.code == .aspect(.position)), "\(name) as \(position)")
                guard case .array(let all)? = form?["allOf"], case .string(let reference)? = all[0]["$ref"] else {
                    continue
                }
                let definition = schema["definitions"]?[String(reference.dropFirst("#/definitions/".count))]
                options.formUnion(definition?["properties"]?.names ?? [])
                taken = mistake.suggestion ?? ""
            }
            let listed = taken.split(separator: "has the keys ").last.map(String.init) ?? ""
            #expect(options == Set(listed.split(separator: ", ").map(String.init)), "\(name)")
        }
    }

    // MARK: Descriptions

    @Test("each have a description, and every definition is there and is used")
    func descriptions() throws {
        var walk = SchemaWalk()
        walk.walk(schema, at: "")
        #expect(walk.keys > 150)
        #expect(walk.bare == [])
        #expect(walk.references == Set(schema["definitions"]?.names ?? []))
    }
}

/// Goes through a schema, past what are conditions and data.
private struct SchemaWalk {
    var keys = 0
    /// The keys without a description.
    var bare: [String] = []
    var references: Set<String> = []

    mutating func walk(_ schema: Value, at path: String) {
        guard case .object(let keywords) = schema else { return }
        for keyword in keywords {
            switch (keyword.name, keyword.value) {
            case ("properties", .object(let members)), ("patternProperties", .object(let members)):
                for member in members { walk(key: member, at: "\(path)/\(member.name)") }
            case ("definitions", .object(let members)):
                for member in members { walk(member.value, at: "\(path)/\(member.name)") }
            case ("$ref", .string(let text)): references.insert(String(text.dropFirst("#/definitions/".count)))
            case ("allOf", .array(let schemas)), ("items", .array(let schemas)):
                for schema in schemas { walk(schema, at: path) }
            case ("if", _), ("not", _), ("examples", _), ("default", _), ("enum", _), ("const", _): break
            default: walk(keyword.value, at: path)
            }
        }
    }

    private mutating func walk(key: Value.Member, at path: String) {
        // `false` where a key cannot be combined with another one.
        guard case .object = key.value else { return }
        keys += 1
        if key.value["description"].map({ $0 == .string("") }) ?? true { bare.append(path) }
        walk(key.value, at: path)
    }
}

extension Value {
    fileprivate subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }

    fileprivate var texts: [String] {
        guard case .array(let elements) = self else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
