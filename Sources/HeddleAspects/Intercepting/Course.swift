// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The course of a call as an aspect wants it, step by step.
///
/// A course says what is to be done and does nothing itself. Hooks follow it on the thread of the call, services in
/// their task; so the rule of each aspect stands once, and knows nothing of threads, tasks and waiting.
package enum Course<Output> {
    /// The outcome of the rest of the body; nil in a `before` hook, where it is still to run.
    package typealias Ending = Result<Output, any Error>

    /// Runs the rest of the body. Who can cut it short does so after so many nanoseconds, with ``CutShort``.
    case proceed(within: UInt64? = nil, then: (Ending?) -> Course)
    /// Lets so many nanoseconds pass.
    case wait(UInt64, then: () -> Course)
    /// Ends the call with this result. Where that is none that the call can have, it goes on otherwise, or fails.
    case answer(Output, otherwise: (() -> Course)? = nil)
    /// Ends the call with this failure.
    case fail(any Error)
    /// Ends the call with what its body came to.
    case done
}

/// That a body did not end in its time, and was made to.
package struct CutShort: Error {
    package init() {}
}

/// The rule of an aspect that may change calls: it gives each call its course.
package protocol AspectRule: Sendable {
    /// The findings at the end; 0 in each for an action that has seen no call.
    func facts() -> [Value.Member]
}

extension AspectRule {
    /// Nothing.
    package func facts() -> [Value.Member] { [] }
}
