// SPDX-License-Identifier: Apache-2.0

/// What a run does where it cannot go on as written.
package struct Policy: Hashable, Sendable {
    /// What happens for a module or action that does not exist.
    package enum Missing: String, CaseIterable, Sendable {
        /// Nothing is run.
        case fail
        /// Its calls are left out, with a warning.
        case skip
    }

    /// What happens after a call or expectation that failed.
    package enum OnFailure: String, CaseIterable, Sendable {
        /// The run ends.
        case stop
        /// The next step follows.
        case `continue`
    }

    /// What happens for a module or action that does not exist.
    package var missing: Missing
    /// What happens after a call or expectation that failed.
    package var onFailure: OnFailure

    /// Creates a policy.
    package init(missing: Missing, onFailure: OnFailure) {
        self.missing = missing
        self.onFailure = onFailure
    }

    /// What the array form does, as it always did.
    package static let sequence = Policy(missing: .skip, onFailure: .continue)
    /// What version 1 does where the file says nothing else.
    package static let version1 = Policy(missing: .fail, onFailure: .stop)
}
