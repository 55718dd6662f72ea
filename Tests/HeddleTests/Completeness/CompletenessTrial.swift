// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Logging
import HeddleReport
import Workbench

/// Checks generated behaviours, half of them with mistakes, runs those that check accepts, and counts what became of
/// them.
struct CompletenessTrial {
    private let folder: String
    private let prepare: (ModuleHost) -> Void
    private var seed: UInt64 = 0
    /// How many behaviours were refused, and how many run.
    private(set) var refused = 0, runs = 0
    /// How many calls there were, and how many expectations that did not hold.
    private(set) var calls = 0, unmet = 0
    /// The failures of form, each with its behaviour, and behaviours that were refused without a place.
    private(set) var found: [String] = []

    /// - Parameter prepare: what each host needs before it reads a behaviour.
    init(preparing prepare: @escaping (ModuleHost) -> Void = { _ in }) throws {
        folder = try GeneratedModule.folder.get().path
        self.prepare = prepare
    }

    /// Two behaviours: one that is meant to be right, and one with mistakes.
    ///
    /// - Parameter seed: makes the same ones again; another seed makes others.
    func behaviours(seed: UInt64) -> [Value] {
        var generator = BehaviourGenerator(seed: seed, library: "\(folder)/gen.so")
        var mutator = BehaviourMutator(random: SeededGenerator(seed: ~seed))
        return [generator.next(), mutator.mutated(generator.next())]
    }

    /// Tries two behaviours.
    mutating func tryNext(seed: UInt64) {
        self.seed = seed
        for behaviour in behaviours(seed: seed) { check(behaviour) }
    }

    private mutating func check(_ behaviour: Value) {
        let host = ModuleHost(modulePath: [folder], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        prepare(host)
        do throws(Diagnostics) {
            let text = SourceText(name: "made.json", behaviour.json)
            run(try Plan.read(text, on: host, origin: .file(folder: folder)), of: behaviour, on: host)
        } catch {
            refused += 1
            if !error.errors.contains(where: { $0.range != nil }) { note("refused without a place", behaviour) }
        }
    }

    private mutating func note(_ what: String, _ behaviour: Value) {
        found.append("seed \(seed): \(what), in \(behaviour.json)")
    }

    private mutating func run(_ plan: Plan, of behaviour: Value, on host: ModuleHost) {
        runs += 1
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        judge(recorder.events, of: behaviour) { plan.steps.arguments($0, plan.always) }
        for planned in plan.cases {
            let recorder = Recorder()
            _ = CaseRun(planned, on: host, events: EventStream(to: [recorder]))()
            judge(recorder.events, of: behaviour) { planned.steps.arguments($0, planned.always) }
        }
    }

    private mutating func judge(_ events: [Event], of behaviour: Value, arguments: (Int) -> [Value?]) {
        var failures = FormFailures(behaviour)
        for event in events {
            failures.receive(event, arguments: arguments)
            if case .call = event { calls += 1 }
            if case .expectation(let expectation) = event, !expectation.isHeld { unmet += 1 }
        }
        for failure in failures.found { note(failure, behaviour) }
    }
}

extension PlannedSteps.SubSequence {
    /// The arguments of a step as they are planned.
    fileprivate func arguments(_ index: Int, _ always: PlannedSteps.SubSequence) -> [Value?] {
        let step = index < endIndex ? self[index] : always[index]
        return (try? step.call.get().plannedArguments) ?? []
    }
}
