// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// An aspect as the catalog makes it, with its options read and checked.
package struct Aspect: Sendable {
    /// Makes the aspect for an action; throws where it does not fit the action.
    package typealias Maker = @Sendable (any AspectTarget) throws(AspectError) -> any Interceptor

    /// The permitted acts.
    package enum Role: Sendable {
        /// It only looks, at the calls of all actions of its hook.
        case observer(any Observer, AspectUse)
        /// It may change calls, and is made for each action anew.
        case interceptor(Maker)
    }

    /// The permitted acts.
    package let role: Role
    /// The actions that it calls, by `module.action`.
    package let asks: [Located<String>]
    let places: OptionPlaces

    /// An error of the aspect as a diagnostic, at the option that it is about.
    package func diagnostic(_ error: AspectError) -> Diagnostic { error.diagnostic(at: places.range(of: error.option)) }
}

/// Where an aspect and its options stand.
struct OptionPlaces: Sendable {
    /// The aspect's name, or all its options; nil if the aspect comes from no file.
    let whole: SourceRange?
    /// The values of the options that are given, by their keys.
    let options: [String: SourceRange]

    func range(of option: OptionPlace?) -> SourceRange? {
        option.flatMap { $0.range ?? options[$0.name] } ?? whole
    }
}

/// An aspect that may change the calls of one action: their arguments, whether and how often they are made, and what
/// they come to.
///
/// It is called on any thread and on several at a time.
///
/// ## Topics
/// - ``around(_:)``
/// - ``facts()``
package protocol Interceptor: Sendable {
    /// Takes its part in a call: as an `instead` around the rest of the body, as a `before` or `after` at its place,
    /// where proceeding does nothing.
    func around(_ call: borrowing some InterceptedCall & ~Copyable)

    /// The findings at the end; none for an action that was never called.
    func facts() -> [Value.Member]
}

extension Interceptor {
    /// Nothing.
    package func facts() -> [Value.Member] { [] }
}
