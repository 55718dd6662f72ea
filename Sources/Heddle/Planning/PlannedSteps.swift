// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// The steps of a plan, in order.
///
/// Steps that only call an action with literals are kept packed, a few dozen bytes each, and share the memory of one
/// call of that action. What such a step calls is planned once more when somebody asks for it, so iterate over the
/// steps once rather than indexing them again and again.
///
/// ## Topics
/// - ``PlannedStep``
public struct PlannedSteps: RandomAccessCollection {
    /// How a step is kept.
    enum Entry {
        case packed(PackedStep)
        /// By its index in ``kept``.
        case kept(Int32)
    }

    /// The steps of the behaviour.
    let source: Steps
    let host: Host
    private(set) var entries: [Entry] = []
    /// The steps that have more than literals, or are left out.
    private(set) var kept: [PlannedStep] = []
    /// What packed steps call, and what with.
    let calls: PackedCalls

    init(_ source: Steps, host: Host, calls: PackedCalls) {
        self.source = source
        self.host = host
        self.calls = calls
    }

    /// The first index, 0.
    public var startIndex: Int { entries.startIndex }
    /// The number of steps.
    public var endIndex: Int { entries.endIndex }

    /// A step as it was planned.
    public subscript(position: Int) -> PlannedStep {
        switch entries[position] {
        case .kept(let index): return kept[Int(index)]
        case .packed(let packed):
            let action = calls.sites[packed.site].action
            var planner = CallPlanner(step: source[position], action: action, host: host)
            var saved: [String: ValueShape] = [:]
            return PlannedStep(index: position, name: action.name, call: .success(planner.plan(saved: &saved)))
        }
    }

    /// Makes room for all steps.
    mutating func reserveCapacity() { entries.reserveCapacity(source.count) }

    mutating func append(_ packed: PackedStep) { entries.append(.packed(packed)) }

    mutating func append(_ step: PlannedStep) {
        entries.append(.kept(Int32(kept.count)))
        kept.append(step)
    }
}
