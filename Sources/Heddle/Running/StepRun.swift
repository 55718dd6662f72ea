// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport
internal import HeddleSystem

/// Runs the steps of a plan: each is a call, then the judgement of its outcome, then the values that it saves.
struct StepRun {
    private let steps: PlannedSteps
    private let entries: [PackedEntry]
    private let forms: [CompiledForm]
    private let arena: ArgumentArena
    private let paths: [FollowedPath?]
    private let places: [FollowedPlace?]
    private let provenance: Provenance
    private let events: EventChannel
    /// The clock for the start of calls; nil if nobody asks.
    private let clock: RunClock?
    private var saved: SavedValues
    private var hidden: [HiddenValue] = []
    /// The round of the innermost loop around the step that is run; nil where it is in none.
    var round: Int?
    /// The steps that were told to be left out: in a loop each is told once.
    private var toldSkipped: Set<Int> = []
    /// The first steps of branches of which was told why they are left out.
    private var toldReasons: Set<Int> = []
    /// Those of the latest call, so that the memory of the array serves all of them.
    private var arguments: [Value] = []

    /// The consequences of a step for the steps around it.
    struct Verdict {
        /// True if all held.
        let isHeld: Bool
        /// True if the loop around it ends here.
        let endsLoop: Bool
        /// True if those of the steps in it are run that are run where its condition holds; nil if there are none.
        let isChosen: Bool?
        /// True if something was expected of it.
        var isJudged = false
    }

    /// The outcome of a step.
    private struct Ending {
        let isReturned: Bool
        /// True until a condition does not hold that ends the loop around the step.
        var endsLoop: Bool
        /// True until a condition does not hold that decides.
        var isChosen: Bool
        var held = 0
        var failed = 0
        /// The numbers of those that were told, and are counted by that.
        private(set) var told = (held: 0, failed: 0)

        init(_ form: CompiledForm, isReturned: Bool) {
            self.isReturned = isReturned
            endsLoop = form.key.endsLoop
            isChosen = form.key.decides
        }

        mutating func count(isHeld: Bool) {
            if isHeld { held += 1 } else { failed += 1 }
        }

        /// Takes the judgement of a condition.
        ///
        /// - Parameter wasTold: true if an event was made of it, which counts it too.
        mutating func take(_ expectation: WrittenStep.Expected, isHeld: Bool, wasTold: Bool = false) {
            if expectation.isTold { wasTold ? countTold(isHeld: isHeld) : count(isHeld: isHeld) }
            if isHeld { return }
            switch expectation.role {
            case .expected: return
            case .endsLoop: endsLoop = false
            case .decides: isChosen = false
            }
        }

        mutating func countTold(isHeld: Bool) {
            count(isHeld: isHeld)
            if isHeld { told.held += 1 } else { told.failed += 1 }
        }
    }

    /// - Parameters:
    ///   - provenance: knows where saved values came from.
    ///   - trust: which memory is looked at behind saved values.
    ///   - folder: the temporary folder.
    init(
        _ steps: PlannedSteps, _ provenance: Provenance, trusting trust: MemoryTrust, in folder: FolderOnDemand,
        events: EventChannel, clock: RunClock?
    ) {
        self.steps = steps
        entries = steps.entries
        forms = steps.calls.forms
        arena = steps.calls.arena
        (paths, places) = (steps.calls.paths, steps.calls.places)
        self.provenance = provenance
        self.events = events
        self.clock = clock
        saved = SavedValues(steps, trusting: trust, in: folder)
    }

    /// The value that was saved under a name; nil if none was.
    func kept(_ name: String) -> KeptValue? { saved.kept(name) }

    /// Takes over what another run has saved under a name.
    mutating func take(_ kept: KeptValue, as name: String) { saved.take(kept, as: name) }

    /// Runs a step. One that is left out holds, ends the loop that it could end, and decides that its condition does not
    /// hold.
    mutating func run(_ index: Int) -> Verdict {
        if index < steps.mainCount { saved.end = max(saved.end, index + 1) }
        switch entries[index].entry {
        case .compiled(let step):
            // Its outcome replaces what it has saved in earlier rounds.
            if !hidden.isEmpty { hidden.removeAll { $0.position == index } }
            return run(step, forms[step.form], index)
        case .skipped(let number):
            tellSkipped(index, because: steps.skipped[number])
            return .skipped(steps.written(index).form)
        }
    }

