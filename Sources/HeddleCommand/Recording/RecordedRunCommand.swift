// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle recorded-run`: one run of a behaviour in a separate process for `heddle record`, which passes the text and
/// receives the events.
///
/// Each run begins with fresh modules, and a crash loses nothing. The events of a call leave the process before the
/// next call begins, so that they are not lost however that call ends.
struct RecordedRunCommand: ParsableCommand {
    static let name = "recorded-run"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run a behaviour once, for heddle record.", shouldDisplay: false)

    @Option(
        help: ArgumentHelp("A module whose calls are all reported; may be given several times.", valueName: "module"))
    var inner: [String] = []
    @Flag(help: "Tell nothing of calls and expectations but those that are not as expected.")
    var onlyJudge = false
    @OptionGroup var path: BehaviourOptions

    func run() throws {
        guard let channel = HostChannel(), let order = channel.message().flatMap(WorkerOrder.init),
            case .take(let text) = order
        else { throw ValidationError("heddle \(Self.name) is started by heddle record") }
        let events = EventStream(
            to: [RecordedEvents(to: channel, onlyJudged: onlyJudge)], of: onlyJudge ? .unmet : .all)
        do {
            let earlier = ProcessState()
            let (plan, host) = try plan(text, events)
            // There is none where the behaviour is wrong.
            guard let order = RecordedRunOrder(channel.message()) else { end(with: .held, events) }
            if let second = order.after { WallClock.awaitSecond(after: second) }
            let canFork = ForkObstacle.found(since: earlier) == nil
            if order.cases {
                let folder = order.folder
                end(with: runCases(of: plan, on: host, events, in: folder, forkedFor: canFork ? channel : nil), events)
            }
            let run = {
                let run = Run(plan, on: host, events: events, folder: order.folder)
                end(with: run(until: { Interrupts.isPending }).status, events)
            }
            // A fork tells each call through shared memory, which takes a small part of the time of a message.
            if canFork, let process = try? CaseProcess(speakingTo: channel, { run() }) {
                process.wait(handingTo: channel).repeatInThisProcess()
            }
            run()
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            end(with: ExitStatus(error), events)
        }
    }

    private func end(with status: ExitStatus, _ events: EventStream) -> Never {
        StandardStream.flushAll()
        events.finish()
        CurrentProcess.end(status: status.rawValue)
    }

    /// The output of modules as they are loaded was printed by the host that loaded them.
    private func plan(
        _ text: BehaviourText, _ events: EventStream
    ) throws(Diagnostics) -> (plan: Plan, host: ModuleHost) {
        try StandardStream.silently { () throws(Diagnostics) in
            try text.plan(on: path) { host throws(Diagnostic) in try host.tellInnerCalls(of: inner, to: events) }
        }
    }

    /// In their order, and each only where those that it needs have passed. As in `heddle test`, none sees what another one
    /// has done.
    ///
    /// - Parameter channel: that of this process, through which a process for each case tells what happens; nil where this
    ///   one cannot be forked.
    private func runCases(
        of plan: Plan, on host: ModuleHost, _ events: EventStream, in folder: String, forkedFor channel: HostChannel?
    ) -> ExitStatus {
        var ledger = CaseLedger()
        var status = ExitStatus.held
        for plan in plan.cases where ledger.obstacle(to: plan.outline) == nil {
            let run = {
                CaseRun(plan, on: host, events: events, folder: folder)(until: { Interrupts.isPending })
            }
            let process = channel.flatMap { channel in
                try? CaseProcess(speakingTo: channel) {
                    CaseProcess.note(outcome: run().number)
                    StandardStream.flushAll()
                }
            }
            let ended: CaseOutcome
            if let process, let channel {
                let end = process.wait(
                    handingTo: channel, patience: Int32(TimeLimits.patience / 1_000_000_000))
                ended = end.death == nil ? end.outcome.flatMap(CaseOutcome.init(number:)) ?? .crashed : .crashed
                if ended == .crashed {
                    try? FolderOnDemand.remove(folder)
                    let reason =
                        end.hasMissedEnd
                        ? TimeLimits.reasonOfMissingEnd
                        : ChildProcess.loss(end.ending, CaseProcess.lastWords, in: CaseProcess.lastCall)
                    events.receive(.caseEnded(plan.outline.event(), CaseEnding(.crashed, reason: reason)))
                }
            } else {
                ended = run()
            }
            ledger.note(ended, of: plan.outline)
            if ended == .interrupted { return .interrupted }
            if !ended.isGood { status = .gravest(status, ended == .crashed ? .crashed : .failed) }
        }
        return status
    }
}

extension CaseOutcome {
    /// Its place among all.
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Nil where there are not so many.
    fileprivate init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}
