// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleDiagnostics

/// The outcome of one step's call.
///
/// ## Topics
/// - ``Status``
package struct CallEvent: Hashable, Sendable {
    /// The ending of a step's call.
    package enum Status: Hashable, Sendable {
        /// The call returned this; nil for `void`.
        case returned(Value?)
        /// The call failed.
        case failed(Failure)
        /// The call was not made, for this reason.
        case skipped(reason: String)

        /// The status of a call that was made.
        package init(_ outcome: Outcome) {
            switch outcome {
            case .returned(let result): self = .returned(result)
            case .failed(let failure): self = .failed(failure)
            }
        }
    }

    /// The step's number in the run, from 0.
    package var index: Int
    /// The called action.
    package var call: ActionName
    /// The arguments by position, out-parameters left out.
    package var arguments: [Value]
    /// The pointer to the function that was called; nil for an action.
    package var function: Value?
    /// Its ending.
    package var status: Status
    /// The out-parameters by name, in the order of the declaration.
    package var out: [Value.Member]
    /// `errno` as the action left it.
    package var errno: Int32
    /// The time of the call with all its hooks.
    package var nanoseconds: UInt64
    /// The start of the call, in nanoseconds since the start of the run, if it was measured.
    package var start: UInt64?
    /// The labels of the hooks that were active, outermost first.
    package var hooks: [String]
    /// The worker that runs the case, if there is one.
    package var worker: Int?
    /// The facts that explain the failure; nil if a failure was expected.
    package var circumstances: FailureContext? {
        get { kept.value }
        set { kept = KeptCircumstances(newValue) }
    }
    /// True if it failed, and its step has no expectation of a failure.
    package var hasFailedUnexpectedly: Bool { circumstances != nil }
    private var kept: KeptCircumstances

    /// The code under which `heddle explain` tells more of calls that failed unexpectedly.
    static let failureCode = DiagnosticCode.run(.callFailed)

    /// Creates the event; of a call that was skipped only the first four matter.
    package init(
        index: Int, call: ActionName, arguments: [Value], status: Status, out: [Value.Member] = [], errno: Int32 = 0,
        nanoseconds: UInt64 = 0, start: UInt64? = nil, hooks: [String] = [], worker: Int? = nil,
        circumstances: FailureContext? = nil
    ) {
        self.index = index
        self.call = call
        self.arguments = arguments
        self.status = status
        self.out = out
        self.errno = errno
        self.nanoseconds = nanoseconds
        self.start = start
        self.hooks = hooks
        self.worker = worker
        kept = KeptCircumstances(circumstances)
    }
}

extension CallEvent {
    /// The call on one line for people, such as `z.crc32(0, "hello", 5)`, with the pointer to the function, if there is one,
    /// before the arguments.
    package var excerpt: String {
        guard let function else { return call.excerpt(calledWith: arguments) }
        return "\(call.excerpt) \(function.excerpt())\(arguments.excerpt)"
    }
}