    /// Runs a step that runs in any case, unless it is about a value that was never saved.
    mutating func runAlways(_ index: Int) -> Verdict {
        if case .compiled(let step) = entries[index].entry, case .success(let call) = steps[index].call,
            let name = call.references.first(where: { saved[$0] == nil })
        {
            saveWord(step, forms[step.form], false)
            tellSkipped(index, because: .neverSaved(name, for: call.action.name, at: call.range))
            return .skipped(steps.written(index).form)
        }
        return run(index)
    }

    /// A value that a step has saved in an earlier round of a loop, hidden from later steps in a round without it.
    private struct HiddenValue {
        enum Content {
            case word(ArgumentArena.Index)
            case value(SavedValue, number: Int)
        }

        let position: Int
        /// The positions of the steps of the loop.
        let loop: Range<Int>
        let content: Content
    }

    /// Hides what steps have saved in earlier rounds of a loop: in this one they are left out.
    mutating func hide(_ positions: Range<Int>, in loop: Range<Int>) {
        for index in positions {
            guard case .compiled(let step) = entries[index].entry else { continue }
            switch forms[step.form].key.saving {
            case .nothing: continue
            case .word(let offset):
                let place = step.words.advanced(by: offset)
                guard saved.isKept(place) else { continue }
                hidden.removeAll { $0.position == index }
                hidden.append(HiddenValue(position: index, loop: loop, content: .word(place)))
                saved.noteUnkept(place)
            case .values:
                let values = savedNumbers(index).compactMap { number in saved.value(number).map { (number, $0) } }
                if values.isEmpty { continue }
                hidden.removeAll { $0.position == index }
                for (number, value) in values {
                    hidden.append(HiddenValue(position: index, loop: loop, content: .value(value, number: number)))
                    saved.save(nil, number)
                }
            }
        }
    }

    /// Shows what was hidden to a step behind the loop, unless something else was saved in its place.
    mutating func showHidden(to index: Int) {
        if hidden.isEmpty { return }
        for value in hidden where !value.loop.contains(index) {
            switch value.content {
            case .word(let place): saved.noteKept(place)
            case .value(let value, let number): if saved.value(number) == nil { saved.save(value, number) }
            }
        }
        hidden.removeAll { !$0.loop.contains(index) }
    }

    /// Forgets what steps have saved, as some of them may not be run again.
    mutating func forget(_ positions: Range<Int>) {
        hidden.removeAll { positions.contains($0.position) }
        for index in positions {
            guard case .compiled(let step) = entries[index].entry else { continue }
            let form = forms[step.form]
            switch form.key.saving {
            case .nothing: continue
            case .word: saveWord(step, form, false)
            case .values: for number in savedNumbers(index) { saved.save(nil, number) }
            }
        }
    }

    /// Tells that steps are left out, for a reason that the behaviour gives: in a loop once.
    mutating func leaveOut(_ positions: Range<Int>, because reason: Located<String>) {
        if round != nil, !toldReasons.insert(positions.lowerBound).inserted { return }
        events.receive(.diagnostic(.leftOut(because: reason)))
        for index in positions { tellSkipped(index, reason.value) }
    }

    private mutating func tellSkipped(_ index: Int, because reason: Diagnostic) {
        if round != nil, !toldSkipped.insert(index).inserted { return }
        events.receive(.diagnostic(reason))
        tellSkipped(index, reason.message)
    }

    private func tellSkipped(_ index: Int, _ reason: String) {
        let name = steps.written(index).call.value
        events.receive(
            .call(CallEvent(index: index, call: name, arguments: [], status: .skipped(reason: reason))))
    }

    private mutating func run(_ step: CompiledStep, _ form: CompiledForm, _ index: Int) -> Verdict {
        let failure = load(step, form, index)
        let ending =
            if failure != nil || events.stepEvents == .all {
                tell(step, form, index, failure)
            } else {
                count(step, form, index)
            }
        let isHeld = ending.failed == 0 && (ending.isReturned || form.key.expectsFailure)
        return Verdict(
            isHeld: isHeld, endsLoop: ending.endsLoop || form.key.endsLoop && !isHeld,
            isChosen: form.key.decides ? ending.isChosen : nil, isJudged: ending.held + ending.failed > 0)
    }

