// SPDX-License-Identifier: Apache-2.0

import class Foundation.ProcessInfo
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import Testing
import Workbench

/// A few hundred behaviours unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others.
@Suite("The schema with the names of a module")
struct SchemaCompletenessTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { UInt64($0) } ?? 300
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("accepts each generated behaviour that the check accepts, with values of all types")
    func completeness() throws {
        let trial = try CompletenessTrial()
        let made = (0..<Self.count).flatMap { trial.behaviours(seed: Self.seed &* 1_000_000_000 &+ $0) }
        let accepted = try made.filter(isAccepted).map(\.withoutHooks)
        #expect(accepted.count > made.count / 5)
        let library = Value.string("\(try GeneratedModule.folder.get().path)/gen.so").json
        let names = """
            { "behaviour": 1, "include": ["\(GeneratedModule.included)"], "modules": {
              "gen": { "library": \(library) }, "m": { "library": "libm.so.6", "declarations": [
                "double fmin(double x, double y)", "float ldexpf(float x, int e)",
                "double modf(double x, _Out_ double *whole)" ] } } }
            """
        let schema = try BehaviourSchema.read(
            SourceText(name: "names.json", names), on: host,
            origin: .file(folder: try GeneratedModule.folder.get().path)
        ).schema
        let objections = try SchemaValidator.objections(to: accepted.map(\.json), by: schema.text)
        for (behaviour, objection) in zip(accepted, objections) {
            #expect(objection == nil, "\(objection?.description ?? "") in \(behaviour.json)")
        }
    }

    private var host: ModuleHost { get throws { ModuleHost(modulePath: [try GeneratedModule.folder.get().path]) } }

    /// Returns whether it is right. Where modules may be missing the check looks at no values.
    private func isAccepted(_ behaviour: Value) throws -> Bool {
        let origin = Origin.file(folder: try GeneratedModule.folder.get().path)
        let host = try host
        if behaviour.json.contains("\"missing\":\"skip\"") { return false }
        do throws(Diagnostics) {
            _ = try Plan.read(SourceText(name: "made.json", behaviour.json), on: host, origin: origin)
            return true
        } catch {
            return false
        }
    }
}

extension Value {
    /// The behaviour without its hooks, whose names the schema does not know.
    fileprivate var withoutHooks: Value {
        switch self {
        case .object(let members):
            .object(members.filter { $0.name != "hooks" }.map { .init($0.name, $0.value.withoutHooks) })
        case .array(let elements): .array(elements.map(\.withoutHooks))
        case .null, .bool, .number, .string, .bytes, .handle: self
        }
    }
}
