// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The steps of a plan, in order.
///
/// Steps that only call an action with literals and with numbers that such steps have saved are kept packed, a few
/// dozen bytes each, and share the memory of one call of that action. Of the others that take numbers and handles alone
/// a few thousand are kept as they were planned, and of those behind them nothing but that they are right. Such steps
/// are planned once more when somebody asks for them, so iterate over the steps once rather than indexing them again
/// and again.
///
/// ## Topics
/// - ``PlannedStep``
package struct PlannedSteps: RandomAccessCollection {
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
    /// The values that references to the row of a table stand for.
    let row: Case.Row?
    let host: Host
    private(set) var entries: [Entry] = []
    /// Some of the steps that have more than literals, and all that are left out.
    private(set) var kept: [PlannedStep] = []
    /// The calls of packed steps, with their arguments.
    let calls: PackedCalls
    /// The indices of the steps that save, by the numbers of the names; -1 for those that are not planned yet.
    private var savers: [Int32] = []
    /// The names under which others than packed steps refer to what packed steps save, by the indices of the latter.
    private(set) var referredNames: [Int: String] = [:]

    init(_ source: Steps, for row: Case.Row? = nil, host: Host, calls: PackedCalls) {
        self.source = source
        self.row = row
        self.host = host
        self.calls = calls
    }

    /// The first index, 0.
    package var startIndex: Int { entries.startIndex }
    /// The number of steps.
    package var endIndex: Int { entries.endIndex }

    /// A step as it was planned.
    package subscript(position: Int) -> PlannedStep {
        switch entries[position] {
        case .kept(let index): return kept[Int(index)]
        case .packed, .written: return plannedAgain(position)
        }
    }

    /// Plans a step from what was read of it. Where the host has changed since, the reason stands in place of the call.
    private func plannedAgain(_ position: Int) -> PlannedStep {
        let written = source[position]
        let name = written.call.value
        do throws(Diagnostics) {
            let action = try host.registry.action(name)
            let step = try filled(written)
            var planner = CallPlanner(step: step, action: action, host: host)
            return PlannedStep(index: position, name: name, call: .success(planner.planAgain()))
        } catch {
            return PlannedStep(index: position, name: name, call: .failure(error.all[0]))
        }
    }

    private func filled(_ step: Step) throws(Diagnostics) -> Step {
        do throws(Diagnostic) {
            return try row.map { row throws(Diagnostic) in try step.filled(from: row) } ?? step
        } catch {
            throw Diagnostics([error])
        }
    }

    /// Makes room for all steps.
    mutating func reserveCapacity() { entries.reserveCapacity(source.count) }

    /// - Parameter number: that of the name under which it saves its result.
    mutating func append(_ packed: PackedStep, saving number: Int?) {
        if let number { note(entries.count, asSaverOf: number) }
        entries.append(.packed(packed))
    }

    mutating func append(_ step: PlannedStep) {
        if case .success(let call) = step.call, call.prepared.action.takesWordsOnly {
            if calls.room == 0 { return entries.append(.written) }
            calls.room -= 1
        }
        entries.append(.kept(Int32(kept.count)))
        kept.append(step)
    }

    // MARK: Saved values

    /// Notes what a step saves that is not packed.
    mutating func note(_ saves: [Step.Save], of step: Int) {
        for save in saves { source.number(ofSaved: save.name.value).map { note(step, asSaverOf: $0) } }
    }

    private mutating func note(_ step: Int, asSaverOf number: Int) {
        if savers.isEmpty { savers = [Int32](repeating: -1, count: source.savedNames) }
        savers[number] = Int32(step)
    }

    /// The index of the step that saves a name; that of one that runs in any case comes behind all others.
    func saver(of name: String) -> Int? { source.number(ofSaved: name).flatMap(saver) }

    private func saver(_ number: Int) -> Int? {
        savers.isEmpty || savers[number] < 0 ? nil : Int(savers[number])
    }

    /// The step that saves the name of a number, where it is packed.
    func packedSaver(_ number: Int) -> PackedStep? { saver(number).flatMap(packed) }

    private func packed(_ index: Int) -> PackedStep? {
        guard index < entries.count, case .packed(let step) = entries[index] else { return nil }
        return step
    }

    /// Notes that a step that is not packed refers to a name.
    ///
    /// - Returns: the action whose result it is, where a packed step saves it.
    mutating func refer(to name: String) -> Action? {
        guard let index = saver(of: name), let step = packed(index) else { return nil }
        referredNames[index] = name
        return calls.site(of: step).action
    }
}
