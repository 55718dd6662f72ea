// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The facts of a record that all reports show.
extension CaseRecord {
    /// The name under which events outside of all cases are reported.
    static let outsideName = "outside of cases"

    var name: String { event?.name ?? Self.outsideName }
    var id: String { event?.id ?? Self.outsideName }
    var outcome: CaseOutcome { ending?.outcome ?? .interrupted }
    var nanoseconds: UInt64 { ending?.nanoseconds ?? 0 }
    /// True if another attempt follows.
    var isRetried: Bool { ending?.isRetried ?? false }

    /// In one sentence why it did not pass; nil where it did.
    var sentence: String? {
        if outcome == .passed || outcome == .flaky { return nil }
        let first = faults.first.map(\.message)
        return (ending?.reason ?? first ?? "the case \(outcome.words) and does not say why").excerpt(limit: 1000)
    }

    /// How to run it again; nil where there is nothing to look into.
    var advice: String? { ending?.rerun.map { "run again: \($0)" } }

    /// The remarks on an attempt that did not pass.
    var account: String { [details ?? sentence, advice].compactMap(\.self).joined(separator: "\n\n") }

    /// All remarks as people read them, with an empty line between two; nil where there are none.
    var details: String? { remarks.isEmpty ? nil : Diagnostics(remarks).description }
}

extension [CaseRecord] {
    /// How long a case has taken: all attempts at it together.
    var nanoseconds: UInt64 { reduce(0) { $0.addingWithoutOverflow($1.nanoseconds) } }
}