    // MARK: Arguments

    /// Puts the arguments into the memory of the call. Returns the reason if that cannot be done: a value that was not
    /// saved, or does not fit.
    private func load(_ step: CompiledStep, _ form: CompiledForm, _ index: Int) -> Failure? {
        if let own = form.own { return encodePending(own) }
        if !form.key.references.isEmpty, let failure = unsavedArgument(step, form) { return failure }
        form.site.load(step.words, form.key.references, late: form.key.late)
        if form.key.late.isEmpty { return nil }
        return loadLate(step, form, index)
    }

    /// A reference to all of a saved value.
    private static let whole = Reference("value", PartPath())

    private func loadLate(_ step: CompiledStep, _ form: CompiledForm, _ index: Int) -> Failure? {
        for parameter in form.site.parameterIndices where form.key.late.contains(parameter) {
            let failure =
                switch LateArgument(word: arena.word(step.words.advanced(by: parameter))) {
                case .saved(let number, let reference): loadSaved(number, reference, form.site, parameter)
                case .computed(let number): loadComputed(steps.calls.computations[number], form.site, parameter)
                }
            if let failure { return failure }
        }
        return nil
    }

    private func loadSaved(_ number: Int, _ reference: Int?, _ site: CallSite, _ parameter: Int) -> Failure? {
        if loadKnown(number, reference, site, parameter) { return nil }
        guard var value = saved[number] else { return .unsaved(argument: parameter, of: site.action) }
        value.casts = steps.calls.casts
        let settled: Reference
        do throws(FillingObstacle) {
            settled = try reference.map(settledReference) ?? Self.whole
        } catch {
            return .unfilled(argument: parameter, error, of: site.action)
        }
        guard let known = value.target(of: settled) else {
            return .lacking(argument: parameter, of: site.action, settled, in: value)
        }
        guard let misfit = site.load(known, for: parameter) else { return nil }
        // An enumerator comes back as its name, and C takes it for a number as well.
        if let number = value.number(of: settled), site.load(number, for: parameter) == nil { return nil }
        return Failure(.argument, Diagnostic.misfit(misfit, in: site.action).message)
    }

    private func loadComputed(_ planned: PlannedComputation, _ site: CallSite, _ parameter: Int) -> Failure? {
        let number: Number
        do throws(FillingObstacle) {
            number = try value(of: planned)
        } catch {
            return .unfilled(argument: parameter, error, of: site.action)
        }
        return site.load(.number(number), for: parameter).map {
            Failure(.argument, Diagnostic.misfit($0, in: site.action).message)
        }
    }

    private func value(of planned: PlannedComputation) throws(FillingObstacle) -> Number {
        var operands: [ExpressionValue] = []
        operands.reserveCapacity(planned.operands.count)
        for (operand, written) in zip(planned.operands, planned.computation.operands) {
            if let known = number(at: operand) {
                operands.append(known)
            } else {
                operands.append(try value(of: written, in: planned.computation))
            }
        }
        do throws(ComputationFault) {
            return try planned.value(of: operands)
        } catch {
            throw .computation(error)
        }
    }

    /// The number that an operand is, where that is seen at once.
    private func number(at operand: PlannedComputation.Operand) -> ExpressionValue? {
        let value: Value?
        switch operand.reference {
        case let reference?:
            guard let handle = saved.handle(operand.number) else { return nil }
            value = paths[reference]?.number(from: handle, trusting: saved.trust)?.value
        case nil: value = saved[operand.number]?.value
        }
        return switch value {
        case .number(.integer(let number)): .integer(number)
        case .number(.floating(.double(let number))) where number.isFinite: .floating(number)
        default: nil
        }
    }

    private func value(
        of operand: Located<Template>, in computation: Computation
    ) throws(FillingObstacle) -> ExpressionValue {
        let value = try computation.value(of: operand, from: saved)
        guard case .reference(let reference) = operand.value else { throw .unsaved }
        do throws(ComputationFault) {
            return try value.expressionValue(of: reference)
        } catch {
            throw .computation(error)
        }
    }

    private func settledReference(_ number: Int) throws(FillingObstacle) -> Reference {
        try saved.settled(steps.calls.references[number])
    }

