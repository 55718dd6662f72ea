// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The saved handles that earlier steps release for certain.
///
/// A step does so if it is always run, stops the others where its call fails, and has no hook that could keep the function
/// from being called.
struct ReleasedNames {
    private var places: [String: (action: ActionName, range: SourceRange)] = [:]
    /// The loops and branches that begin behind the steps looked at, and the end of those that began before.
    private var blocks: ArraySlice<Steps.Block>
    private var blockEnd = 0

    init(blocks: [Steps.Block] = []) { self.blocks = blocks[...] }

    /// Refuses a step that uses one of them.
    func refusal(of step: Step) -> Diagnostic? {
        if places.isEmpty { return nil }
        for reference in step.givenValues.flatMap(\.references) {
            guard let (action, range) = places[reference.value.name] else { continue }
            return .released(reference, by: action, at: range)
        }
        return nil
    }

    /// Notes the handles that a step releases, if it does so for certain. Steps come in their order.
    mutating func note(_ names: [String], releasedBy step: Step, at position: Int, calling action: Action) {
        if names.isEmpty || isInBlock(position) || !action.chain.isEmpty || action.isAnswered { return }
        for name in names { places[name] = (action.name, step.call.range) }
    }

    /// Returns whether a step stands in a loop or a branch.
    private mutating func isInBlock(_ position: Int) -> Bool {
        while let next = blocks.first, next.steps.lowerBound <= position {
            blockEnd = max(blockEnd, next.steps.upperBound)
            blocks.removeFirst()
        }
        return position < blockEnd
    }
}

extension PlannedSteps {
    /// The names of the handles that a call releases.
    func namesReleased(by call: PlannedCall) -> [String] {
        call.pending.compactMap { index, template in
            guard case .reference(let reference) = template, reference.isWhole,
                releases(reference.name, by: call.action, index)
            else { return nil }
            return reference.name
        }
    }

    /// Returns whether a call releases the saved value that is an argument.
    fileprivate func releases(_ name: String, by action: Action, _ index: Int) -> Bool {
        guard index < action.signature.parameters.count else { return false }
        if action.signature.parameters[index].isReleased { return true }
        guard let origin = origin(of: name), origin.action.name.module == action.name.module else { return false }
        return origin.action.signature.release(of: origin.path) == action.signature.symbol
    }
}

extension Signature {
    /// The function that releases a part of an outcome, as `_Free_` names it.
    func release(of path: CallPath) -> String? {
        guard case .out(let name) = path.root else { return release }
        return parameter(named: name)?.release
    }
}

extension Step {
    /// The values of its arguments.
    fileprivate var givenValues: [Located<Template>] {
        switch arguments {
        case .none: []
        case .positional(let values): values
        case .named(let members): members.map(\.value)
        }
    }
}

extension Diagnostic {
    fileprivate static func released(
        _ reference: Located<Reference>, by action: ActionName, at release: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            code: .call(.released),
            "\"\(reference.value.path)\" is used after \(action) has released \(reference.value.name)",
            at: reference.range, suggestion: "use it before that step, or release it later",
            notes: [.init("it is released", at: release)])
    }
}
