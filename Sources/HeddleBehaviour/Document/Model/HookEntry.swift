// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

/// The hooks that a behaviour weaves around calls.
///
/// ## Topics
/// - ``HookUse``
/// - ``Ending``
/// - ``Background``
package struct HookEntry: Sendable {
    /// The ending of a call.
    package enum Ending: String, CaseIterable, Sendable {
        case returned
        case failed
    }

    /// The way in which an `after` runs beside the calls.
    package struct Background: Sendable {
        /// The number of calls that may wait; nil for as many as usual.
        package var limit: Int?
        /// The time for which it may look at one call at the end of a run; nil for as long as usual.
        package var seconds: Double?
    }

    /// The tolerance for a hook whose failures do not fail its calls.
    package struct Tolerance: Sendable {
        /// At how many failures it is paused; nil for never.
        package var failures: Int?
    }

    /// The name by which other hooks order themselves; no other hook of the file has it.
    package internal(set) var name: Located<String>?
    /// The patterns of the calls that it applies to, as written; at least one.
    package internal(set) var patterns: [Located<String>] = []
    /// The tags of which an action must have one; those that begin with `!` it must not have.
    package internal(set) var tagged: [Located<String>] = []
    /// The C type that an action must return; nil where any will do.
    package internal(set) var returns: Located<String>?
    /// The C types that an action must take.
    package internal(set) var takes: [Located<String>] = []
    /// The conditions on the arguments, as an object; nil if any arguments will do.
    package internal(set) var condition: Located<Value>?
    /// The patterns of the actions inside of whose calls it must be made; empty where it may be made from anywhere.
    package internal(set) var during: [Located<String>] = []
    /// The pieces that run before the call, outermost first.
    package internal(set) var before: [HookUse] = []
    /// The pieces that run in place of the call, outermost first.
    package internal(set) var instead: [HookUse] = []
    /// The pieces that run after the call, outermost first.
    package internal(set) var after: [HookUse] = []
    /// Lower is further out; a finite number.
    package internal(set) var order = 0.0
    /// The names of hooks that it stands outside of.
    package internal(set) var outside: [Located<String>] = []
    /// The names of hooks that it stands inside of.
    package internal(set) var inside: [Located<String>] = []
    /// True if it is woven at all.
    package internal(set) var isEnabled = true
    /// True if it runs in one call only, the first that reaches it.
    package internal(set) var isOnce = false
    /// True if its patterns may match nothing.
    package internal(set) var isOptional = false
    /// True if it takes part in outermost calls only, of each action.
    package internal(set) var isOutermost = false
    /// True if it takes part in calls that its own code makes.
    package internal(set) var isReentrant = false
    /// The largest number of actions that it may be around; nil for any.
    package internal(set) var most: Located<Int>?
    /// The tolerance for its failures; nil if they fail the call.
    package internal(set) var tolerance: Located<Tolerance>?
    /// The ending of the calls that the `after` hooks see; nil for all.
    package internal(set) var when: Ending?
    /// The way in which the `after` hooks run on a thread of their own; nil where the call waits for them.
    package internal(set) var background: Located<Background>?
    /// The entry of `tracking` that it is made of; nil for a hook of "hooks".
    package internal(set) var tracked: Tracking.Entry?
    /// The place of the hook.
    package let range: SourceRange

    /// Creates a hook that has no keys yet.
    init(at range: SourceRange) {
        self.range = range
    }
}

/// A hook's name in one of the three positions, with its options.
package struct HookUse: Sendable {
    /// An aspect's name, or `module.symbol`.
    package let name: Located<String>
    /// The aspect's options as they are written; the aspect reads them.
    package let options: JSONNode?
    /// The keys that stand among the options and are none: they were read before.
    package let otherKeys: Set<String>

    /// Creates a use.
    package init(name: Located<String>, options: JSONNode?, besides otherKeys: Set<String> = []) {
        self.name = name
        self.options = options
        self.otherKeys = otherKeys
    }
}