    /// Puts an argument that is a saved handle, or a place or a number in the memory behind one, into the memory of the
    /// call; false where it is something else.
    private func loadKnown(_ number: Int, _ reference: Int?, _ site: CallSite, _ parameter: Int) -> Bool {
        guard let handle = saved.handle(number) else { return false }
        guard let reference else { return site.load(.handle(handle), for: parameter) == nil }
        if let place = places[reference]?.place(from: handle, trusting: saved.trust) {
            return site.load(.handle(place), for: parameter) == nil
        }
        guard let number = paths[reference]?.number(from: handle, trusting: saved.trust) else {
            return false
        }
        return site.load(number, for: parameter) || site.load(number.value, for: parameter) == nil
    }

    /// Says which argument of a step is a word that was not kept, if one is.
    private func unsavedArgument(_ step: CompiledStep, _ form: CompiledForm) -> Failure? {
        if saved.hasAllWords { return nil }
        return form.site.parameterIndices.first { parameter in
            form.key.references.contains(parameter)
                && !saved.isKept(ArgumentArena.Index(number: UInt32(arena.word(step.words.advanced(by: parameter)))))
        }.map { .unsaved(argument: $0, of: form.site.action) }
    }

    private func encodePending(_ own: OwnCall) -> Failure? {
        if own.planned.pending.isEmpty { return nil }
        if encodePending(own, by: { $0.target(of: $1) }) == nil { return nil }
        // An enumerator comes back as its name, and C takes it for a number as well.
        return encodePending(own) { $0.number(of: $1) }
    }

    private func encodePending(_ own: OwnCall, by part: (SavedValue, Reference) -> Value?) -> Failure? {
        var arguments = own.planned.arguments
        for (index, template) in own.planned.pending.sorted(by: { $0.key < $1.key }) {
            do throws(FillingObstacle) {
                arguments[index] = .value(try template.filled(from: saved, by: part))
            } catch {
                return .unfilled(argument: index, error, of: own.planned.action)
            }
        }
        return own.prepared.encode(
            arguments, naming: steps.host
        ).first.map {
            Failure(.argument, Diagnostic.misfit($0, in: own.planned.action).message)
        }
    }

    // MARK: The call

    /// Makes the call while nobody looks at more than what does not hold, so that as a rule nothing is made of arguments
    /// and result but the numbers at the end.
    private mutating func count(_ step: CompiledStep, _ form: CompiledForm, _ index: Int) -> Ending {
        let call = form.call
        CrashReport.note(call.action)
        let capture = form.key.takesPrinted ? OutputCapture() : nil
        let start = form.key.most == nil ? 0 : MonotonicClock.now
        FloatMode.prepare()
        let isReturned = call.invoke()
        FloatMode.settle()
        let nanoseconds = form.key.most == nil ? 0 : MonotonicClock.now - start
        let effects = SideEffects(capture?.end())
        CrashReport.note(nil)
        var ending = Ending(form, isReturned: isReturned)
        if form.key.saving != .values, let met = metConditions(step, form) {
            ending.held = form.key.expectations
            if met < form.key.packed.all { (ending.endsLoop, ending.isChosen) = (false, false) }
            saveWord(step, form, isReturned)
            call.settleOwnership()
        } else {
            let parts = OutcomeParts(call.takeResult(), of: call, effects)
            for expectation in expectations(step, form, index) {
                let isHeld = expectation.judge(parts.part(at: expectation.path)).isHeld
                if expectation.isTold, !isHeld, events.stepEvents == .unmet {
                    ending.take(expectation, isHeld: check(expectation, form, parts, index), wasTold: true)
                } else {
                    ending.take(expectation, isHeld: isHeld)
                }
            }
            save(step, form, index, parts, isReturned)
        }
        if let most = form.key.most {
            if nanoseconds > most, events.stepEvents == .unmet {
                ending.countTold(isHeld: checkTime(nanoseconds, most, index))
            } else {
                ending.count(isHeld: nanoseconds <= most)
            }
        }
        events.count(
            isReturned: isReturned, mayFail: form.key.expectsFailure, held: ending.held - ending.told.held,
            failed: ending.failed - ending.told.failed)
        return ending
    }

