// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle test-worker`: the process in which `heddle test` runs cases. It takes orders from the one that started it.
struct WorkerCommand: ParsableCommand {
    static let name = "test-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run the cases that heddle test sends.", shouldDisplay: false)

    static let acceptOption = "--accept"

    @OptionGroup var path: BehaviourOptions

    @Flag(name: .customLong("accept")) var isAccepting = false

    static let shareOption = "--share"

    @Flag(name: .customLong("share")) var isShared = false

    static let coreOption = "--core"

    @Option var core: String?

    func run() throws {
        guard let channel = HostChannel() else {
            throw ValidationError("heddle \(Self.name) is started by heddle test")
        }
        let output = FlushingOutput(marks: isShared ? CaseMarks() : nil)
        let events = EventStream(to: [output, JSONLinesReport(line: { channel.write($0) })])
        var suite = TakenSuite(on: path, isAccepting: isAccepting)
        let coreDumps = core.map(CoreDumps.init(keptIn:))
        var message = channel.message()
        while let bytes = message, let order = WorkerOrder(bytes) {
            message = nil
            do throws(Diagnostics) {
                switch order {
                case .plan(let text):
                    let files = suite.plan(text, telling: events)
                    StandardStream.flushAll()
                    channel.write(WorkerLines.planned(files, canFork: suite.canFork))
                // The output of modules as they are loaded was printed when the behaviour was checked.
                case .take(let text):
                    _ = try StandardStream.silently { () throws(Diagnostics) in try suite.take(text) }
                case .hold(let text):
                    FirstUse.make(on: path)
                    suite.hold(text)
                case .run(let order) where order.isAlone:
                    message = try suite.runAlone(bytes, telling: events, channel, coreDumps)
                    continue
                // Its end says that it has not begun the case.
                case .run(let order) where order.isAhead && Interrupts.isPending: return
                case .run(let order): try suite.run(of: order, telling: events, channel)()
                }
                message = channel.message()
            } catch {
                // It was right a moment ago: what is included, or a module, was changed.
                channel.write(error.asLastWords)
                throw ExitStatus(error).code
            }
        }
        // The libraries have ended in the process of each case. What they do at the end of this one is of no case.
        if suite.hasOnlyForked { CurrentProcess.end(status: 0, endingLibraries: false) }
    }
}

extension Diagnostics {
    /// The first error, as the last words of a worker.
    fileprivate var asLastWords: [UInt8] { Array("\(errors.first?.message ?? "the behaviour is wrong")\n".utf8) }
}

/// The behaviour that a worker has read.
private struct TakenSuite {
    /// True if golden files are written.
    let isAccepting: Bool
    private let path: BehaviourOptions
    private var text: BehaviourText?
    private var cases: [String: CasePlan] = [:]
    private var host: ModuleHost?
    /// The states before and behind loading.
    private var loading: (begun: ProcessState, loaded: ProcessState)?
    /// The state behind loading, in which the process of each case begins; nil before the first one.
    private var state: ProcessState?
    /// True if each case can have a fork of this process: where this process has loaded the modules, that has left nothing
    /// which a fork would lose or share.
    private(set) var canFork = false
    /// True if each case loads the modules for itself.
    private var isHeld = false
    /// True if cases have run, and none of them in this process.
    private(set) var hasOnlyForked = false

    init(on path: BehaviourOptions, isAccepting: Bool) {
        self.path = path
        self.isAccepting = isAccepting
    }

    /// Plans a behaviour, and tells what is wrong with it or worth a look.
    ///
    /// - Returns: the files that were read for it besides its text.
    mutating func plan(_ text: BehaviourText, telling events: EventStream) -> PlannedFiles {
        do throws(Diagnostics) {
            let plan = try take(text)
            for warning in plan.warnings { events.receive(.diagnostic(warning)) }
            return PlannedFiles(plan)
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            return PlannedFiles()
        }
    }

    mutating func take(_ text: BehaviourText) throws(Diagnostics) -> Plan {
        let earlier = ProcessState()
        let (plan, host) = try text.plan(on: path) { [isAccepting] in $0.acceptsGoldenFiles = isAccepting }
        loading = (earlier, ProcessState())
        canFork = ForkObstacle.found(since: earlier) == nil
        self.text = text
        cases = Dictionary(plan.cases.map { ($0.name, $0) }) { first, _ in first }
        self.host = host
        return plan
    }

    mutating func run(
        of order: CaseOrder, telling events: EventStream, _ channel: HostChannel
    ) throws(Diagnostics) -> OrderedRun {
        let state = state ?? stateOfCases(channel)
        self.state = state
        guard let host, let plan = cases[order.name] else {
            throw Diagnostics([
                Diagnostic(code: .cases(.changed), "the case no longer exists: a file changed during the run")
            ])
        }
        return OrderedRun(plan: plan, host: host, state: state, order: order, events: events)
    }

