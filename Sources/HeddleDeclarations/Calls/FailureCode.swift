// SPDX-License-Identifier: Apache-2.0

/// The codes of the failures that Heddle itself makes. Modules choose other codes for theirs.
package enum FailureCode: String, CaseIterable, Sendable {
    /// The result says that the call failed.
    case unsuccessful
    /// An exception left the action.
    case exception
    /// A module failed without a code.
    case failed
    /// A saved value does not fit, or was not saved.
    case argument
    /// An action that an aspect asked cannot be called.
    case action
    /// A pointer cannot be given back.
    case release
    /// An instead hook gave no result.
    case noResult
    /// The module calls a function of the host that this Heddle does not have.
    case unknownFunction
    /// The module made no instance and gave no reason.
    case noInstance
    /// A guard refused the call.
    case refused
    /// More calls than the limit lets pass.
    case limited
    /// The call returned too late.
    case timedOut
    /// A failure that was asked for.
    case fault
    /// More calls than there are answers.
    case noAnswer
    /// The call that runs once has not ended yet.
    case stillRunning
    /// A value of an aspect does not fit the call.
    case misfit
    /// A call that was not recorded.
    case unexpectedCall
    /// No hook has answered for a module without a library.
    case noLibrary
    /// A scripted action threw an error.
    case thrown
    /// The answer of a stub does not fit the action.
    case stub
}

extension Failure {
    /// Creates a failure of Heddle itself.
    package init(_ code: FailureCode, _ message: String, suppressed: [Failure] = []) {
        self.init(code: code.rawValue, message: message, suppressed: suppressed)
    }

    /// True if the failure has the code.
    package func has(_ code: FailureCode) -> Bool { self.code == code.rawValue }
}
