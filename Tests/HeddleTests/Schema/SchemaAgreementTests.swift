// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Foundation
import Heddle
import Testing
import Workbench

/// Some hundred behaviours unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others.
@Suite("The schema and the check")
struct SchemaAgreementTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 240
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 0

    /// The codes of what is wrong by form, and so for a schema to find.
    private static let formCodes: Set<DiagnosticCode> = [
        .behaviour(.shape), .behaviour(.unknownVersion), .behaviour(.unknownKey), .behaviour(.missingKey),
        .behaviour(.wrongType), .behaviour(.badValue), .behaviour(.unknownPath), .behaviour(.badBytes),
        .behaviour(.badHook), .aspect(.position), .aspect(.options), .aspect(.unknownOption), .aspect(.option),
        .aspect(.missingOption), .hook(.options), .hook(.pattern),
    ]

    /// Mistakes that a schema cannot express, though their codes are of form: one part of the file contradicts another.
    private static let beyondSchemas = [
        "expected the same columns in every row", "one for each of the names", "shorter than backoff",
        "atLeast is more than atMost", "there is no action", "takes an argument", "takes no argument",
        "that the hook matches", "no file", "has no place", "is a directory", "an element of \"names\"",
    ]

    /// The objections of each schema to documents: the schema of all behaviours, and one that knows the names in these.
    private func objections(to documents: [Value]) throws -> [[SchemaValidator.Objection?]] {
        let host = ModuleHost(modulePath: [try BuiltModules.probes])
        let names = "{ \"behaviour\": 1, \"modules\": { \(BehaviourParts.modules.joined(separator: ", ")) } }"
        let own = try BehaviourSchema.read(
            SourceText(name: "names.json", names), on: host, origin: .file(folder: "/nowhere"))
        return try [BehaviourSchema.general, own.schema].map {
            try SchemaValidator.objections(to: documents.map(\.json), by: $0.text)
        }
    }

    private func mistakes(in document: Value) throws -> [Diagnostic] {
        let host = ModuleHost(modulePath: [try BuiltModules.probes])
        do throws(Diagnostics) {
            _ = try Plan.read(
                SourceText(name: "random.json", document.json), on: host, origin: .file(folder: "/nowhere"))
            return []
        } catch {
            return error.errors
        }
    }

    @Test("agree on behaviours that are right", arguments: 0..<2 as Range<UInt64>)
    func right(part: UInt64) throws {
        var random = RandomBehaviour(seed: Self.seed &* 1000 &+ part)
        let documents = try (0..<Self.count / 10).map { _ in try random.next() }
        let objections = try objections(to: documents)
        for (index, document) in documents.enumerated() {
            let mistakes = try mistakes(in: document).map(\.message) + objections.compactMap { $0[index]?.description }
            #expect(mistakes.isEmpty, "\(mistakes) in \(document.json)")
        }
    }

    @Test("agree on any change to them, as far as a schema can tell", arguments: 0..<4 as Range<UInt64>)
    func changed(part: UInt64) throws {
        var random = RandomBehaviour(seed: Self.seed &* 1000 &+ 100 &+ part)
        let documents = try (0..<Self.count / 4).map { _ in random.changed(try random.next()) }
        let objections = try objections(to: documents)
        for (index, document) in documents.enumerated() {
            let mistakes = try mistakes(in: document)
            for objection in objections.compactMap({ $0[index] }) {
                #expect(!mistakes.isEmpty, "only the schema: \(objection) in \(document.json)")
            }
            let ofForm = mistakes.filter(isSayable).map(\.message)
            #expect(objections[0][index] != nil || ofForm.isEmpty, "only the check: \(ofForm) in \(document.json)")
        }
    }

    private func isSayable(_ mistake: Diagnostic) -> Bool {
        Self.formCodes.contains(mistake.code) && !Self.beyondSchemas.contains { mistake.message.contains($0) }
    }
}
