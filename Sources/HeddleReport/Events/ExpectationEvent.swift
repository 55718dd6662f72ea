// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics

/// Whether one expectation of a step held.
public struct ExpectationEvent: Sendable {
    /// The number of the step that it belongs to, from 0.
    public var index: Int
    /// What was looked at, such as `result` or `out.count`.
    public var path: String
    /// Whether it held.
    public var isHeld: Bool
    /// What the behaviour wrote: a literal, or an operator object such as `{"gt": 5}`.
    public var expected: Value
    /// The expectation in words, such as `greater than 5`, where it is more than equality.
    public var condition: String?
    /// What the path led to; nil where it led to nothing, as `result` does after a failure.
    public var actual: Value?
    /// Where the expectation was written.
    public var range: SourceRange
    /// The worker that runs the case, where there is one.
    public var worker: Int?
    /// What helps to understand why it did not hold.
    public var circumstances: Circumstances? {
        get { kept.value }
        set { kept = KeptCircumstances(newValue) }
    }
    private var kept: KeptCircumstances

    /// The code under which `heddle explain` tells more of those that did not hold.
    static let failureCode = "expectation.failed"

    /// Creates the event.
    public init(
        index: Int, path: String, isHeld: Bool, expected: Value, condition: String? = nil, actual: Value?,
        range: SourceRange, worker: Int? = nil, circumstances: Circumstances? = nil
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
