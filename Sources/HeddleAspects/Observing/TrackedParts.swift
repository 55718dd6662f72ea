// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The parts of the calls of one action that its events tell of, and which calls these are.
final class TrackedParts: Sendable {
    /// A member of the data.
    struct Member: Sendable {
        let name: String
        let part: TrackAspect.BoundPart
    }

    /// The parts that most events tell of, found without a look at their paths.
    private enum Shortcut {
        case argument(Int)
        case result
        case status
    }

    /// A member as it is written. It refers to nothing, so that no references are counted for an event.
    private struct Step {
        /// The name with the colon behind it, among all names.
        let name: Range<Int>
        /// Nil for a member whose part says how it is found.
        let shortcut: Shortcut?
    }

    let members: [Member]
    let condition: BoundCallCondition?
    /// True if there is no event without the answer of some part.
    let isAsking: Bool
    /// True if parts of it are what actions return.
    let isCalling: Bool
    /// About the length of the data as text.
    let size: Int
    private let names: [UInt8]
    private let steps: [Step]
    /// True if members come from the outcome of the call.
    private let needsOutcome: Bool

    init(_ data: [(name: String, part: TrackAspect.BoundPart)], when condition: BoundCallCondition?) {
        members = data.map { Member(name: $0.name, part: $0.part) }
        self.condition = condition
        isAsking = data.contains(where: \.part.isAsked)
        isCalling = isAsking || data.contains { if case .call = $0.part { true } else { false } }
        var names: [UInt8] = []
        steps = data.map { name, part in
            let start = names.count
            names += TrackedEvent.name(name)
            return Step(name: start..<names.count, shortcut: Self.shortcut(to: part))
        }
        self.names = names
        needsOutcome = steps.contains { step in
            switch step.shortcut {
            case .result, .status: true
            case .argument, nil: false
            }
        }
        size = 32 + names.count + 24 * data.count
    }

    private static func shortcut(to part: TrackAspect.BoundPart) -> Shortcut? {
        guard case .path(let bound) = part, !bound.isSecret, bound.path.part.isEmpty else { return nil }
        return switch bound.path.root {
        case .result: .result
        case .status: .status
        case .argument: bound.position.map(Shortcut.argument)
        default: nil
        }
    }

    /// Writes the members that have a value; one has none that is the result of a failed call, for example.
    ///
    /// - Parameter answers: the answers of the parts that are asked, at the indices of their members; nil if none is.
    func write(_ call: some ObservedCall, _ answers: [Value?]?, to text: inout [UInt8]) {
        let outcome = needsOutcome ? call.outcome : nil
        for index in steps.indices {
            let step = steps[index]
            switch step.shortcut {
            case .status:
                guard let outcome else { continue }
                begin(step, &text)
                if case .returned = outcome { text.append("\"returned\"") } else { text.append("\"failed\"") }
            case .result:
                guard case .returned(let result?) = outcome else { continue }
                begin(step, &text)
                result.appendJSON(to: &text)
            case .argument(let position):
                let arguments = call.arguments
                guard arguments.indices.contains(position) else { continue }
                begin(step, &text)
                arguments[position].appendJSON(to: &text)
            case nil:
                guard let value = answers?[index] ?? members[index].part.value(in: call) else { continue }
                begin(step, &text)
                value.appendJSON(to: &text)
            }
        }
    }

    private func begin(_ step: Step, _ text: inout [UInt8]) {
        if text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
        text.append(copying: names, step.name)
    }
}
