// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleServices
import Testing

@Suite("The public names")
struct NameTests {
    /// Each of them by itself, beside Foundation: one that Foundation has too would not compile.
    private static let types: [Any.Type] = [
        ActionName.self, ActionReference.self, ActionService<Int, Int>.self, AnswerEnding.self,
        AnyService<Int, Int>.self, Background.self,
        BackgroundCounts.self, BackgroundReport.self, CallEngine.self, CallHook.self, CallResult.self,
        CrossingError.self,
        Diagnostic.self, DiagnosticCode.self, Diagnostics.self, EndedCall.self, Failure.self, FloatingNumber.self,
        Handle.self, HookPosition.self, HookReference.self, HookToken.self, HostIdentity.self, Module.self,
        ModuleHost.self, ModuleReload.self, ModuleWatch.self, Number.self,
        Outcome.self,
        PreparedCall.self, RememberedCalls.self, RunEvent.self, RunEvents.self, RunResult.self,
        ScaledClock<ContinuousClock>.self, ScriptedAction.self, (any Service).self, ServiceArguments<Int, Int>.self,
        ServiceFinding.self,
        ServiceProfile<Int, Int>.self, ServiceTable.self, ServiceTrace.self, SourcePosition.self, SourceRange.self,
        SourceText.self,
        TrackedCall<Int, Int>.self, TrackingProvider.self, TypedCall<Int, Int>.self, UnmetExpectations.self, Value.self,
        (any ValueConvertible).self,
    ]

    /// It cannot be copied, so that its type is none of the list.
    private static func name(of call: borrowing HookedCall) -> ActionName { call.name }

    private static let targets = [
        "HeddleDeclarations", "HeddleDiagnostics", "HeddleForeign", "Heddle", "HeddleServices",
    ]

    private static func sources() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        return try targets.flatMap { target in
            let folder = root.appending(path: target)
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try files.filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        }
    }

    /// The public types at the top level of files.
    private static func declared() throws -> Set<String> {
        let declaration =
            #/^(?:@\w+(?:\([^)]*\))? )*public (?:final |indirect )?(?:struct|class|enum|protocol|actor) (\w+)/#
            .anchorsMatchLineEndings()
        return Set(try sources().flatMap { $0.matches(of: declaration).map { String($0.output.1) } })
    }

    @Test("are none of Foundation's")
    func foundation() throws {
        let checked = Set(Self.types.map { "\($0)".prefix { $0 != "<" } }.map(String.init) + ["HookedCall"])
        let declared = try Self.declared()
        #expect(declared.count > 30)
        #expect(declared.subtracting(checked).isEmpty, "add them to the list of this test")
    }

    @Test("are none of a module's, which would then have no name")
    func modules() throws {
        #expect(try Self.declared().isDisjoint(with: Self.targets))
    }
}
