// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// An aspect with its options, read and checked.
package struct Aspect: Sendable {
    /// Makes the aspect for an action; throws if it does not fit the action.
    package typealias Maker = @Sendable (any AspectTarget) throws(AspectError) -> any Interceptor

    /// The rights of the aspect: to look, or to change calls.
    package enum Role: Sendable {
        /// It only looks at the calls of all actions of its hook.
        case observer(any Observer, AspectUse)
        /// It may change calls, and is made for each action. What it expected of all actions together, and did not get,
        /// it says at the end.
        case interceptor(Maker, objecting: (@Sendable () -> [Finding])? = nil)
    }

    /// The rights of the aspect: to look, or to change calls.
    package let role: Role
    /// The actions that it calls, by `module.action`.
    package let asks: [Located<String>]
    let places: OptionPlaces

    /// An error of the aspect as a diagnostic at its option.
    package func diagnostic(_ error: AspectError) -> Diagnostic { error.diagnostic(at: places.range(of: error.option)) }
}

/// The places of an aspect and its options.
struct OptionPlaces: Sendable {
    /// The aspect's name, or all its options; nil if the aspect is not from a file.
    let whole: SourceRange?
    /// The given options, by their keys.
    let options: [String: SourceRange]

    func range(of option: OptionPlace?) -> SourceRange? {
        option.flatMap { $0.range ?? options[$0.name] } ?? whole
    }
}

/// An aspect that may change the calls of one action: their arguments, their number, and their outcome.
///
/// It is called on any thread and on several at a time.
///
/// ## Topics
/// - ``around(_:)``
/// - ``facts()``
package protocol Interceptor: Sendable {
    /// Acts on a call. An `instead` surrounds the rest of the body; in a `before` or `after`, proceeding does nothing.
    func around(_ call: borrowing some InterceptedCall & ~Copyable)

    /// The findings at the end; empty for an action that was never called.
    func facts() -> [Value.Member]
}

extension Interceptor {
    /// Nothing.
    package func facts() -> [Value.Member] { [] }
}
