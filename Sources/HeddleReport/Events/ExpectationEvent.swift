// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// The judgement of one expectation of a step.
package struct ExpectationEvent: Sendable {
    /// The number of the step that it belongs to, from 0.
    package var index: Int
    /// The path of the value, such as `result` or `out.count`.
    package var path: String
    /// True if it held.
    package var isHeld: Bool
    /// The expectation as written: a literal, or an operator object such as `{"gt": 5}`.
    package var expected: Value
    /// The expectation in words, such as `greater than 5`; nil for equality.
    package var condition: String?
    /// The actual value; nil if the path led to nothing, as `result` does after a failure.
    package var actual: Value?
    /// The place of the expectation.
    package var range: SourceRange
    /// The worker that runs the case, if there is one.
    package var worker: Int?
    /// The facts that explain the failure.
    package var circumstances: FailureContext? {
        get { kept.value }
        set { kept = KeptCircumstances(newValue) }
    }
    private var kept: KeptCircumstances

    /// The code under which `heddle explain` tells more of those that did not hold.
    static let failureCode = DiagnosticCode.run(.expectationFailed)

    /// Creates the event.
    package init(
        index: Int, path: String, isHeld: Bool, expected: Value, condition: String? = nil, actual: Value?,
        range: SourceRange, worker: Int? = nil, circumstances: FailureContext? = nil
    ) {
        self.index = index
        self.path = path
        self.isHeld = isHeld
        self.expected = expected
        self.condition = condition
        self.actual = actual
        self.range = range
        self.worker = worker
        kept = KeptCircumstances(circumstances)
    }
}
