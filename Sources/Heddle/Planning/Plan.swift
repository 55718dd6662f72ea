// SPDX-License-Identifier: Apache-2.0

internal import Aspects
public import Behaviour
public import Declarations
public import Diagnostics
public import Foreign

/// A behaviour after everything in it was resolved and checked: no names are left, and nothing can fail by form.
///
/// A plan is run by one thread at a time.
///
/// ## Topics
/// - ``read(_:on:origin:)``
/// - ``make(_:on:origin:)``
/// - ``PlannedStep``
/// - ``Run``
public struct Plan {
    /// The steps, in order.
    public let steps: [PlannedStep]
    /// What somebody should look at.
    public let warnings: [Diagnostic]
    /// What the run does where it cannot go on as written.
    public let policy: Policy

    /// Why steps are left out, in their order.
    public var skipped: [Diagnostic] {
        steps.compactMap { if case .failure(let reason) = $0.call { reason } else { nil } }
    }

    let modules: [Module]
    let observers: [PlannedObserver]
    let backgrounds: [PlannedBackground]
    /// The hooks that are switched off.
    let disabled: [PassedOverHook]

    /// The hooks that are not around a call, and why.
    public func passedOver(around action: ActionName, on host: Host) -> [PassedOverHook] {
        host.registry.passedOver(around: action) + disabled
    }
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
    public var hooks: [ActionHook] { prepared.action.chain.filter { !$0.isScope } }

    /// The arguments that a caller gives, a reference as `{"ref": "name"}`; nil for a count that is taken from what it
    /// counts.
    public var plannedArguments: [Value?] {
        let fixed = prepared.action.signature
        return (fixed.given + Array(fixed.parameters.count..<arguments.count)).map { index in
            if let template = pending[index] { return template.written }
            let isSecret = index < fixed.parameters.count && fixed.parameters[index].isSecret
            if case .value(let value) = arguments[index] { return isSecret ? PreparedCall.secret : value }
            return nil
        }
    }

    /// Whether the behaviour says what it expects of a failure, so that failing is no mistake of its own.
    var expectsFailure: Bool { expectations.contains { $0.path.value.root == .failure } }
}

/// An aspect that has something to say at the end.
struct PlannedObserver {
    let aspect: String
    let hook: String?
    /// Where it was written.
    let range: SourceRange
    let findings: () -> [Finding]
}

/// A hook that runs on a thread of its own.
struct PlannedBackground {
    let hook: String?
    /// Where that was written.
    let range: SourceRange
    let queue: BackgroundQueue
}

extension Template {
    /// The template as it was written.
    fileprivate var written: Value {
        switch self {
        case .literal(let value): value
        case .reference(let reference): .object([.init("ref", .string("\(reference)"))])
        case .array(let elements): .array(elements.map(\.value.written))
        case .object(let members): .object(members.map { .init($0.name.value, $0.value.value.written) })
        }
    }
}
