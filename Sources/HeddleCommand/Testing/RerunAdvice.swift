// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleReport

/// Forwards events. It adds the command that runs a case again to the ending of each case that did not pass.
final class RerunAdvice: EventSink {
    private let sinks: [any EventSink]
    private let suites: TestSuites
    private let path: BehaviourOptions
    /// The options that say in which process a case runs, and how long.
    private let placeOfCases: [String]
    private var command: RerunCommand
    /// The places of cases by their identities. Made on demand.
    private lazy var places = Dictionary(
        suites.files.indices.flatMap { file in suites.cases[file].map { ($0.event().id, (file, $0.name)) } },
        uniquingKeysWith: { first, _ in first })

    init(to sinks: [any EventSink], suites: TestSuites, on path: BehaviourOptions, _ placeOfCases: [String]) {
        self.sinks = sinks
        self.suites = suites
        self.path = path
        self.placeOfCases = placeOfCases
        command = RerunCommand(
            modulePath: path.host.modulePath, options: path.host.chosenCalling + placeOfCases, seed: nil)
    }

    func receive(_ event: Event) {
        let advised = advised(event)
        for sink in sinks { sink.receive(advised) }
    }

    private func advised(_ event: Event) -> Event {
        switch event {
        case .runStarted(let start):
            command = RerunCommand(
                modulePath: path.host.modulePath, options: path.host.chosenCalling + placeOfCases, seed: start.seed)
        case .caseEnded(let ended, var ending) where !ending.outcome.isGood && !ending.isRetried:
            ending.rerun = place(of: ended.id).map { file, name in
                command.text(file: suites.files[file], name: name, settings: suites.settings[file])
            }
            return .caseEnded(ended, ending)
        default: break
        }
        return event
    }

    /// If a run repeats a case, the identity of the case has the number of the repetition at its end.
    private func place(of id: String) -> (file: Int, name: String)? {
        places[id] ?? id.ranges(of: " (run ").last.flatMap { places[String(id[..<$0.lowerBound])] }
    }
}
