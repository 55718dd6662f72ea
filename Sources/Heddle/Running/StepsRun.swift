// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport
internal import HeddleSystem

/// The notes of a run on steps that were left out.
private final class SkipNote {
    /// The first reason that the behaviour gives for leaving some out.
    var reason: String?
    /// True once something was expected of a step, so that the steps were not left out as a whole.
    var isRefuted = false
}

/// Runs steps with all that belongs to them: instances are made before, and destroyed behind everything else; what was
/// left is released; aspects say what they found.
struct StepsRun {
    private let body: StepsPlan
    let hooks: [HookSpec]
    private let host: ModuleHost
    let events: EventChannel
    /// The clock for the start of calls; nil if nobody asks.
    private let clock: RunClock?
    /// Knows where saved values came from, where something fails.
    private let provenance: Provenance
    private let skip = SkipNote()
    /// The temporary folder of the steps.
    private let folder: FolderOnDemand

    init(
        _ body: StepsPlan, _ hooks: [HookSpec], on host: ModuleHost, events: EventChannel, clock: RunClock? = nil,
        in folder: FolderOnDemand = FolderOnDemand()
    ) {
        self.folder = folder
        self.body = body
        self.hooks = hooks
        self.host = host
        self.events = events
        self.clock = clock
        provenance = Provenance(body)
    }

    func run(until isInterrupted: () -> Bool) -> Run.Ending {
        defer { removeFolder() }
        let takesPrinted = body.expectations.contains { $0.expected.path.root.isPrinted }
        let (start, capture) = (MonotonicClock.now, takesPrinted ? OutputCapture() : nil)
        let ending = runServed(isInterrupted)
        let nanoseconds = MonotonicClock.now - start
        let effects = SideEffects(capture?.end())
        // The whole is not judged where a failure has cut it short.
        guard ending == .held || ending == .failed && body.policy.onFailure == .continue else { return ending }
        return judge(effects, nanoseconds) ? ending : .failed
    }

    private func runServed(_ isInterrupted: () -> Bool) -> Run.Ending { serving { runAll(isInterrupted) } }

    /// Runs a body as one whose events and calls of the host belong to this run.
    func serving<Result>(_ body: () -> Result) -> Result {
        let events = events
        return host.relay.listening({ events.receive(.emitted(EmittedEvent(name: $0, json: $1))) }) {
            host.services.serve { () throws(Never) in FloatMode.keeping(body) }
        }
    }

    private func runAll(_ isInterrupted: () -> Bool) -> Run.Ending {
        var isDone = true
        host.services.main.adopt(isChosen: false)
        defer { dropMainThreadWork() }
        let earlierObjects = Set(host.services.objects)
        defer { if isDone { releaseObjects(except: earlierObjects) } }
        // A hook that still looks at a call may look at an instance, which then stays.
        defer { if isDone { inForeground { stopInstances() } } }
        guard startInstances() else { return .failed }
        FloatMode.settle()
        let earlier = Set(host.services.unreleased)
        var run = makeRun()
        var ending = runSteps(&run, isInterrupted)
        if !runAlways(&run), ending == .held { ending = .failed }
        runMainThread()
        isDone = finishBackground()
        if !tellFindings() || !isDone, ending == .held { ending = .failed }
        if !releaseLeftovers(except: earlier, of: run), ending == .held { ending = .failed }
        tellLateCallbacks()
        tellLeftCalls()
        if isDone { body.steps.calls.arena.releaseLate() }
        return ending
    }

    // MARK: Steps

    /// The run of the steps, none of which it has run.
    private func makeRun() -> StepRun {
        CrashReport.noteFaultHandlers()
        return StepRun(
            body.steps, provenance, trusting: body.policy.memory.trust, in: folder,
            events: events, clock: clock)
    }

    /// Runs the steps behind some that another run has made.
    ///
    /// - Parameters:
    ///   - count: how many those are.
    ///   - kept: what they have saved; gets what these save.
    func runAdded(
        behind count: Int, _ kept: inout [String: KeptValue], _ isInterrupted: () -> Bool
    ) -> Run.Ending {
        var run = makeRun()
        let names = body.steps.source.allSavedNames
        for name in names { if let value = kept[name] { run.take(value, as: name) } }
        let ending = serving { runSteps(from: count, &run, isInterrupted) }
        for name in names { kept[name] = run.kept(name) ?? kept[name] }
        return ending
    }

    private func runSteps(
        from first: Int = 0, _ run: inout StepRun, _ isInterrupted: () -> Bool
    ) -> Run.Ending {
        var ending = Run.Ending.held
        var cursor = StepCursor(first..<body.main.endIndex, body.steps.blocks)
        while let place = cursor.next() {
            if isInterrupted() { return .interrupted }
            runMainThread()
            if take(place, &run, &cursor) { continue }
            ending = .failed
            // Nothing stands on a setup that failed.
            if body.policy.onFailure == .stop || place.position < body.setupCount {
                return isInterrupted() ? .interrupted : ending
            }
        }
        return isInterrupted() ? .interrupted : ending
    }

