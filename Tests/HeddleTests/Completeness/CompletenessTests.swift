// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Declarations
import Diagnostics
import Foreign
import Foundation
import Heddle
import Logging
import Report
import Testing
import Workbench

/// A thousand behaviours unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others.
@Suite("A behaviour that check accepts")
struct CompletenessTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 1000
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

    private let library: Library

    init() throws { library = try GeneratedModule.library.get() }

    /// What became of a behaviour.
    private enum Ending {
        case refused([Diagnostic])
        /// With the failures that are by form.
        case run([Event], [String])
    }

    private func ending(of behaviour: Value) -> Ending {
        let host = Host(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        host.know(library)
        let plan: Plan
        do {
            let text = SourceText(name: "made.json", behaviour.json)
            plan = try Plan.read(text, on: host, origin: .file(folder: "."))
        } catch {
            return .refused(error.all)
        }
        var failures = FormFailures(behaviour)
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(plan, on: host, events: stream)()
        let events = recorder.events
        for event in events { failures.receive(event) { plan.steps.arguments($0, plan.always) } }
        var all = events
        for planned in plan.cases {
            let recorder = Recorder()
            _ = CaseRun(planned, on: host, events: EventStream(to: [recorder]))()
            for event in recorder.events { failures.receive(event) { planned.steps.arguments($0, planned.always) } }
            all += recorder.events
        }
        return .run(all, failures.found)
    }

    @Test("fails by what the code does, and never by form", arguments: 0..<4 as Range<UInt64>)
    func completeness(part: UInt64) {
        let count = Self.count / 4
        var generator = BehaviourGenerator(seed: Self.seed &* 8 &+ part, library: library.path)
        var mutator = BehaviourMutator(random: SeededGenerator(seed: Self.seed &* 8 &+ part &+ 4))
        var (runs, calls, unmet, refused) = (0, 0, 0, 0)
        for number in 0..<count {
            let made = generator.next()
            let behaviour = number.isMultiple(of: 2) ? made : mutator.mutated(made)
            switch ending(of: behaviour) {
            case .refused(let mistakes):
                refused += 1
                #expect(mistakes.contains { $0.severity == .error && $0.range != nil }, "\(behaviour.json)")
            case .run(let events, let found):
                runs += 1
                calls += events.count { if case .call = $0 { true } else { false } }
                unmet += events.count { if case .expectation(let event) = $0 { !event.isHeld } else { false } }
                #expect(found == [], "behaviour \(number) of \(part): \(behaviour.json)")
            }
        }
        // What is not tried proves nothing.
        #expect(runs > count / 5 && refused > count / 5, "\(runs) were run, \(refused) were refused")
        #expect(calls > count && unmet > count / 50, "\(calls) calls, \(unmet) expectations failed")
    }
}

extension PlannedSteps {
    /// The arguments of a step as they are planned.
    fileprivate func arguments(_ index: Int, _ always: [PlannedStep]) -> [Value?] {
        let step = index < count ? self[index] : always[index - count]
        return (try? step.call.get().plannedArguments) ?? []
    }
}
