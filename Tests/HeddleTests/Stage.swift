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
    /// Runs a plan with a receiver of all events, with one of what does not hold, and without. Steps take a shorter way
    /// to the same numbers where not all is told.
    func runAllWays(_ plan: Plan) -> (ending: Run.Ending, events: [Event]) {
        let (ending, events) = run(plan)
        let silent = EventStream(to: [])
        #expect(Run(plan, on: host, events: silent)() == ending)
        #expect(events.summary == silent.finish())
        expectUnmet(of: plan, toldIn: events, ending)
        return (ending, events)
    }

    /// Expects that a run which tells only what does not hold comes to the same as one that tells all.
    func expectUnmet(of plan: Plan, toldIn all: [Event], _ ending: Run.Ending) {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder], of: .unmet)
        #expect(Run(plan, on: host, events: stream)() == ending)
        #expect(all.summary == stream.finish())
        #expect(recorder.events.unmet == all.unmet)
        // An expectation of the whole, or of a call that is not made, may be told although it holds.
        #expect(recorder.events.count <= all.count)
    }
}

extension [Event] {
    /// The indices of the steps that were called, in order.
    var calledSteps: [Int] {
        compactMap { event in if case .call(let call) = event { call.index } else { nil } }
    }

    /// Every event in a few words, in order.
    var story: [String] { map(\.words) }

    /// The expectations that did not hold, without times, which are others in each run.
    fileprivate var unmet: [String] {
        compactMap { event in
            guard case .expectation(let expectation) = event, !expectation.isHeld else { return nil }
            if expectation.path == "time" { return "\(expectation.index) time \(expectation.expected)" }
            let difference = expectation.circumstances?.difference ?? []
            return "\(expectation.index) \(expectation.path) \(expectation.expected) "
                + "\(expectation.actual.debugDescription) at \(expectation.range.text): \(difference)"
        }
    }

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
