// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// Compares sizes, offsets and constants from the compiler with Heddle's own.
struct Evidence {
    /// The layouts in which both agree, by type, in the order of the headers.
    private(set) var layouts: [(name: String, evidence: LayoutEvidence)] = []
    /// The types in which they do not.
    private(set) var refused: [Refusal] = []
    /// The macros of which they do not.
    private(set) var wrongConstants: [Refusal] = []

    /// Has clang compile a probe. A type or constant of which clang says nothing is refused with clang's reason.
    init(_ probe: Probe, including headers: String, _ clang: Clang) async throws(Diagnostics) {
        var probe = probe
        var compiled = try await Self.compile(probe, including: headers, clang)
        while !compiled.isSuccess {
            let errors = ClangMessages(compiled.messages, source: "")
            let reasons = errors.reasons { "the compiler rejects it: \($0)" }
            let left = probe.without(reasons)
            guard left.count < probe.count else { throw Diagnostics([.noEvidence(errors.first)]) }
            refused += probe.subjects.compactMap { $0.refusal(among: reasons) }
            wrongConstants += probe.constants.compactMap { $0.refusal(among: reasons) }
            probe = left
            compiled = try await Self.compile(probe, including: headers, clang)
        }
        guard let numbers = probe.numbers(in: compiled.output) else {
            throw Diagnostics([.noEvidence("its output has another form than expected")])
        }
        hold(probe, against: numbers)
    }

    private static func compile(
        _ probe: Probe, including headers: String, _ clang: Clang
    ) async throws(Diagnostics) -> Clang.Ended {
        do {
            return try await clang.run(
                ["-S", "-emit-llvm", "-ferror-limit=0", "-o", "-"], on: probe.source(including: headers))
        } catch { throw Diagnostics([error]) }
    }

    private mutating func hold(_ probe: Probe, against numbers: [Int]) {
        for (constant, number) in zip(probe.constants, numbers)
        where UInt64(truncatingIfNeeded: constant.value) != UInt64(bitPattern: Int64(number)) {
            wrongConstants.append(
                Refusal(
                    name: constant.name, reason: "it is \(constant.value) to Heddle, and \(number) to the compiler"))
        }
        var rest = numbers.dropFirst(probe.constants.count)
        for subject in probe.subjects {
            let count = 2 + subject.own.fields.count
            hold(subject, against: subject.evidence(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    private mutating func hold(_ subject: Probe.Subject, against evidence: LayoutEvidence) {
        guard let difference = evidence.difference(from: subject.own) else {
            return layouts.append((subject.name, evidence))
        }
        refused.append(Refusal(name: subject.name, reason: difference.words(of: subject.name, "by the compiler")))
    }
}

extension Diagnostic {
    fileprivate static func noEvidence(_ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .bind(.evidence), "clang does not report the layout of the types: \(reason)")
    }
}
