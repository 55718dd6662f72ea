// SPDX-License-Identifier: Apache-2.0

import Declarations
import Diagnostics

/// What the compiler has said of types and constants, held against what Heddle makes of them.
struct Evidence {
    /// The layouts in which both agree, by type, in the order of the headers.
    private(set) var layouts: [(name: String, evidence: LayoutEvidence)] = []
    /// The types in which they do not.
    private(set) var refused: [Refusal] = []
    /// The macros of which they do not.
    private(set) var wrongConstants: [Refusal] = []

    /// Has clang compile a probe.
    init(_ probe: Probe, including headers: String, _ clang: Clang) async throws(Diagnostics) {
        let compiled = try await clang.succeed(
            ["-S", "-emit-llvm", "-o", "-"], on: probe.source(including: headers)
        ).output
        guard let numbers = probe.numbers(in: compiled) else {
            throw Diagnostics([
                Diagnostic(
                    .error, .source, code: "bind.evidence",
                    "clang does not say how the types lie in memory: its output has another form than expected")
            ])
        }
        var rest = numbers[...]
        for subject in probe.subjects {
            let count = 2 + subject.own.fields.count
            hold(subject, against: subject.evidence(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        for (constant, number) in zip(probe.constants, rest)
        where UInt64(truncatingIfNeeded: constant.value)
            != UInt64(bitPattern: Int64(number))
        {
            wrongConstants.append(
                Refusal(
                    name: constant.name, reason: "it is \(constant.value) to Heddle, and \(number) to the compiler"))
        }
    }

    private mutating func hold(_ subject: Probe.Subject, against evidence: LayoutEvidence) {
        guard let difference = evidence.difference(from: subject.own) else {
            return layouts.append((subject.name, evidence))
        }
        refused.append(Refusal(name: subject.name, reason: difference.words(of: subject.name, "by the compiler")))
    }
}
