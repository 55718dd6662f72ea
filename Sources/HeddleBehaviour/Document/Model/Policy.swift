// SPDX-License-Identifier: Apache-2.0

/// The course of a run where it cannot go on as written.
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

    /// The reaction to a handle that was not released.
    package enum Leaks: String, CaseIterable, Sendable {
        /// A warning.
        case warn
        /// The run, or the case, fails.
        case fail
    }

    /// The memory that steps look at behind handles.
    package enum Memory: String, CaseIterable, Sendable {
        /// Memory of which it is known for how long it is there.
        case known
        /// Whatever can be read.
        case trusted
    }

    /// The treatment of a module or action that does not exist.
    package var missing: Missing
    /// The reaction to a call or expectation that failed.
    package var onFailure: OnFailure
    /// The reaction to a handle that was not released.
    package var leaks: Leaks
    /// The memory that steps look at behind handles.
    package var memory: Memory

    /// Creates a policy.
    package init(missing: Missing, onFailure: OnFailure, leaks: Leaks = .warn, memory: Memory = .known) {
        self.missing = missing
        self.onFailure = onFailure
        self.leaks = leaks
        self.memory = memory
    }

    /// The policy of the array form.
    package static let sequence = Policy(missing: .skip, onFailure: .continue)
    /// The default policy of version 1.
    package static let version1 = Policy(missing: .fail, onFailure: .stop)
}
