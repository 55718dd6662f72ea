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
    @OptionGroup var path: HostOptions

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
            let run = { end(with: self.run(plan, order, on: host, events), events) }
            // A fork tells each call through shared memory, which takes a small part of the time of a message.
            if ForkObstacle.found(since: earlier) == nil,
                let process = try? CaseProcess(speakingTo: channel, { run() })
            {
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

    private func run(
        _ plan: Plan, _ order: RecordedRunOrder, on host: ModuleHost, _ events: EventStream
    ) -> ExitStatus {
        let ending =
            order.cases
            ? runCases(of: plan, on: host, events, in: order.folder)
            : Run(plan, on: host, events: events, folder: order.folder)(until: { Interrupts.isPending })
        return ending.status
    }

    /// The output of modules as they are loaded was printed by the host that loaded them.
    private func plan(
        _ text: BehaviourText, _ events: EventStream
    ) throws(Diagnostics) -> (plan: Plan, host: ModuleHost) {
        try StandardStream.silently { () throws(Diagnostics) in
            try text.plan(on: path) { host throws(Diagnostic) in try host.tellInnerCalls(of: inner, to: events) }
        }
    }

    /// In their order, and each only where those that it needs have passed.
    private func runCases(
        of plan: Plan, on host: ModuleHost, _ events: EventStream, in folder: String
    ) -> Run.Ending {
        var ledger = CaseLedger()
        var ending = Run.Ending.held
        for plan in plan.cases where ledger.obstacle(to: plan.outline) == nil {
            let ended = CaseRun(plan, on: host, events: events, folder: folder)(until: { Interrupts.isPending })
            ledger.note(ended, of: plan.outline)
            if ended == .interrupted { return .interrupted }
            if !ended.isGood { ending = .failed }
        }
        return ending
    }
}