    /// From here on each case loads the modules of a behaviour for itself.
    mutating func hold(_ text: BehaviourText) {
        OutputCapture.prepareForCases()
        (self.text, isHeld, canFork) = (text, true, true)
    }

    /// Runs cases in processes that no other case has: that of an order, and those of the orders behind it. Tells how they
    /// died, if they did.
    ///
    /// - Returns: what came instead of a further order; nil if nothing did, or if this was the process of a case.
    mutating func runAlone(
        _ first: [UInt8], telling events: EventStream, _ channel: HostChannel, _ coreDumps: CoreDumps?
    ) throws(Diagnostics) -> [UInt8]? {
        if !isHeld, state == nil { state = stateOfCases(channel) }
        var turn = canFork ? CaseProcess.Turn(for: first, on: channel) : .unforked(first)
        hasOnlyForked = true
        while true {
            switch turn {
            case .isCase(let order):
                runHere(order, telling: events, channel)
                CurrentProcess.end(status: 0)
            case .death(let end, let order):
                OutputCapture.passOnOfDeadCase()
                tell(end, of: order, events, coreDumps)
                CaseProcess.endTelling(on: channel)
                turn = CaseProcess.Turn(on: channel)
            case .unforked(let order):
                hasOnlyForked = false
                runHere(order, telling: events, channel)
                return nil
            case .message(let message): return message
            case .over: return nil
            }
        }
    }

    private func tell(_ end: CaseProcess.End, of order: [UInt8], _ events: EventStream, _ coreDumps: CoreDumps?) {
        guard let text, let death = end.death, case .run(let order)? = WorkerOrder(order) else { return }
        var told = Diagnostic.died(death, in: order.name, from: text, isLate: death.isLate)
        told.notes += coreDumps?.note(of: end, named: order.name).map { [$0] } ?? []
        events.receive(.diagnostic(told, worker: order.worker))
    }

    /// Runs the case of an order in this process, which no other case has.
    private mutating func runHere(_ order: [UInt8], telling events: EventStream, _ channel: HostChannel) {
        guard case .run(let order)? = WorkerOrder(order) else { return }
        do throws(Diagnostics) {
            if isHeld, let text {
                var own = self
                _ = try StandardStream.silently { () throws(Diagnostics) in try own.take(text) }
                CaseProcess.noteLoaded()
                try own.run(of: order, telling: events, channel).alone()
            } else {
                try run(of: order, telling: events, channel).alone()
            }
        } catch {
            channel.write(error.asLastWords)
            CurrentProcess.end(status: ExitStatus(error).rawValue)
        }
    }

    private func stateOfCases(_ channel: HostChannel) -> ProcessState {
        let state: ProcessState
        if !canFork || isHeld {
            state = ProcessState()
        } else {
            FirstUse.make(on: path)
            OutputCapture.prepareForCases()
            for plan in cases.values { plan.findLines() }
            state = ProcessState(ofCasesBeside: channel)
        }
        if let loading { state.noteOwnFiles(begun: loading.begun, loaded: loading.loaded) }
        return state
    }
}

/// A run of a case that was ordered.
private struct OrderedRun {
    let plan: CasePlan
    let host: ModuleHost
    let state: ProcessState
    let order: CaseOrder
    let events: EventStream

    func callAsFunction(remarks: () -> [Diagnostic] = { [] }) {
        MessageLog.shared.tell(events, worker: order.worker)
        CaseRun(
            plan, on: host, events: events, attempt: order.attempt, of: order.attempts, repetition: order.repetition,
            worker: order.worker, clock: RunClock(beginning: order.beginning), folder: order.folder)(
                until: { Interrupts.isPending }, remarks: remarks)
    }

    /// The same in a process that no other case has, which tells how the case leaves it.
    func alone() {
        self(remarks: {
            let now = ProcessState()
            let (threads, changes) = (now.threads(since: state), now.changes(since: state))
            return [.leftBehind(threads: threads, changes, at: plan.outline.range)].compactMap(\.self)
        })
    }
}

/// Hands on what native code has printed before the host learns that the case is over.
private final class FlushingOutput: EventSink {
    /// The marks that divide the output of cases that share this process.
    private let marks: CaseMarks?

    init(marks: CaseMarks?) { self.marks = marks }

    func receive(_ event: Event) {
        guard case .caseEnded = event else { return }
        StandardStream.flushAll()
        marks?.write()
    }
}