    /// The number of conditions that the numbers of an outcome meet where they lie in memory; nil where an expectation is
    /// not met, or where that number does not tell what follows.
    private func metConditions(_ step: CompiledStep, _ form: CompiledForm) -> Int? {
        if !form.key.hasConditions { return 0 }
        let packed = form.key.packed
        guard packed.all > 0, let met = form.call.metConditions(step.words, in: arena) else { return nil }
        // The first condition that is not met may be one of `until`, behind which nothing is known of those of `if`.
        if met < packed.all, form.key.endsLoop, form.key.decides { return nil }
        return met >= packed.expected ? met : nil
    }

    /// Makes the call, unless it is known why it cannot be made, and tells of all that happens.
    private mutating func tell(
        _ step: CompiledStep, _ form: CompiledForm, _ index: Int, _ failure: Failure?
    ) -> Ending {
        let made = failure.map { refuse(form, index, $0) } ?? makeCall(form, index)
        let isReturned = if case .returned = made.result.outcome { true } else { false }
        var ending = Ending(form, isReturned: isReturned)
        if !form.key.hasConditions, form.key.saving != .values {
            saveWord(step, form, isReturned)
        } else {
            let parts = OutcomeParts(made.result, of: form.call, made.effects)
            for expectation in expectations(step, form, index) {
                ending.take(
                    expectation,
                    isHeld: expectation.isTold
                        ? check(expectation, form, parts, index)
                        : expectation.judge(parts.part(at: expectation.path)).isHeld)
            }
            save(step, form, index, parts, isReturned)
        }
        if let most = form.key.most { ending.count(isHeld: checkTime(made.nanoseconds, most, index)) }
        return ending
    }

    private mutating func makeCall(_ form: CompiledForm, _ index: Int) -> MadeCall {
        let call = form.call
        call.showNextArguments(in: &arguments)
        CrashReport.note(step: index, arguments, at: steps.written(index).range)
        DebuggerStop.pass(index, call.action)
        defer { CrashReport.noteNoStep() }
        return call.make(
            index, arguments, events, clock, mayFail: form.key.expectsFailure, takingPrinted: form.key.takesPrinted
        ) {
            FailureContext(place: steps.written(index).range.location, round: round, sources: sources(index))
        }
    }

    private func refuse(_ form: CompiledForm, _ index: Int, _ failure: Failure) -> MadeCall {
        let call = form.call
        let result = CallResult(action: call.action.name, outcome: .failed(failure), out: [], errno: 0)
        let place =
            form.key.expectsFailure
            ? nil
            : FailureContext(
                place: steps.written(index).range.location, round: round, sources: sources(index, refusedAt: index))
        call.tell(result, of: index, CallSetting(call.action, clock), place, events)
        return MadeCall(result: result, nanoseconds: nil, effects: SideEffects(nil))
    }

    /// The origins of the saved values that the arguments of a step refer to.
    private func sources(_ index: Int, refusedAt step: Int? = nil) -> [ValueSource] {
        guard case .success(let call) = steps[index].call else { return [] }
        return provenance.sources(of: call, saved, refusedAt: step)
    }

    // MARK: Expectations

    /// The expectations of a step, with saved values in place of references.
    private func expectations(_ step: CompiledStep, _ form: CompiledForm, _ index: Int) -> [WrittenStep.Expected] {
        switch form.key.conditions {
        case .none: return []
        case .written:
            let written = steps.written(index)
            let expected = written.expected(of: steps.given)
            if expected.allSatisfy({ $0.condition != nil }) { return expected }
            let expectations = (try? written.expectations(of: steps.given)) ?? []
            return expectations.map { WrittenStep.Expected($0, $0.condition, saved) }
        case .resolved:
            let note = form.key.note ?? 0
            let number = Int(arena.word(step.words.advanced(by: note)))
            let expectations = (try? steps.written(index).expectations(of: steps.given)) ?? []
            switch steps.calls.resolved[number] {
            case .literal(let conditions):
                return zip(expectations, conditions).map { WrittenStep.Expected($0, $1) }
            case .templates(let conditions):
                return zip(expectations, conditions).map { WrittenStep.Expected($0, $1, saved) }
            }
        }
    }

