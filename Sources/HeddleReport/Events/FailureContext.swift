// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The facts that explain why a call failed or an expectation did not hold. It is made only then.
///
/// ## Topics
/// - ``ValueSource``
/// - ``ActiveHook``
package struct FailureContext: Hashable, Sendable {
    /// The place of the step, as `file:line:column`; nil for an expectation, which has its own place.
    package var place: String?
    /// The round of the innermost loop around the step, from 1; nil where it is in none.
    package var round: Int?
    /// The type of C that the value which was looked at was declared to have, such as `const char *`.
    package var type: String?
    /// The words for people about the action, where its module has some.
    package var help: String?
    /// The difference from the expected value, in the lines of `Difference`; empty for a call.
    package var difference: [String]
    /// The origins of the values that the step refers to.
    package var sources: [ValueSource]
    /// The hooks around the call, outermost first.
    package var hooks: [ActiveHook]

    /// Creates circumstances.
    package init(
        place: String? = nil, round: Int? = nil, type: String? = nil, help: String? = nil, difference: [String] = [],
        sources: [ValueSource] = [], hooks: [ActiveHook] = []
    ) {
        self.place = place
        self.round = round
        self.type = type
        self.help = help
        self.difference = difference
        self.sources = sources
        self.hooks = hooks
    }
}

/// The reference of an event to its circumstances. They are stored separately, because most events have none and events
/// are passed on several times.
enum KeptCircumstances: Hashable, Sendable {
    case none
    indirect case some(FailureContext)

    init(_ circumstances: FailureContext?) {
        self = circumstances.map { .some($0) } ?? .none
    }

    var value: FailureContext? {
        if case .some(let circumstances) = self { circumstances } else { nil }
    }
}

/// The origin of a value that a step refers to: the step that saved it, or should have.
///
/// ## Topics
/// - ``Step``
package struct ValueSource: Hashable, Sendable {
    /// A step that had to do with the value.
    package struct Step: Hashable, Sendable {
        /// The action that it calls.
        package var call: ActionName
        /// Its place, as `file:line:column`.
        package var place: String

        /// Creates a step.
        package init(_ call: ActionName, at place: String) {
            self.call = call
            self.place = place
        }
    }

    /// The use of the value, such as `argument 2 (buf)` or `expected`.
    package var use: String
    /// The reference, such as `sum.corners[2]`.
    package var reference: String
    /// The path of the saved part of the outcome, such as `out.db`.
    package var path: String
    /// The step that saves it.
    package var giver: Step
    /// True if it was saved. A call that failed has nothing to save.
    package var isSaved: Bool
    /// The step that has released it, if it is a released handle.
    package var releaser: Step?

    /// Creates a source.
    package init(
        use: String, reference: String, path: String, giver: Step, isSaved: Bool = true, releaser: Step? = nil
    ) {
        self.use = use
        self.reference = reference
        self.path = path
        self.giver = giver
        self.isSaved = isSaved
        self.releaser = releaser
    }
}

/// A hook that was around a call.
package struct ActiveHook: Hashable, Sendable {
    /// Its name, if it has one.
    package var name: String?
    /// Its origin: `file:line:column` of a behaviour, or of the program that added it.
    package var origin: String
    /// The labels of its `before` pieces.
    package var before: [String]
    /// The labels of its `instead` pieces.
    package var instead: [String]
    /// The labels of its `after` pieces.
    package var after: [String]
    /// True if the hook was paused.
    package var isPaused: Bool

    /// Creates a hook.
    package init(
        name: String? = nil, origin: String, before: [String] = [], instead: [String] = [], after: [String] = [],
        isPaused: Bool = false
    ) {
        self.name = name
        self.origin = origin
        self.before = before
        self.instead = instead
        self.after = after
        self.isPaused = isPaused
    }
}
