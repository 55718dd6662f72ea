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

    func run() throws {
        guard let channel = HostChannel() else {
            throw ValidationError("heddle \(Self.name) is started by heddle test")
        }
        let events = EventStream(to: [FlushingOutput(), JSONLinesReport(line: { channel.write($0) })])
        var suite = TakenSuite(isAccepting: isAccepting)
        while let order = channel.message().flatMap(WorkerOrder.init) {
            do throws(Diagnostics) {
                switch order {
                case .plan(let text):
                    let files = suite.plan(text, on: path, telling: events)
                    StandardStream.flushAll()
                    channel.write(WorkerLines.planned(reading: files))
                // The output of modules as they are loaded was printed when the behaviour was checked.
                case .take(let text):
                    _ = try StandardStream.silently { () throws(Diagnostics) in try suite.take(text, on: path) }
                case .run(let order): try run(order, of: suite, events)
                }
            } catch {
                // It was right a moment ago: what is included, or a module, was changed.
                channel.write(Array("\(error.errors.first?.message ?? "the behaviour is wrong")\n".utf8))
                throw ExitStatus(error).code
            }
        }
    }

    private func run(_ order: CaseOrder, of suite: TakenSuite, _ events: EventStream) throws(Diagnostics) {
        let (plan, host) = try suite.find(order.name)
        MessageLog.shared.tell(events, worker: order.worker)
        CaseRun(
            plan, on: host, events: events, attempt: order.attempt, of: order.attempts, repetition: order.repetition,
            worker: order.worker, clock: RunClock(beginning: order.beginning))(until: { Interrupts.isPending })
    }
}

/// The behaviour that a worker has read.
private struct TakenSuite {
    /// True if golden files are written.
    let isAccepting: Bool
    private var cases: [String: CasePlan] = [:]
    private var host: ModuleHost?

    init(isAccepting: Bool) {
        self.isAccepting = isAccepting
    }

    /// Plans a behaviour, and tells what is wrong with it or worth a look.
    ///
    /// - Returns: the files that were read for it besides its text.
    mutating func plan(_ text: BehaviourText, on path: HostOptions, telling events: EventStream) -> [String] {
        do throws(Diagnostics) {
            let plan = try take(text, on: path)
            for warning in plan.warnings { events.receive(.diagnostic(warning)) }
            return plan.sourceFiles
        } catch {
            for mistake in error.all { events.receive(.diagnostic(mistake)) }
            return []
        }
    }

    mutating func take(_ text: BehaviourText, on path: HostOptions) throws(Diagnostics) -> Plan {
        let (plan, host) = try text.plan(on: path) { [isAccepting] in $0.acceptsGoldenFiles = isAccepting }
        cases = Dictionary(plan.cases.map { ($0.name, $0) }) { first, _ in first }
        self.host = host
        return plan
    }

    func find(_ name: String) throws(Diagnostics) -> (CasePlan, ModuleHost) {
        guard let host, let plan = cases[name] else {
            throw Diagnostics([
                Diagnostic(code: .cases(.changed), "the case no longer exists: a file changed during the run")
            ])
        }
        return (plan, host)
    }
}

/// Hands on what native code has printed before the host learns that the case is over.
private final class FlushingOutput: EventSink {
    func receive(_ event: Event) {
        if case .caseEnded = event { StandardStream.flushAll() }
    }
}
