// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleOrders
import HeddleReport
import HeddleSystem
import HeddleTelemetry

/// `heddle serve-worker`: the process in which `heddle serve` runs one behaviour, again and again, with its modules
/// loaded. Another version of the behaviour gets another process.
struct ServeWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServedWorker.verb, abstract: "Run the behaviour that heddle serve sends.", shouldDisplay: false)

    @OptionGroup var path: HostOptions

    @Flag(name: .option(.restricted), help: "Load no modules but those that are allowed.")
    var restricted = false

    @Option(name: .option(.allowModule), help: "A module that may be loaded.")
    var allowModule: [String] = []

    @Option(
        name: .option(.allowHash), help: "The SHA-256 that the file of a module must have, a slash, and the module.")
    var allowHash: [String] = []

    @Option(name: .option(.allowAction), help: "A pattern of actions that may be called.")
    var allowAction: [String] = []

    @Option(name: .option(.otlp), help: "The collector of OpenTelemetry that gets the runs as traces.")
    var otlp: String?

    @Option(name: .option(.instance), help: "The name of the host, for the collector.")
    var instance = ""

    func run() throws {
        Interrupts.leaveToHost()
        guard let output = StandardStream.reserveOutput() else {
            throw ValidationError("there are no file descriptors left")
        }
        let answers = ServeAnswers(output)
        let orders = ServeOrders()
        guard orders.begin(), case .behaviour(let text, let included)? = orders.next() else {
            throw ValidationError("heddle \(ServedWorker.verb) is started by heddle serve")
        }
        let collector = try TraceCollector(otlp, of: [TelemetryAttribute("service.instance.id", instance)])
        do {
            let host = try path.makeHost(allowing: restricted ? allowance : nil)
            func plan() throws(Diagnostics) -> Plan {
                try Plan.read(text.source, on: host, origin: text.origin, including: included)
            }
            var current = try plan()
            answers.planned(current)
            while let order = orders.next() {
                switch order {
                case .behaviour, .end: return Delivery.finish()
                case .run(let number, let place):
                    let trace = place.flatMap { place in
                        try? collector?.begin(
                            text.source.name, at: place,
                            [TelemetryAttribute("heddle.run.number", number)])
                    }
                    answers.ended(number, run(current, on: host, answers, trace, until: orders))
                    // Its aspects begin anew with each run. The next plan is made before somebody waits for it.
                    current.end()
                    current = try plan()
                case .plan: try answers.listed(PlanListing(current, on: host, choiceOfCalls: path.choiceOfCalls))
                }
            }
        } catch {
            answers.refused(error)
            throw ExitStatus(error).code
        }
    }

    /// The modules and actions that this process may use.
    private var allowance: Allowance {
        var hashes: [String: [String]] = [:]
        for text in allowHash {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            hashes[parts.last ?? "", default: []].append(parts[0])
        }
        let fingerprints = Fingerprints(hashes) { SHA256.digits(of: $0) }
        return Allowance(libraries: allowModule, fingerprints: fingerprints, actions: allowAction)
    }

    private func run(
        _ plan: Plan, on host: ModuleHost, _ answers: ServeAnswers, _ trace: RunTrace?, until orders: ServeOrders
    ) -> Run.Ending {
        let events = answers.makeEvents(also: trace)
        let clock = trace?.clock ?? RunClock(watchedWhile: { orders.isWatched })
        MessageLog.shared.tell(events)
        let ending = Run(plan, on: host, events: events, clock: clock)(until: { orders.isStopAsked })
        // The output of modules so far is of this run.
        StandardStream.flushAll()
        events.finish()
        trace?.end(ending)
        return ending
    }
}

extension NameSpecification {
    /// The name of an option that the host gives.
    fileprivate static func option(_ option: ServedWorker.Option) -> NameSpecification { .customLong(option.rawValue) }
}
