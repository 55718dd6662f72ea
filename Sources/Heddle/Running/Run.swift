// SPDX-License-Identifier: Apache-2.0

package import HeddleReport
internal import HeddleSystem

/// One run of a plan: it makes the calls, checks the expectations, and tells it all to a stream of events.
///
/// Calls are made on the calling thread. What has happened has been told before the next call begins.
package struct Run {
    package typealias Ending = RunResult.Ending

    private let plan: Plan
    private let events: EventStream
    private let host: ModuleHost
    private let clock: RunClock?
    private let folder: FolderOnDemand

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - clock: nil if nobody asks when calls begin, and with which hooks.
    ///   - folder: the path at which the steps may make their temporary folder; nil for one that nothing has yet.
    package init(
        _ plan: Plan, on host: ModuleHost, events: EventStream, clock: RunClock? = nil, folder: String? = nil
    ) {
        self.folder = FolderOnDemand(at: folder)
        self.plan = plan
        self.host = host
        self.events = events
        self.clock = clock
    }

    /// Runs the plan from its first step to its last, and behind them the steps that run in any case. Its cases are not
    /// run: each has a ``CaseRun`` of its own.
    ///
    /// - Parameter isInterrupted: asked before each step; once it says so, the run stops in order.
    package func callAsFunction(until isInterrupted: () -> Bool = { false }) -> Ending {
        for warning in plan.warnings { events.receive(.diagnostic(warning)) }
        return withExtendedLifetime(plan) {
            StepsRun(plan.body, plan.woven.all, on: host, events: EventChannel(events), clock: clock, in: folder).run(
                until: isInterrupted)
        }
    }
}