    private func check(
        _ expectation: WrittenStep.Expected, _ form: CompiledForm, _ parts: OutcomeParts, _ index: Int
    ) -> Bool {
        let (call, path) = (form.call, expectation.path)
        let check = ExpectationCheck(
            expected: expectation, index: index, golden: steps.calls.golden, events: events)
        return check(
            parts.part(at: path), isSecret: form.hasSecrets && call.action.signature.isSecret(path),
            obstacle: { parts.obstacle(at: path) }, written: { writtenExpectation(expectation, index) }
        ) { verdict, shown, written in
            var circumstances = call.circumstances(of: verdict, at: path, shown, parts) {
                (written.map { provenance.sources(of: $0.condition, saved) } ?? []) + sources(index)
            }
            circumstances.round = round
            return circumstances
        }
    }

    /// An expectation as it was written, with the places of all that is in it.
    private func writtenExpectation(_ expectation: WrittenStep.Expected, _ index: Int) -> Step.Expectation? {
        try? steps.written(index).expectations(of: steps.given).first { $0.range == expectation.range }
    }

    /// Tells whether a call took no longer than it may. Nothing is told of one that was not made.
    private func checkTime(_ taken: UInt64?, _ most: UInt64, _ index: Int) -> Bool {
        guard let taken, let limit = steps.written(index).most else { return true }
        events.receive(.expectation(ExpectationEvent(time: taken, atMost: limit, of: index, worker: events.worker)))
        return taken <= most
    }

    // MARK: Saved values

    private mutating func save(
        _ step: CompiledStep, _ form: CompiledForm, _ index: Int, _ parts: OutcomeParts, _ isReturned: Bool
    ) {
        guard form.key.saving == .values else { return saveWord(step, form, isReturned) }
        let written = steps.written(index)
        for (name, path) in zip(written.savedNames, written.form.saves) {
            guard let number = steps.source.number(ofSaved: name, in: written) else { continue }
            saved.save(
                parts.part(at: path).map {
                    SavedValue(value: $0, action: form.site.action, path: path, trust: saved.trust)
                }, number)
        }
    }

    private mutating func saveWord(_ step: CompiledStep, _ form: CompiledForm, _ isReturned: Bool) {
        guard case .word(let offset) = form.key.saving else { return }
        let place = step.words.advanced(by: offset)
        if isReturned {
            form.call.keepResult(place, in: arena)
            saved.noteKept(place)
        } else {
            saved.noteUnkept(place)
        }
    }

    /// The numbers of the names that a step saves.
    private func savedNumbers(_ index: Int) -> [Int] {
        let written = steps.written(index)
        return written.savedNames.compactMap { steps.source.number(ofSaved: $0, in: written) }
    }

    // MARK: Handles

    /// The steps that may have given handles: the only one that calls the function which gives such, or the one that has
    /// saved it.
    struct Givers {
        fileprivate struct Saved: Hashable {
            let handle: Handle
            let giver: ActionName
        }

        fileprivate var callers: [ActionName: [Int]] = [:]
        fileprivate var savers: [Saved: Int] = [:]

        /// The index of the step that has given a handle. Nil where that is not known: hooks and native code call
        /// functions, too.
        func step(giving left: UnreleasedHandle) -> Int? {
            guard let callers = callers[left.giver] else { return nil }
            if callers.count == 1 { return callers[0] }
            return savers[Saved(handle: left.handle, giver: left.giver)]
        }
    }

    /// The steps that may have given handles.
    ///
    /// - Complexity: O(steps).
    var givers: Givers {
        var givers = Givers()
        for index in entries.indices {
            guard case .compiled(let step) = entries[index].entry else { continue }
            let form = forms[step.form]
            let name = form.call.action.name
            givers.callers[name, default: []].append(index)
            if form.key.saving == .nothing { continue }
            for number in savedNumbers(index) {
                guard case .handle(let handle)? = saved[number]?.value else { continue }
                let saved = Givers.Saved(handle: handle, giver: name)
                if givers.savers[saved] == nil { givers.savers[saved] = index }
            }
        }
        return givers
    }

    /// The place of a step.
    func place(of index: Int) -> SourceRange { steps.written(index).call.range }
}

extension StepRun.Verdict {
    /// The verdict of a step that is left out.
    fileprivate static func skipped(_ form: StepForm) -> StepRun.Verdict {
        StepRun.Verdict(isHeld: true, endsLoop: form.endsLoop, isChosen: form.decides ? false : nil)
    }
}

