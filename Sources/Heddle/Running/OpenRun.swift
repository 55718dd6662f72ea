// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleForeign
package import HeddleReport
internal import HeddleSystem

/// A run to which steps are added while it goes on: each is checked with those that it stands on, and then made.
///
/// It is given behaviours. Each begins with those of the earlier steps that save what its new ones refer to, which are
/// not run again. Their modules are those of the program. Calls are made on the calling thread.
package final class OpenRun {
    private let host: ModuleHost
    private let events: EventChannel
    /// All of them: native code may still look at memory, or call callbacks, of any call.
    private var plans: [Plan] = []
    private var kept: [String: KeptValue] = [:]
    /// The steps whose callbacks were told to be called too late.
    private var told: Set<SourceRange?> = []
    private let earlierObjects: Set<Handle>
    private let earlierHandles: Set<UnreleasedHandle>
    private let folder = FolderOnDemand()

    /// Begins a run without steps.
    package init(on host: ModuleHost, events: EventStream) {
        self.host = host
        self.events = EventChannel(events)
        (earlierObjects, earlierHandles) = (Set(host.services.objects), Set(host.services.unreleased))
    }

    /// Checks a behaviour, and runs the steps that it has behind earlier ones.
    ///
    /// The values that the steps save are there for those behind them, unless they did not hold.
    ///
    /// - Parameters:
    ///   - count: how many steps of it are earlier ones.
    ///   - modules: the modules of the program whose types and variables it uses.
    ///   - isInterrupted: asked before each step; once it says so, the run of these steps stops.
    /// - Throws: all mistakes; then nothing was called.
    package func run(
        _ source: SourceText, behind count: Int, origin: Origin, on modules: [Module],
        until isInterrupted: () -> Bool = { false }
    ) throws(Diagnostics) -> Run.Ending {
        let plan = try Plan.read(source, on: host, origin: origin, besides: modules)
        for warning in plan.warnings { events.receive(.diagnostic(warning)) }
        plans.append(plan)
        var kept = kept
        let ending = StepsRun(plan.body, [], on: host, events: events, in: folder)
            .runAdded(behind: count, &kept, isInterrupted)
        plan.woven.remove()
        tellLateCallbacks()
        if ending == .held { self.kept = kept }
        return ending
    }

    /// Tells of callbacks that native code has called after their lifetime, those of earlier steps too: each once.
    private func tellLateCallbacks() {
        let late = plans.flatMap { StepsRun($0.body, [], on: host, events: events).lateCallbacks }
        for warning in late where told.insert(warning.range).inserted { events.receive(.diagnostic(warning)) }
    }

    /// The value that a step has saved under a name; nil if none has.
    package func value(of name: String) -> Value? { kept[name]?.saved.value }

    /// Ends the run: releases what the steps have left, and tells of it. Returns whether all was in order.
    package func end() -> Bool {
        guard let last = plans.last else { return true }
        let run = StepsRun(last.body, [], on: host, events: events, in: folder)
        let isHeld = run.serving { run.finish(except: earlierHandles, earlierObjects) }
        run.removeFolder()
        for plan in plans { plan.body.steps.calls.arena.releaseLate() }
        plans = []
        kept = [:]
        return isHeld
    }
}
