// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// One attempt at a case.
///
/// A worker runs one case at a time: what carries the number of a worker belongs to the case that it runs at that
/// point of the stream. Each attempt that ends has begun before, one that is skipped among them.
///
/// ## Topics
/// - ``CaseEnding``
/// - ``CaseOutcome``
package struct CaseEvent: Sendable {
    /// The identity of the case from run to run, such as `stack.json/push and pop/2`.
    package var id: String
    /// The case's name for people.
    package var name: String
    /// The tags that select the case.
    package var tags: [String]
    /// The place of the case in its file.
    package var range: SourceRange
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// The number of its worker, from 0.
    package var worker: Int
    /// The start of the attempt, in nanoseconds since the start of the run, if it was measured.
    package var start: UInt64?
    /// The name of the case that the rows of a table have in common, if this is one of them.
    package var family: String?
    /// The values of the row, those that are declared secret hidden, as the beginning of an attempt tells them.
    package var row: [Value.Member]

    /// Creates the event.
    package init(
        id: String, name: String, tags: [String] = [], range: SourceRange, attempt: Int = 1, worker: Int = 0,
        start: UInt64? = nil, family: String? = nil, row: [Value.Member] = []
    ) {
        self.id = id
        self.name = name
        self.tags = tags
        self.range = range
        self.attempt = attempt
        self.worker = worker
        self.start = start
        self.family = family
        self.row = row
    }
}

/// The ending of an attempt at a case.
package struct CaseEnding: Hashable, Sendable {
    /// The outcome.
    package var outcome: CaseOutcome
    /// The reason in one sentence, if the calls and expectations do not show it: why it was skipped, or the crash.
    package var reason: String?
    /// The time of the attempt.
    package var nanoseconds: UInt64
    /// True if another attempt follows, so that this one does not count.
    package var isRetried: Bool
    /// True if it passed and nothing was expected in it, so that it says only that no call failed.
    package var isUnjudged: Bool
    /// The command that runs only this case again, if it did not pass.
    package var rerun: String?

    /// Creates an ending.
    package init(
        _ outcome: CaseOutcome, reason: String? = nil, nanoseconds: UInt64 = 0, isRetried: Bool = false,
        isUnjudged: Bool = false, rerun: String? = nil
    ) {
        self.outcome = outcome
        self.reason = reason
        self.nanoseconds = nanoseconds
        self.isRetried = isRetried
        self.isUnjudged = isUnjudged
        self.rerun = rerun
    }
}

/// The outcome of a case.
package enum CaseOutcome: String, Hashable, Sendable, CaseIterable {
    /// Everything held.
    case passed
    /// Everything held, but not at the first attempt.
    case flaky
    /// A call failed that was not expected to, or an expectation did not hold.
    case failed
    /// It was not run.
    case skipped
    /// It took longer than it may.
    case timedOut
    /// The process that ran it ended.
    case crashed
    /// The run was stopped before the case had ended.
    case interrupted

    /// True if a run with this outcome can be one in which all held.
    package var isGood: Bool {
        switch self {
        case .passed, .flaky, .skipped: true
        case .failed, .timedOut, .crashed, .interrupted: false
        }
    }

    /// The exit status that a case with this outcome gives a command.
    package var status: ExitStatus {
        switch self {
        case .passed, .flaky, .skipped: .held
        case .failed: .failed
        case .timedOut, .crashed: .crashed
        case .interrupted: .interrupted
        }
    }
}
