// SPDX-License-Identifier: Apache-2.0

/// How a run proceeds where it cannot go on as written.
package struct Policy: Hashable, Sendable {
    /// The treatment of a module or action that does not exist.
    package enum Missing: String, CaseIterable, Sendable {
        /// Nothing is run.
        case fail
        /// Its calls are left out, with a warning.
        case skip
    }

    /// The reaction to a call or expectation that failed.
    package enum OnFailure: String, CaseIterable, Sendable {
        /// The run ends.
        case stop
        /// The next step follows.
        case `continue`
    }

    /// The treatment of a module or action that does not exist.
    package var missing: Missing
    /// The reaction to a call or expectation that failed.
    package var onFailure: OnFailure

    /// Creates a policy.
    package init(missing: Missing, onFailure: OnFailure) {
        self.missing = missing
        self.onFailure = onFailure
    }

    /// The policy of the array form.
    package static let sequence = Policy(missing: .skip, onFailure: .continue)
    /// The default policy of version 1.
    package static let version1 = Policy(missing: .fail, onFailure: .stop)
}
