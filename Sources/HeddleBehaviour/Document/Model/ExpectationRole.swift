// SPDX-License-Identifier: Apache-2.0

/// The use of a condition on the outcome of a step.
package enum ExpectationRole: Sendable {
    /// The step fails where it does not hold.
    case expected
    /// `until`: the loop around the step ends once it holds.
    case endsLoop
    /// `if`: it says which of the steps in the step are run.
    case decides

    /// The key under which it stands.
    var key: StepKey {
        switch self {
        case .expected: .expect
        case .endsLoop: .until
        case .decides: .if
        }
    }
}