    /// Runs a step and goes where it says, or does what belongs to the beginning or end of a loop. Returns whether all
    /// held.
    private func take(_ place: StepCursor.Place, _ run: inout StepRun, _ cursor: inout StepCursor) -> Bool {
        switch place {
        case .step(let index):
            run.round = cursor.round
            run.showHidden(to: index)
            let verdict = index < body.steps.mainCount ? run.run(index) : run.runAlways(index)
            if index >= body.setupCount, verdict.isJudged { skip.isRefuted = true }
            // A value that a step has saved before is not taken for one of this pass, in which it may not be run.
            if verdict.endsLoop {
                cursor.endLoop()
            } else if let isChosen = verdict.isChosen {
                let (left, reason) = cursor.decide(isChosen)
                if let loop = cursor.loop { run.hide(left, in: loop) } else { run.forget(left) }
                if let reason {
                    run.leaveOut(left, because: reason)
                    skip.reason = skip.reason ?? reason.value
                }
            }
            return verdict.isHeld
        case .beginning(let loop, let runsAll):
            if !runsAll { run.forget(loop.steps) }
            return true
        case .unended(let loop, let times):
            events.receive(.diagnostic(.unended(after: times, ends: ends(of: loop))))
            return false
        }
    }

    /// The places of the conditions that could have ended a loop.
    private func ends(of loop: Steps.Block) -> [SourceRange] {
        let inner = body.steps.blocks.filter { block in
            guard case .loop = block.kind else { return false }
            return block.range != loop.range && loop.range.bytes.contains(block.range.bytes.lowerBound)
        }
        return loop.steps.filter { index in !inner.contains { $0.steps.contains(index) } }.flatMap { index in
            body.steps.written(index).expectations.filter { $0.role == .endsLoop }.map(\.range)
        }
    }

    /// Runs what modules want to have run on the main thread. On another one it waits for the program.
    private func runMainThread() {
        let main = host.services.main
        if main.hasWork, main.isCurrent { _ = main.run(on: host.services) }
    }

    /// Drops what still waits when the instances are gone. That of the program's modules goes on waiting.
    private func dropMainThreadWork() {
        let libraries = body.modules.filter { !$0.isOfProgram }.map(\.library)
        for dropped in host.services.main.drop(libraries) { events.receive(.diagnostic(.leftOnMainThread(dropped))) }
    }

    /// Runs the steps that run in any case, each of them, even if others fail. Returns whether all held.
    private func runAlways(_ run: inout StepRun) -> Bool {
        var (isHeld, cursor) = (true, StepCursor(body.always.indices, body.steps.blocks))
        while let place = cursor.next() {
            if !take(place, &run, &cursor) { isHeld = false }
        }
        return isHeld
    }

    /// True if something is expected of the steps behind the setup, of what they leave, or of the calls that they make. A
    /// step that is left out expects nothing.
    var isJudged: Bool {
        !body.expectations.isEmpty || body.most != nil || body.policy.leaks == .fail
            || hooks.contains { $0.aspects.contains(where: \.isJudge) }
            || body.steps.isJudged(behind: body.setupCount)
    }

    /// The reason that the behaviour gives for leaving steps out, if nothing was expected of those behind the setup that
    /// were run, nor of what they leave; nil otherwise.
    var skipReason: String? {
        skip.isRefuted || !body.expectations.isEmpty || body.most != nil ? nil : skip.reason
    }

    // MARK: What is left around the steps

    /// Tells whether what the steps left around them, and their time, is what is expected. Returns whether all is.
    private func judge(_ effects: SideEffects, _ nanoseconds: UInt64) -> Bool {
        var isHeld = true
        for expectation in body.expectations where !judge(expectation, effects) { isHeld = false }
        guard let most = body.most else { return isHeld }
        let time = ExpectationEvent(time: nanoseconds, atMost: most, of: body.steps.count, worker: events.worker)
        events.receive(.expectation(time))
        return isHeld && time.isHeld
    }

    private func judge(_ planned: PlannedExpectation, _ effects: SideEffects) -> Bool {
        let path = planned.expected.path
        // It belongs to none of the steps.
        let check = ExpectationCheck(
            expected: planned.expected, index: body.steps.count, golden: body.steps.calls.golden, events: events)
        return check(
            effects.value(at: path.root), obstacle: { effects.obstacle(at: path.root) },
            written: { planned.written }
        ) { verdict, shown, _ in
            FailureContext(difference: verdict.difference(from: shown, as: nil, at: path).lines)
        }
    }

    // MARK: Instances

    private func startInstances() -> Bool {
        for module in body.modules {
            do {
                try module.instance?.start()
            } catch {
                events.receive(.diagnostic(.instanceFailed(module.name, error)))
                return false
            }
        }
        return startTables()
    }

