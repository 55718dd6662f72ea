// SPDX-License-Identifier: Apache-2.0

public import Behaviour
public import Declarations
public import Diagnostics
public import Foreign

/// A behaviour after everything in it was resolved and checked: no names are left, and nothing can fail by form.
///
/// A plan is run by one thread at a time.
///
/// ## Topics
/// - ``make(_:on:origin:)``
/// - ``PlannedStep``
/// - ``Run``
public struct Plan {
    /// The steps, in order.
    public let steps: [PlannedStep]
    /// What somebody should look at.
    public var warnings: [Diagnostic]
    /// What the run does where it cannot go on as written.
    public let policy: Policy

    let modules: [Module]
    let observers: [PlannedObserver]
}

/// A step with its action bound and its constant arguments in memory.
public struct PlannedStep {
    /// The step's number, from 0.
    public let index: Int
    /// What is called.
    public let name: ActionName
    /// The call; or why it is left out.
    public let call: Result<PlannedCall, Diagnostic>
}

/// A call that only waits to be made.
public struct PlannedCall {
    /// The call with its memory.
    public let prepared: PreparedCall
    /// Arguments that are not known before the run, by parameter.
    let pending: [Int: Template]
    /// What is known of each argument.
    let arguments: [Argument]
    let ranges: [Int: SourceRange]
    let saves: [Step.Save]
    let expectations: [Step.Expectation]
    let range: SourceRange

    /// The action's hooks, outermost first.
    public var hooks: [ActionHook] { prepared.action.chain }

    /// The arguments for people; a reference as `{"ref": …}`.
    public var shownArguments: [String] {
        prepared.action.signature.given.map { index in
            if let template = pending[index] { return template.shown }
            if case .value(let value) = arguments[index] { return value.excerpt(limit: 40) }
            return "_"
        }
    }

    /// Whether the behaviour says what it expects of a failure, so that failing is no mistake of its own.
    var expectsFailure: Bool { expectations.contains { $0.path.value == .failure } }
}

/// An aspect that has something to say at the end.
struct PlannedObserver {
    let aspect: String
    let hook: String?
    let findings: () -> [(action: ActionName, facts: [Value.Member])]
}

extension Template {
    /// The template on one line for people.
    var shown: String {
        switch self {
        case .literal(let value): value.excerpt(limit: 40)
        case .reference(let name): "{\"ref\": \"\(name)\"}"
        case .array(let elements): "[" + elements.map(\.value.shown).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.name.value)\": \($0.value.value.shown)" }.joined(separator: ", ") + "}"
        }
    }
}
