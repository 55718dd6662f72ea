// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing

extension Bench {
    /// Makes the plan of a behaviour around the fixture `probe`.
    ///
    /// - Parameter rest: further keys of the behaviour, each with a comma before it.
    func plan(_ steps: String, rest: String = "", origin: Origin = .file(folder: ".")) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
              "steps": [\(steps)]\(rest) }
            """
        return try Plan.read(SourceText(name: "stack.json", text), on: host, origin: origin)
    }

    /// Runs a plan, and returns how it ended and what was told of it.
    func run(_ plan: Plan, until isInterrupted: () -> Bool = { false }) -> (ending: Run.Ending, events: [Event]) {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let ending = Run(plan, on: host, events: stream)(until: isInterrupted)
        stream.finish()
        return (ending, recorder.events)
    }
}

extension Bench {
    /// Runs a plan with a receiver of events and without, where steps take a shorter way to the same numbers.
    func runBothWays(_ plan: Plan) -> (ending: Run.Ending, events: [Event]) {
        let (ending, events) = run(plan)
        let silent = EventStream(to: [])
        #expect(Run(plan, on: host, events: silent)() == ending)
        var (told, counted) = (events.summary, silent.summary)
        told?.status = nil
        counted.status = nil
        #expect(told == counted)
        return (ending, events)
    }
}

extension [Event] {
    /// The indices of the steps that were called, in order.
    var calledSteps: [Int] {
        compactMap { event in if case .call(let call) = event { call.index } else { nil } }
    }

    /// Every event in a few words, in order.
    var story: [String] { map(\.words) }

    /// The numbers at the end.
    var summary: Summary? { if case .summary(let summary)? = last { summary } else { nil } }
}

extension Event {
    fileprivate var words: String {
        switch self {
        case .caseStarted(let started): "begin \(started.name)"
        case .caseEnded(let event, let ending): "\(ending.outcome) \(event.name)"
        case .call(let call): "call \(call.index) \(call.call.action) \(call.status.words)"
        case .expectation(let expectation): "\(expectation.path) \(expectation.isHeld ? "held" : "failed")"
        case .emitted(let emitted): "emitted \(emitted.name) \(emitted.value?.json ?? "")"
        case .finding(let finding): "\(finding.aspect) of \(finding.action.action)"
        case .diagnostic(let diagnostic, _): "\(diagnostic.severity) \(diagnostic.code)"
        case .summary: "summary"
        case .runStarted: "run started"
        case .logged(let logged): "logged \(logged.message)"
        case .output(let output): "output \(output.text)"
        }
    }
}

extension CallEvent.Status {
    fileprivate var words: String {
        switch self {
        case .returned(let value): "returned \(value?.json ?? "nothing")"
        case .failed(let failure): "failed \(failure.code)"
        case .skipped: "skipped"
        }
    }
}