extension WrittenStep.Expected {
    /// True if its judgement is told and counted: of a condition that expects nothing only that it cannot be judged is.
    fileprivate var isTold: Bool { role == .expected || obstacle != nil }
}

extension CompiledForm.Key {
    /// True if there are conditions on the outcome.
    fileprivate var hasConditions: Bool { conditions != .none }
}

extension Failure {
    /// The failure of an argument whose saved value has no such part.
    fileprivate static func lacking(
        argument index: Int, of action: Action, _ reference: Reference, in saved: SavedValue
    ) -> Failure {
        let path = Value.string("\(reference.path)").excerpt()
        let subject =
            "\(words(forArgument: index, of: action)) refers to \(reference.isPlace ? "the place \(path)" : path): "
        do throws(MemoryRefusal) {
            _ = try saved.followed(reference)
            return Failure(
                .argument, subject + (saved.bounds(lacking: reference) ?? saved.value.reason(lacking: reference.part)))
        } catch {
            return Failure(
                .argument,
                subject + error.words(of: reference.name)
                    + ((saved.advice(on: error, reference) ?? error.suggestion).map { "; \($0)" } ?? ""))
        }
    }

    /// The failure of an argument that has no value.
    fileprivate static func unfilled(
        argument index: Int, _ obstacle: FillingObstacle, of action: Action
    ) -> Failure {
        switch obstacle {
        case .unsaved: return unsaved(argument: index, of: action)
        case .lacking(let reference, let saved): return lacking(argument: index, of: action, reference, in: saved)
        case .folder, .computation:
            let parameters = action.signature.parameters
            let isSecret = index < parameters.count && parameters[index].isSecret
            return Failure(
                .argument,
                "\(words(forArgument: index, of: action)) cannot be made: "
                    + (isSecret ? "a value of it is secret" : obstacle.message ?? ""))
        }
    }

    /// The words for an argument: its number among those that a caller gives.
    private static func words(forArgument index: Int, of action: Action) -> String {
        "argument \(action.signature.number(ofArgument: index) ?? index + 1)"
    }

    fileprivate static func unsaved(argument index: Int, of action: Action) -> Failure {
        Failure(
            .argument,
            "\(words(forArgument: index, of: action)) refers to a value that was not saved: "
                + "the step that saves it did not return it, or was not reached")
    }
}

extension SavedValue {
    /// The way to follow a pointer that a step has read in memory: on the path that has led to it, which begins where it is
    /// known for how long the memory is there. Nil for any other.
    fileprivate func advice(on refusal: MemoryRefusal, _ reference: Reference) -> String? {
        guard refusal.reason == .borrowed, refusal.path.isEmpty, path == .result,
            MemoryOperation.read.isCalled(action.name)
        else { return nil }
        let place = MemoryOperation.read.target(of: action.name)
        if Reference.isMarked(place) || reference.type != nil { return nil }
        return "follow it where it was read: \(place)\(reference.part), or \(MemoryRefusal.trust)"
    }

    /// Says that an index is behind the end of an array that its type counts; nil where none is.
    fileprivate func bounds(lacking reference: Reference) -> String? {
        for (position, step) in reference.part.steps.enumerated() {
            guard case .element(let index) = step else { continue }
            let whole = PartPath(Array(reference.part.steps.prefix(position)))
            guard let count = try? action.shape(of: path.leading(on: whole)).count, index >= count else { continue }
            return "\"\(reference.words(of: whole))\" has \(counted(count, "element")), counted from 0"
        }
        return nil
    }
}

extension Value {
    /// The reason why the value has no part at a path that it does not have; says no value, which may be secret.
    fileprivate func reason(lacking path: PartPath) -> String {
        var (whole, known) = (self, [PartPath.Step]())
        for step in path.steps {
            guard let part = whole.part(at: PartPath([step])) else { break }
            (whole, known) = (part, known + [step])
        }
        let subject = known.isEmpty ? "the saved value" : "its part \(PartPath(known))"
        return switch whole {
        case .array(let elements): "\(subject) has \(counted(elements.count, "element")), counted from 0"
        case .null: "\(subject) is null"
        default: "\(subject) has no such part"
        }
    }
}
