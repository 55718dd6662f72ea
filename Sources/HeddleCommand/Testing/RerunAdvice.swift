// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// Hands events on, with the command that runs it again in the ending of each case that did not pass, whoever ended it.
final class RerunAdvice: EventSink {
    private let sinks: [any EventSink]
    private let suites: TestSuites
    private let modulePath: [String]
    private var command: RerunCommand
    /// Where cases stand, by what they are known by. Made for the first that needs it.
    private lazy var places = Dictionary(
        zip(suites.files, suites.cases).flatMap { file, cases in cases.map { ($0.event().id, (file, $0.name)) } },
        uniquingKeysWith: { first, _ in first })

    init(to sinks: [any EventSink], suites: TestSuites, modulePath: [String]) {
        self.sinks = sinks
        self.suites = suites
        self.modulePath = modulePath
        command = RerunCommand(modulePath: modulePath, seed: nil)
    }

    func receive(_ event: Event) {
        let advised = advised(event)
        for sink in sinks { sink.receive(advised) }
    }

    private func advised(_ event: Event) -> Event {
        switch event {
        case .runStarted(let start): command = RerunCommand(modulePath: modulePath, seed: start.seed)
        case .caseEnded(let ended, var ending) where !ending.outcome.isGood && !ending.isRetried:
            ending.rerun = place(of: ended.id).map { command.text(file: $0.file, name: $0.name) }
            return .caseEnded(ended, ending)
        default: break
        }
        return event
    }

    /// Where a run comes to a case several times, each time has its number behind what the case is known by.
    private func place(of id: String) -> (file: String, name: String)? {
        places[id] ?? id.ranges(of: " (run ").last.flatMap { places[String(id[..<$0.lowerBound])] }
    }
}
