// SPDX-License-Identifier: Apache-2.0

package import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The steps of a plan, in order, and behind them those that run in any case.
///
/// A step is kept as its form, which it shares with others, and a word for each argument. A ``PlannedStep`` with all
/// that people want to know is made whenever it is asked for, so iterate over the steps once rather than indexing them
/// again and again. Nothing is added once the plan is made.
///
/// ## Topics
/// - ``PlannedStep``
package final class PlannedSteps: RandomAccessCollection {
    /// A step in a run.
    enum Entry {
        case compiled(CompiledStep)
        /// It is left out, for the reason of this number.
        case skipped(Int)
    }

    /// The steps of the behaviour.
    let source: Steps
    /// Those that run in any case.
    let always: Steps
    /// The number of the steps but those that run in any case.
    let mainCount: Int
    /// The values that are known before the run and that references may stand for.
    let given: GivenValues
    let host: ModuleHost
    /// The data that the steps share.
    let calls: CompiledCalls
    private(set) var entries: [PackedEntry] = []
    /// The reasons why steps are left out, in their order.
    private(set) var skipped: [Diagnostic] = []
    /// The indices of the steps that have memory of their own.
    private(set) var own: [Int] = []
    /// The indices of the steps that save, by the numbers of the names; -1 for those that are not planned yet.
    private var savers: [Int32] = []

    init(_ source: Steps, always: Steps, for given: GivenValues, host: ModuleHost, calls: CompiledCalls) {
        self.source = source
        self.always = always
        mainCount = source.count
        self.given = given
        self.host = host
        self.calls = calls
        entries.reserveCapacity(source.count + always.count)
    }

    /// The first index, 0.
    package var startIndex: Int { entries.startIndex }
    /// The number of steps.
    package var endIndex: Int { entries.endIndex }

    /// A step as it was planned. If the host has changed since, the reason stands in place of the call.
    package subscript(position: Int) -> PlannedStep {
        let written = written(position)
        let name = written.call.value
        switch entries[position].entry {
        case .skipped(let number):
            return PlannedStep(index: position, name: name, call: .failure(skipped[number]))
        case .compiled(let step):
            if let own = calls.forms[step.form].own {
                return PlannedStep(index: position, name: name, call: .success(own.planned))
            }
            do throws(Diagnostics) {
                let isCall = written.form.operation == nil
                let action = isCall ? try host.registry.action(name) : calls.forms[step.form].site.action
                let step = try written.step(of: given)
                var planner = CallPlanner(step: step, action: action, host: host, calls: calls)
                return PlannedStep(index: position, name: name, call: .success(planner.view()))
            } catch {
                return PlannedStep(index: position, name: name, call: .failure(error.first))
            }
        }
    }

    /// Those of the steps that are not simply run in order: each block before those in it.
    package var blocks: [Steps.Block] { source.blocks + always.blocks.map { $0.moved(by: mainCount) } }

    /// A step as it was read.
    func written(_ position: Int) -> WrittenStep {
        position < mainCount ? source.written(position) : always.written(position - mainCount)
    }

    /// Returns whether one of the steps behind the first ones expects something, or has to end a loop.
    func isJudged(behind count: Int) -> Bool {
        entries[count...].contains { entry in
            guard case .compiled(let step) = entry.entry else { return false }
            let key = calls.forms[step.form].key
            return key.expectations > 0 || key.endsLoop || key.most != nil
        }
    }

    // MARK: Adding

    func append(_ step: CompiledStep) {
        if calls.forms[step.form].own != nil { own.append(entries.count) }
        entries.append(PackedEntry(step))
    }

    /// Adds a step that is left out.
    func append(skipped reason: Diagnostic) {
        entries.append(PackedEntry(skipped: skipped.count))
        skipped.append(reason)
    }

    // MARK: Saved values

    /// Notes that the step that is added next saves the name of a number.
    func noteSaver(of number: Int) {
        if savers.isEmpty { savers = [Int32](repeating: -1, count: source.savedNames) }
        savers[number] = Int32(entries.count)
    }

    /// The index of the step that saves the name of a number.
    func saver(of number: Int) -> Int? {
        savers.isEmpty || savers[number] < 0 ? nil : Int(savers[number])
    }

    /// The compiled step that saves the name of a number, with its form; nil if it is left out, or not planned yet.
    func compiledSaver(of number: Int) -> (step: CompiledStep, form: CompiledForm)? {
        guard let index = saver(of: number), index < entries.count, case .compiled(let step) = entries[index].entry
        else {
            return nil
        }
        return (step, calls.forms[step.form])
    }

    /// The action that saves a name, and the part of its outcome that it saves.
    func origin(of name: String) -> (action: Action, path: CallPath)? {
        guard let number = source.number(ofSaved: name), let index = saver(of: number),
            let form = compiledSaver(of: number)?.form
        else { return nil }
        let written = written(index)
        let paths = zip(written.savedNames, written.form.saves)
        return paths.first { written.text($0.0) == name }.map { (form.site.action, $0.1) }
    }
}

/// The entry of a step in 8 bytes.
struct PackedEntry {
    /// The number of the form; that of none for a step that is left out.
    private let form: UInt32
    /// The place of its words, or the number of the reason.
    private let place: UInt32

    init(_ step: CompiledStep) {
        form = UInt32(step.form)
        place = step.words.number
    }

    init(skipped number: Int) {
        form = .max
        place = UInt32(number)
    }

    var entry: PlannedSteps.Entry {
        form == .max
            ? .skipped(Int(place))
            : .compiled(CompiledStep(form: Int(form), ArgumentArena.Index(number: place)))
    }
}

extension WrittenStep {
    /// The step with given values in place of references to them.
    func step(of given: GivenValues) throws(Diagnostics) -> Step {
        if given.isEmpty || !form.hasReferences { return step }
        do throws(Diagnostic) { return try step.filled(from: given) } catch { throw Diagnostics([error]) }
    }

    /// The expectations of the outcome, with given values in place of references to them.
    func expectations(of given: GivenValues) throws(Diagnostic) -> [Step.Expectation] {
        if given.isEmpty || !form.hasReferences { return expectations }
        return try expectations.map { expectation throws(Diagnostic) in try expectation.filled(from: given) }
    }
}
