// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics

/// One attempt at a case.
///
/// A worker runs one case at a time: what carries the number of a worker belongs to the case that it runs at that
/// point of the stream. Each attempt that ends has begun before, one that is skipped among them.
///
/// ## Topics
/// - ``CaseEnding``
/// - ``CaseOutcome``
public struct CaseEvent: Sendable {
    /// What the case is known by from run to run, such as `stack.json/push and pop/2`.
    public var id: String
    /// The case's name for people.
    public var name: String
    /// What the case can be selected by.
    public var tags: [String]
    /// Where the case was written.
    public var range: SourceRange
    /// Which attempt this is, from 1.
    public var attempt: Int
    /// Which worker runs it, from 0.
    public var worker: Int
    /// When the attempt began, in nanoseconds since the start of the run, where that was measured.
    public var start: UInt64?

    /// Creates the event.
    public init(
        id: String, name: String, tags: [String] = [], range: SourceRange, attempt: Int = 1, worker: Int = 0,
        start: UInt64? = nil
    ) {
        self.id = id
        self.name = name
        self.tags = tags
        self.range = range
        self.attempt = attempt
        self.worker = worker
        self.start = start
    }
}

/// How an attempt at a case ended.
public struct CaseEnding: Hashable, Sendable {
    /// What came of it.
    public var outcome: CaseOutcome
    /// Why, in one sentence, where the calls and expectations do not say it: why it was skipped, what crashed.
    public var reason: String?
    /// How long the attempt took.
    public var nanoseconds: UInt64
    /// Whether another attempt follows, so that this one does not count.
    public var isRetried: Bool
    /// The command that runs just this case again, where it did not pass.
    public var rerun: String?

    /// Creates an ending.
    public init(
        _ outcome: CaseOutcome, reason: String? = nil, nanoseconds: UInt64 = 0, isRetried: Bool = false,
        rerun: String? = nil
    ) {
        self.outcome = outcome
        self.reason = reason
        self.nanoseconds = nanoseconds
        self.isRetried = isRetried
        self.rerun = rerun
    }
}

/// What came of a case.
public enum CaseOutcome: String, Hashable, Sendable, CaseIterable {
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

    /// Whether a run with this outcome can be one in which all held.
    public var isGood: Bool {
        switch self {
        case .passed, .flaky, .skipped: true
        case .failed, .timedOut, .crashed, .interrupted: false
        }
    }
}