    /// Makes the tables, once all instances are there.
    private func startTables() -> Bool {
        for module in body.modules {
            do {
                try module.table?.start(on: host)
            } catch {
                events.receive(.diagnostic(.tableNotMade(module.name, error)))
                return false
            }
            for warning in host.registry.recognise(module) { events.receive(.diagnostic(warning)) }
        }
        return true
    }

    private func stopTables() {
        for module in body.modules.reversed() {
            do { try module.table?.stop() } catch { warn("the table \(module.name) was not released", error) }
        }
    }

    private func stopInstances() {
        stopTables()
        for module in body.modules.reversed() {
            guard let instance = module.instance, instance.isMade else { continue }
            if case .failed(let failure)? = beforeDestruction(of: module) {
                warn("a hook failed before the module \(module.name) destroyed its instance", failure)
            }
            do { try instance.stop() } catch {
                warn("the module \(module.name) did not destroy its instance", error)
            }
        }
    }

    /// Runs the hooks that stand before the end of an instance; whatever they come to, it ends.
    private func beforeDestruction(of module: Module) -> Outcome? {
        (try? host.registry.hooksBeforeDestruction(of: module)).flatMap { $0?.answer(to: []) }
    }

    private func warn(_ message: String, _ failure: Failure) {
        events.receive(
            .diagnostic(Diagnostic(.warning, .module, code: .module(.destroy), "\(message): \(failure.excerpt)")))
    }

    // MARK: Aspects

    /// Returns whether all that aspects expected held.
    private func tellFindings() -> Bool {
        var isHeld = true
        for (hook, aspect) in hooks.flatMap({ hook in hook.aspects.map { (hook, $0) } }) {
            for finding in aspect.findings() {
                if !finding.facts.isEmpty {
                    events.receive(
                        .finding(
                            FindingEvent(
                                aspect: aspect.use.name.value, hook: hook.name, action: finding.action,
                                facts: finding.facts)))
                }
                guard let objection = finding.objection else { continue }
                isHeld = false
                events.receive(
                    .diagnostic(Diagnostic(code: .run(.aspectExpectation), objection, at: aspect.use.name.range)))
            }
        }
        return isHeld
    }

    // MARK: Leftovers

    /// Releases what added steps have left, but for what was there before, and tells of it. Returns whether all could be.
    func finish(except handles: Set<UnreleasedHandle>, _ objects: Set<Handle>) -> Bool {
        runMainThread()
        let isHeld = releaseLeftovers(except: handles, of: nil)
        tellLeftCalls()
        releaseObjects(except: objects)
        return isHeld
    }

    /// Removes the temporary folder, and tells where that cannot be done.
    func removeFolder() {
        let path = folder.path
        do throws(SystemFailure) {
            try folder.remove()
        } catch {
            events.receive(.diagnostic(.unremoved(path ?? "", error)))
        }
    }

    /// Releases what was never released, the last one first, and tells of it. Returns whether it could be done.
    ///
    /// - Parameter run: the run of the steps; nil where it is not known any more.
    private func releaseLeftovers(except earlier: Set<UnreleasedHandle>, of run: StepRun?) -> Bool {
        let leftovers = host.services.unreleased.filter { !earlier.contains($0) }
        if leftovers.isEmpty { return true }
        let givers = run?.givers
        var isHeld = true
        for left in leftovers.reversed() {
            let place = givers?.step(giving: left).flatMap { run?.place(of: $0) }
            do {
                try host.services.release(left)
                let isFailure = body.policy.leaks == .fail
                events.receive(.diagnostic(.unreleased(left, isFailure ? .error : .warning, at: place)))
                if isFailure { isHeld = false }
            } catch {
                isHeld = false
                events.receive(.diagnostic(.unreleasable(left, error, at: place)))
            }
        }
        return isHeld
    }

    /// Releases the objects that steps have made: what belongs to a module's instance may have looked at them to its end.
    private func releaseObjects(except earlier: Set<Handle>) {
        for object in host.services.objects where !earlier.contains(object) { host.services.releaseObject(object) }
    }

    /// Tells of calls behind which no hook has run, as native code jumped out of them.
    private func tellLeftCalls() {
        for module in body.modules {
            for action in module.bound(nil) {
                let count = action.takeLeftCalls()
                if count > 0 { events.receive(.diagnostic(.left(action, count))) }
            }
        }
    }

    private func tellLateCallbacks() { for late in lateCallbacks { events.receive(.diagnostic(late)) } }

    /// The callbacks that native code has called after their lifetime, or after the step that records their calls.
    var lateCallbacks: [Diagnostic] {
        body.steps.own.flatMap { index -> [Diagnostic] in
            guard case .compiled(let step) = body.steps.entries[index].entry,
                let own = body.steps.calls.forms[step.form].own
            else { return [] }
            let (action, range) = (own.planned.action.name, own.planned.range)
            return own.prepared.lateCallbacks.map { .calledLate($0.parameter, of: action, $0.calls, at: range) }
                + own.prepared.unrecordedCallbacks.map {
                    .calledUnrecorded($0.parameter, of: action, $0.calls, at: range)
                }
        }
    }
}
