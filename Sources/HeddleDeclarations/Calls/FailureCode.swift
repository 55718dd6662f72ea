// SPDX-License-Identifier: Apache-2.0

/// The codes of the failures that Heddle itself reports. Modules choose other codes.
package enum FailureCode: String, CaseIterable, Sendable {
    /// The result says that the call failed.
    case unsuccessful
    /// An exception left the action.
    case exception
    /// Native code left the call by `longjmp`.
    case left
    /// A failure without a code.
    case failed
    /// A saved value that does not fit or does not exist.
    case argument
    /// An action of an aspect cannot be called.
    case action
    /// A pointer cannot be released.
    case release
    /// An instead hook gave no result.
    case noResult
    /// A hook of C used a call that has ended.
    case callEnded
    /// A host function that this Heddle does not have.
    case unknownFunction
    /// The module made no instance and gave no reason, or has none at the time of the call.
    case noInstance
    /// A guard refused the call.
    case refused
    /// A call beyond the limit.
    case limited
    /// The call took too long.
    case timedOut
    /// A deliberate failure.
    case fault
    /// No answers are left.
    case noAnswer
    /// The expression of a callback has no result for its arguments.
    case computation
    /// A call during the first call of once.
    case stillRunning
    /// A value of an aspect does not fit the call.
    case misfit
    /// A call that was not recorded.
    case unexpectedCall
    /// An entry of a table that is null.
    case nullEntry
    /// A table that was not made, or was released.
    case noTable
    /// No hook answered for a module without a library.
    case noLibrary
    /// A scripted action threw an error.
    case thrown
    /// A stub whose answer does not fit the action.
    case stub
    /// A call that was prepared before its module was reloaded, and that the new build does not take.
    case superseded
}

extension Failure {
    /// Creates a failure of Heddle itself.
    package init(_ code: FailureCode, _ message: String, suppressed: [Failure] = []) {
        self.init(code: code.rawValue, message: message, suppressed: suppressed)
    }

    /// True if the failure has the code.
    package func has(_ code: FailureCode) -> Bool { self.code == code.rawValue }
}
