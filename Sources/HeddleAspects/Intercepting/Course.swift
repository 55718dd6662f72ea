// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The next step that an aspect requests for a call.
///
/// A course is a value and does nothing itself. Hooks follow it on the thread of the call, services in their task. So
/// the rule of each aspect is written once, independent of threads, tasks and waiting.
package enum Course<Output> {
    /// The outcome of the rest of the body; nil in a `before` hook, in which the body has not run yet.
    package typealias Ending = Result<Output, any Error>

    /// Runs the rest of the body. A service cancels it after this number of nanoseconds, and continues with
    /// ``CutShort``; a hook cannot.
    case proceed(within: UInt64? = nil, then: (Ending?) -> Course)
    /// Waits for a number of nanoseconds.
    case wait(UInt64, then: () -> Course)
    /// Ends the call with this result. If the call cannot have it, continues with `otherwise`, or fails.
    case answer(Output, otherwise: (() -> Course)? = nil)
    /// Ends the call with this failure.
    case fail(any Error)
    /// Ends the call with the outcome of its body.
    case done
}

/// The error of a body that was cancelled at its time limit.
package struct CutShort: Error {
    package init() {}
}

/// The rule of an aspect that may change calls. It gives each call its course.
package protocol AspectRule: Sendable {
    /// The findings at the end; each is 0 for an action without calls.
    func facts() -> [Value.Member]
}

extension AspectRule {
    /// Nothing.
    package func facts() -> [Value.Member] { [] }
}
