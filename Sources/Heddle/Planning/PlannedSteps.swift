// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// The steps of a plan, in order.
///
/// Steps that only call an action with literals are kept packed, a few dozen bytes each, and share the memory of one
/// call of that action. Of the others that take numbers and handles alone a few thousand are kept as they were planned, and
/// of those behind them nothing but that they are right. Such steps are planned once more when somebody asks for them, so
/// iterate over the steps once rather than indexing them again and again.
///
/// ## Topics
/// - ``PlannedStep``
public struct PlannedSteps: RandomAccessCollection {
    /// How a step is kept.
    enum Entry {
        case packed(PackedStep)
        /// By its index in ``kept``.
        case kept(Int32)
        /// As the behaviour has it.
        case written
    }

    /// The steps of the behaviour.
    let source: Steps
    /// What references to the row of a table stand for.
    private let row: Case.Row?
    let host: Host
    private(set) var entries: [Entry] = []
    /// Some of the steps that have more than literals, and all that are left out.
    private(set) var kept: [PlannedStep] = []
    /// What packed steps call, and what with.
    let calls: PackedCalls

    init(_ source: Steps, for row: Case.Row? = nil, host: Host, calls: PackedCalls) {
        self.source = source
        self.row = row
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
        case .packed, .written: return plannedAgain(position)
        }
    }

    private func plannedAgain(_ position: Int) -> PlannedStep {
        do {
            let written = source[position]
            let step = try row.map { row throws(Diagnostic) in try written.filled(from: row) } ?? written
            var planner = CallPlanner(step: step, action: try host.registry.action(step.call.value), host: host)
            return PlannedStep(index: position, name: step.call.value, call: .success(planner.planAgain()))
        } catch {
            preconditionFailure("step \(position) was planned without a mistake before: \(error)")
        }
    }

    /// Makes room for all steps.
    mutating func reserveCapacity() { entries.reserveCapacity(source.count) }

    mutating func append(_ packed: PackedStep) { entries.append(.packed(packed)) }

    mutating func append(_ step: PlannedStep) {
        if case .success(let call) = step.call, call.prepared.action.takesWordsOnly {
            if calls.room == 0 { return entries.append(.written) }
            calls.room -= 1
        }
        entries.append(.kept(Int32(kept.count)))
        kept.append(step)
    }
}
