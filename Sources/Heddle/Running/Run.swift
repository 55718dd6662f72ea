// SPDX-License-Identifier: Apache-2.0

internal import Aspects
internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign
public import Report

/// One run of a plan: it makes the calls, checks the expectations, and tells it all to a stream of events.
///
/// Calls are made on the calling thread. What has happened has been told before the next call begins.
public struct Run {
    /// How a run ended.
    public enum Ending: Sendable {
        /// All held: no call failed unexpectedly, and every expectation was met.
        case held
        /// A call failed that nothing was expected of, or an expectation was not met.
        case failed
        /// It was asked to stop.
        case interrupted
    }

    let plan: Plan
    let events: EventStream
    private let host: Host

    /// Creates a run.
    public init(_ plan: Plan, on host: Host, events: EventStream) {
        self.plan = plan
        self.host = host
        self.events = events
    }

    /// Runs the plan from its first step to its last.
    ///
    /// - Parameter isInterrupted: asked before each step; once it says so, the run stops in order.
    public func callAsFunction(until isInterrupted: () -> Bool = { false }) -> Ending {
        let events = events
        for warning in plan.warnings { events.receive(.diagnostic(warning)) }
        return host.relay.listening({ events.receive(.emitted(EmittedEvent(name: $0, json: $1))) }) {
            host.services.serve { () throws(Never) in runAll(isInterrupted) }
        }
    }

    private func runAll(_ isInterrupted: () -> Bool) -> Ending {
        var isDone = true
        // What still looks at a call may look at an instance, which then stays.
        defer { if isDone { inForeground { stopInstances() } } }
        guard startInstances() else { return .failed }
        let earlier = Set(host.services.unreleased)
        var ending = runSteps(isInterrupted)
        isDone = finishBackground()
        if !tellFindings() || !isDone, ending == .held { ending = .failed }
        tellLeftovers(except: earlier)
        return ending
    }

    /// What native code was given and has not dealt with as it should.
    private func tellLeftovers(except earlier: Set<UnreleasedHandle>) {
        for left in host.services.unreleased where !earlier.contains(left) {
            events.receive(.diagnostic(.unreleased(left)))
        }
        for step in plan.steps {
            guard case .success(let call) = step.call else { continue }
            for late in call.prepared.lateCallbacks {
                events.receive(.diagnostic(.calledLate(late.parameter, of: step.name, late.calls, at: call.range)))
            }
        }
    }

    private func runSteps(_ isInterrupted: () -> Bool) -> Ending {
        var saved = SavedValues()
        var ending = Ending.held
        for step in plan.steps {
            if isInterrupted() { return .interrupted }
            switch step.call {
            case .failure(let reason): tellSkipped(step, because: reason)
            case .success(let call):
                if StepRun(step: step, call: call, host: host, events: events).run(&saved) { continue }
                ending = .failed
                if plan.policy.onFailure == .stop { return isInterrupted() ? .interrupted : ending }
            }
        }
        return isInterrupted() ? .interrupted : ending
    }

    private func tellSkipped(_ step: PlannedStep, because reason: Diagnostic) {
        events.receive(.diagnostic(reason))
        events.receive(
            .call(
                CallEvent(index: step.index, call: step.name, arguments: [], status: .skipped(reason: reason.message))))
    }

    // MARK: Instances and aspects

    private func startInstances() -> Bool {
        for module in plan.modules {
            do {
                try module.instance?.start()
            } catch {
                events.receive(.diagnostic(.instanceFailed(module.name, error)))
                return false
            }
        }
        return true
    }

    private func stopInstances() {
        for module in plan.modules.reversed() {
            guard let instance = module.instance else { continue }
            if case .failed(let failure)? = beforeDestruction(of: module) {
                warn(module, "a hook failed before the module \(module.name) destroyed its instance", failure)
            }
            do { try instance.stop() } catch {
                warn(module, "the module \(module.name) did not destroy its instance", error)
            }
        }
    }

    /// Runs the hooks that stand before the end of an instance; whatever they come to, it ends.
    private func beforeDestruction(of module: Module) -> Outcome? {
        (try? host.registry.hooksBeforeDestruction(of: module)).flatMap { $0?.answer(to: []) }
    }

    private func warn(_ module: Module, _ message: String, _ failure: Failure) {
        events.receive(
            .diagnostic(Diagnostic(.warning, .module, code: "module.destroy", "\(message): \(failure.excerpt)")))
    }

    /// Returns whether all that aspects expected held.
    private func tellFindings() -> Bool {
        var isHeld = true
        for observer in plan.observers {
            for finding in observer.findings() {
                events.receive(
                    .finding(
                        FindingEvent(
                            aspect: observer.aspect, hook: observer.hook, action: finding.action, facts: finding.facts))
                )
                guard let objection = finding.objection else { continue }
                isHeld = false
                events.receive(
                    .diagnostic(Diagnostic(code: "aspect.expectation", objection, at: observer.range)))
            }
        }
        return isHeld
    }
}

extension Diagnostic {
    /// That a pointer was handed over and never given back.
    fileprivate static func unreleased(_ left: UnreleasedHandle) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: "handle.unreleased",
            "handle \(left.handle.id) of \(left.handle.type), which \(left.giver) gave out, was never released",
            suggestion: "call \(left.release) with it")
    }
}

extension Diagnostic {
    /// That a function was called after the time for which it was given.
    fileprivate static func calledLate(
        _ parameter: String, of action: ActionName, _ calls: Int, at range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: "callback.late",
            "the function that \(action) got as \(parameter) was called \(calls) time\(calls == 1 ? "" : "s") after it was "
                + "closed, and returned what was set for that",
            at: range, suggestion: "give it a \"lifetime\" of \"once\", \"released\" or \"forever\" if that is meant")
    }
}

extension EmittedEvent {
    /// What a module emitted; JSON that is none is passed on as the text that it is.
    init(name: String, json: String?) {
        let value = json.map { text in
            (try? JSONNode.read(SourceText(name: "an event", text)))?.value ?? .string(text)
        }
        self.init(name: name, value: value, call: nil)
    }
}
