// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// What a behaviour weaves around calls.
///
/// ## Topics
/// - ``HookUse``
/// - ``Ending``
/// - ``Background``
package struct HookEntry: Sendable {
    /// How a call ended.
    package enum Ending: String, CaseIterable, Sendable {
        case returned
        case failed
    }

    /// How an `after` runs beside the calls.
    package struct Background: Sendable {
        /// How many calls may wait; nil for as many as usual.
        package var limit: Int?
        /// How long it may look at one call at the end of a run; nil for as long as usual.
        package var seconds: Double?
    }

    /// The name by which other hooks order themselves; no other hook of the file has it.
    package let name: Located<String>?
    /// Which calls it applies to, as written; at least one.
    package let patterns: [Located<String>]
    /// The tags of which an action must have one; those that begin with `!` it must not have.
    package let tagged: [Located<String>]
    /// The C type that an action must return; nil where any will do.
    package let returns: Located<String>?
    /// The C types that an action must take.
    package let takes: [Located<String>]
    /// What must hold for the arguments, as an object of conditions; nil where any will do.
    package let condition: Located<Value>?
    /// The patterns of the actions inside of whose calls it must be made; empty where it may be made from anywhere.
    package let during: [Located<String>]
    /// What runs before the call, the outermost first.
    package let before: [HookUse]
    /// What runs in place of the call, the outermost first.
    package let instead: [HookUse]
    /// What runs after the call, the outermost first.
    package let after: [HookUse]
    /// Lower is further out; a finite number.
    package let order: Double
    /// The names of hooks that it stands outside of.
    package let outside: [Located<String>]
    /// The names of hooks that it stands inside of.
    package let inside: [Located<String>]
    /// Whether it is woven at all.
    package let isEnabled: Bool
    /// Whether it runs in one call only, the first that reaches it.
    package let isOnce: Bool
    /// Whether its patterns may match nothing.
    package let isOptional: Bool
    /// Which calls the `after` hooks see; nil for all.
    package let when: Ending?
    /// How the `after` hooks run on a thread of their own; nil where the call waits for them.
    package let background: Located<Background>?
    /// Where the hook stands.
    package let range: SourceRange
}

/// A hook's name in one of the three positions, with its options.
package struct HookUse: Sendable {
    /// An aspect's name, or `module.symbol`.
    package let name: Located<String>
    /// The aspect's options.
    package let options: Located<Value>?
}
