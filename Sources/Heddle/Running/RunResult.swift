// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics

/// The result of a run: how it ended, its numbers, and everything that was wrong.
///
/// ## Topics
/// - ``Ending``
/// - ``diagnostics``
public struct RunResult: Sendable {
    /// The ending of a run.
    public enum Ending: Sendable {
        /// No call failed unexpectedly, and every expectation held.
        case held
        /// A call failed that was not expected to, or an expectation did not hold.
        case failed
        /// The run was asked to stop.
        case interrupted
    }

    /// The ending of the run.
    public let ending: Ending
    /// Warnings, calls that failed and expectations that did not hold, in the order in which they were found.
    public let diagnostics: [Diagnostic]
    /// The number of calls that returned.
    public let callsReturned: Int
    /// The number of calls that failed, expected failures among them.
    public let callsFailed: Int
    /// The number of steps that were left out.
    public let callsSkipped: Int
    /// The number of expectations that held.
    public let expectationsHeld: Int
    /// The number of expectations that did not hold.
    public let expectationsFailed: Int
}
