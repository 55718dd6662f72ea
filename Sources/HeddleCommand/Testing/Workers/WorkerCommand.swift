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

    @OptionGroup var path: HostOptions

    @Flag(name: .customLong("accept")) var isAccepting = false

    static let coreOption = "--core"

    @Option var core: String?

    func run() throws {
        guard let channel = HostChannel() else {
            throw ValidationError("heddle \(Self.name) is started by heddle test")
        }
        let events = EventStream(to: [FlushingOutput(), JSONLinesReport(line: { channel.write($0) })])
        var suite = TakenSuite(on: path, isAccepting: isAccepting)
        let coreDumps = core.map(CoreDumps.init(keptIn:))
        while let order = channel.message().flatMap(WorkerOrder.init) {
            do throws(Diagnostics) {
                switch order {
                case .plan(let text):
                    let files = suite.plan(text, telling: events)
                    StandardStream.flushAll()
                    channel.write(WorkerLines.planned(reading: files))
                // The output of modules as they are loaded was printed when the behaviour was checked.
                case .take(let text):
                    _ = try StandardStream.silently { () throws(Diagnostics) in try suite.take(text) }
                case .run(let order) where order.isAlone:
                    let run = try suite.run(of: order, telling: events, channel)
                    guard suite.canFork, let process = try? CaseProcess(speakingTo: channel, { run.alone() }) else {
                        // The case has this process to itself, which ends behind it.
                        return run.alone()
                    }
                    let end = process.wait { channel.write($0) }
                    run.tell(end, coreDumps)
                    channel.write(WorkerLines.ended(end))
                case .run(let order): try suite.run(of: order, telling: events, channel)()
                }
            } catch {
                // It was right a moment ago: what is included, or a module, was changed.
                channel.write(Array("\(error.errors.first?.message ?? "the behaviour is wrong")\n".utf8))
                throw ExitStatus(error).code
            }
        }
    }
}

/// The behaviour that a worker has read.
private struct TakenSuite {
    /// True if golden files are written.
    let isAccepting: Bool
    private let path: HostOptions
    private var cases: [String: CasePlan] = [:]
    private var host: ModuleHost?
    /// The state behind loading, in which the process of each case begins; nil before the first one.
    private var state: ProcessState?
    /// True if each case can have a fork of this process.
    private(set) var canFork = false

    init(on path: HostOptions, isAccepting: Bool) {
        self.path = path
        self.isAccepting = isAccepting
    }

    /// Plans a behaviour, and tells what is wrong with it or worth a look.
    ///
    /// - Returns: the files that were read for it besides its text.
    mutating func plan(_ text: BehaviourText, telling events: EventStream) -> [String] {
        do throws(Diagnostics) {
            let plan = try take(text)
            for warning in plan.warnings { events.receive(.diagnostic(warning)) }
            return plan.sourceFiles
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            return []
        }
    }

    mutating func take(_ text: BehaviourText) throws(Diagnostics) -> Plan {
        let earlier = ProcessState()
        let (plan, host) = try text.plan(on: path) { [isAccepting] in $0.acceptsGoldenFiles = isAccepting }
        canFork = ForkObstacle.found(since: earlier) == nil
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

    private func stateOfCases(_ channel: HostChannel) -> ProcessState {
        guard canFork else { return ProcessState() }
        FirstUse.make(on: path)
        for plan in cases.values { plan.findLines() }
        return ProcessState(ofCasesBeside: channel)
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
            worker: order.worker, clock: RunClock(beginning: order.beginning))(
                until: { Interrupts.isPending }, remarks: remarks)
    }

    /// Tells how the process of the case died, if it did.
    func tell(_ end: CaseProcess.End, _ coreDumps: CoreDumps?) {
        guard let death = end.death else { return }
        let range = death.step.flatMap(plan.range(ofStep:)) ?? plan.outline.range
        var told = Diagnostic.died(death, at: range)
        if let coreDumps, case .killed = end.ending {
            told.notes.append(coreDumps.note(of: end.number, named: plan.name))
        }
        events.receive(.diagnostic(told, worker: order.worker))
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
    func receive(_ event: Event) {
        if case .caseEnded = event { StandardStream.flushAll() }
    }
}
