// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The file beside a module that says what was checked, of which build, by which Heddle.
struct ValidationBadge {
    private let module: String
    private let value: Value

    init(of module: String, _ verdicts: [String: CheckVerdict], _ checks: [Check]) {
        func names(_ outcomes: Set<CaseOutcome>) -> [Check] {
            checks.filter { verdicts[$0.name].map { outcomes.contains($0.outcome) } == true }
        }
        let skipped = names([.skipped]).map { check in
            Value.Member(check.name, .string(verdicts[check.name]?.reason ?? ""))
        }
        let bytes = (try? FileContents.bytes(at: module)) ?? []
        self.module = module
        value = .object([
            .init("validated", .number(.integer(1))),
            .init("module", .string(module.split(separator: "/").last.map(String.init) ?? module)),
            .init("sha256", .string(SHA256.digits(of: bytes))),
            .init("heddle", .string(RunOrigin.ownVersion)), .init("date", .string(RunOrigin.here.date)),
            .init("passed", .array(names([.passed]).map { .string($0.name) })),
            .init("failed", .array(names([.failed, .crashed, .timedOut]).map { .string($0.name) })),
            .init("skipped", .object(skipped)),
        ])
    }

    /// Writes `MODULE.validated.json`.
    func write() throws(Diagnostic) {
        let file = try WholeFile(path: "\(module).validated.json", code: .report(.unwritable))
        file.write(value.json + "\n")
        try file.commit()
    }
}
