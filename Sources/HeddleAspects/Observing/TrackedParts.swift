// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The parts of the calls of one action that its events tell of, and which calls these are.
final class TrackedParts: Sendable {
    /// A member of the data.
    final class Member: Sendable {
        let name: String
        /// The name as it is written, with the colon behind it.
        let written: [UInt8]
        let part: TrackAspect.BoundPart
        private let shortcut: Shortcut?

        /// The parts that most events tell of, found without a look at their paths.
        private enum Shortcut {
            case argument(Int)
            case result
            case status
        }

        fileprivate var needsOutcome: Bool {
            switch shortcut {
            case .result, .status: true
            case .argument, nil: false
            }
        }

        fileprivate init(_ name: String, _ part: TrackAspect.BoundPart) {
            self.name = name
            written = TrackedEvent.name(name)
            self.part = part
            guard case .path(let bound) = part, !bound.isSecret, bound.path.part.isEmpty else {
                shortcut = nil
                return
            }
            switch bound.path.root {
            case .result: shortcut = .result
            case .status: shortcut = .status
            case .argument: shortcut = bound.position.map(Shortcut.argument)
            default: shortcut = nil
            }
        }

        /// Nil if there is no value, such as the result of a failed call.
        ///
        /// - Parameter outcome: that of the call, if ``TrackedParts/needsOutcome``.
        func value(in call: some ObservedCall, _ outcome: Outcome?) -> Value? {
            switch shortcut {
            case nil: return part.value(in: call)
            case .argument(let position):
                let arguments = call.arguments
                return arguments.indices.contains(position) ? arguments[position] : nil
            case .result:
                if case .returned(let result) = outcome { return result }
                return nil
            case .status:
                switch outcome {
                case .returned: return .string("returned")
                case .failed: return .string("failed")
                case nil: return nil
                }
            }
        }
    }

    let members: [Member]
    let condition: BoundCallCondition?
    /// True if there is no event without the answer of some part.
    let isAsking: Bool
    /// True if parts of it are what actions return.
    let isCalling: Bool
    /// True if members come from the outcome of the call.
    let needsOutcome: Bool
    /// About the length of the data as text.
    let size: Int

    init(_ data: [(name: String, part: TrackAspect.BoundPart)], when condition: BoundCallCondition?) {
        members = data.map { Member($0.name, $0.part) }
        self.condition = condition
        needsOutcome = members.contains(where: \.needsOutcome)
        isAsking = data.contains(where: \.part.isAsked)
        isCalling = isAsking || data.contains { if case .call = $0.part { true } else { false } }
        size = 32 + members.reduce(0) { $0 + $1.written.count + 24 }
    }
}
