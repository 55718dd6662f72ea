// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

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
    /// The actions that it calls.
    package let asks: [AskedName]
}

/// An action that an aspect calls, by `module.action`, and where among the options that was written.
package struct AskedName: Hashable, Sendable {
    /// `module.action`
    package let name: String
    /// The names of the options that lead to it, the outermost first.
    package let path: [String]

    init(_ name: String, at path: [String]) {
        self.name = name
        self.path = path
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
