// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Logging
import Testing
import Workbench

@Suite("Memory, where a configuration says which actions may be called")
struct MemoryAllowanceTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    private static let steps = [
        #"{ "new": "node" }"#,
        #"{ "call": "m.make", "with": [1], "expect": { "result->number": 1 } }"#,
        #"{ "call": "m.make", "with": [1], "save": { "number": "result->number" } }"#,
        #"{ "call": "m.make", "with": [1], "expect": { "result[0]": { "number": 1 } } }"#,
        #"{ "call": "m.make", "with": [1], "save": "it" }, { "call": "m.make", "with": [{ "ref": "it->number" }] }"#,
        #"{ "call": "m.make", "with": [1], "save": "it" }, { "write": "it->number", "value": 2 }"#,
        #"{ "call": "m.make", "with": [1], "save": "it" }, { "call": "m.kind", "with": [{ "ref": "(struct base *)it" }] }"#,
        #"{ "read": "m.level" }"#,
    ]

    private func mistakes(_ steps: String, allowing actions: [String]) throws -> [DiagnosticCode] {
        let host = ModuleHost(
            modulePath: bench.modulePath, calls: nil, logger: Logger(label: "memory") { _ in SwiftLogNoOpLogHandler() },
            identity: .program,
            allowing: Allowance(
                libraries: ["nodes"], fingerprints: Fingerprints([:]) { _ in "" }, actions: actions))
        return bench.mistakes(of: steps, on: host).map(\.code)
    }

    @Test("is not looked at: no right to call actions is one to go around them", arguments: steps)
    func isRefused(_ steps: String) throws {
        #expect(try mistakes(steps, allowing: ["nodes.*"]).contains(.source(.notAllowed)))
        #expect(try mistakes(steps, allowing: []).contains(.source(.notAllowed)))
    }

    @Test("is worked in where the configuration allows that by name", arguments: steps)
    func isAllowed(_ steps: String) throws {
        #expect(try mistakes(steps, allowing: ["nodes.*", "memory.*"]) == [])
    }
}
