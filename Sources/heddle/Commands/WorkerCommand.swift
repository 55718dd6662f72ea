// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle test-worker`: the process in which `heddle test` runs cases. It takes orders from the one that started it.
struct WorkerCommand: ParsableCommand {
    static let name = "test-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run the cases that heddle test sends.", shouldDisplay: false)

    @Option(help: "The number of the worker, from 0.")
    var number: Int

    @OptionGroup var path: ModulePathOptions

    func run() throws {
        guard let channel = HostChannel() else {
            throw ValidationError("heddle \(Self.name) is started by heddle test")
        }
        let events = EventStream(to: [FlushingOutput(), JSONLinesReport(line: { channel.write($0) })])
        var suites = TakenSuites(path: path)
        while let order = channel.message().flatMap(WorkerOrder.init) {
            do throws(Diagnostics) {
                switch order {
                case .take(let text, let number): try suites.take(text, number: number)
                case .run(let order): try run(order, of: suites, events)
                }
            } catch {
                // The host knew better a moment ago: what is included, or a module, was changed.
                channel.write(Array("\(error.errors.first?.message ?? "the behaviour is wrong")\n".utf8))
                throw ExitStatus(error).code
            }
        }
    }

    private func run(_ order: CaseOrder, of suites: TakenSuites, _ events: EventStream) throws(Diagnostics) {
        let (plan, host) = try suites.find(order)
        CaseRun(
            plan, on: host, events: events, attempt: order.attempt, of: order.attempts, repetition: order.repetition,
            worker: number, clock: RunClock(beginning: order.beginning))(until: { Interrupts.isPending })
    }
}

/// The behaviours that a worker has read.
private struct TakenSuites {
    let path: ModulePathOptions
    private var suites: [Int: (cases: [String: CasePlan], host: Host)] = [:]

    init(path: ModulePathOptions) {
        self.path = path
    }

    mutating func take(_ text: BehaviourText, number: Int) throws(Diagnostics) {
        // What modules print as they are loaded was printed by the host when it loaded them.
        let (plan, host) = try StandardStream.silently { () throws(Diagnostics) in try text.plan(on: path) }
        suites[number] = (Dictionary(plan.cases.map { ($0.name, $0) }) { first, _ in first }, host)
    }

    func find(_ order: CaseOrder) throws(Diagnostics) -> (CasePlan, Host) {
        guard let suite = suites[order.behaviour], let plan = suite.cases[order.name] else {
            throw Diagnostics([
                Diagnostic(code: "test.changed", "the case is not there any more: a file was changed during the run")
            ])
        }
        return (plan, suite.host)
    }
}

/// Hands on what native code has printed before the host learns that the case is over.
private final class FlushingOutput: EventSink {
    func receive(_ event: Event) {
        if case .caseEnded = event { StandardStream.flushAll() }
    }
}
