// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics

/// What a behaviour weaves around calls.
///
/// ## Topics
/// - ``HookUse``
/// - ``Ending``
/// - ``Background``
public struct HookEntry: Sendable {
    /// How a call ended.
    public enum Ending: String, CaseIterable, Sendable {
        case returned
        case failed
    }

    /// How an `after` runs beside the calls.
    public struct Background: Sendable {
        /// How many calls may wait; nil for as many as usual.
        public var limit: Int?
        /// How long it may look at one call at the end of a run; nil for as long as usual.
        public var seconds: Double?
    }

    /// The name by which other hooks order themselves; no other hook of the file has it.
    public let name: Located<String>?
    /// Which calls it applies to, as written; at least one.
    public let patterns: [Located<String>]
    /// The tags of which an action must have one; those that begin with `!` it must not have.
    public let tagged: [Located<String>]
    /// The C type that an action must return; nil where any will do.
    public let returns: Located<String>?
    /// The C types that an action must take.
    public let takes: [Located<String>]
    /// What must hold for the arguments, as an object of conditions; nil where any will do.
    public let condition: Located<Value>?
    /// The patterns of the actions inside of whose calls it must be made; empty where it may be made from anywhere.
    public let during: [Located<String>]
    /// What runs before the call, the outermost first.
    public let before: [HookUse]
    /// What runs in place of the call, the outermost first.
    public let instead: [HookUse]
    /// What runs after the call, the outermost first.
    public let after: [HookUse]
    /// Lower is further out; a finite number.
    public let order: Double
    /// The names of hooks that it stands outside of.
    public let outside: [Located<String>]
    /// The names of hooks that it stands inside of.
    public let inside: [Located<String>]
    /// Whether it is woven at all.
    public let isEnabled: Bool
    /// Whether it runs in one call only, the first that reaches it.
    public let isOnce: Bool
    /// Whether its patterns may match nothing.
    public let isOptional: Bool
    /// Which calls the `after` hooks see; nil for all.
    public let when: Ending?
    /// How the `after` hooks run on a thread of their own; nil where the call waits for them.
    public let background: Located<Background>?
    /// Where the hook stands.
    public let range: SourceRange
}

/// A hook's name in one of the three positions, with its options.
public struct HookUse: Sendable {
    /// An aspect's name, or `module.symbol`.
    public let name: Located<String>
    /// The aspect's options.
    public let options: Located<Value>?
}
