// SPDX-License-Identifier: Apache-2.0

internal import HeddleForeign

extension ModuleHost {
    /// Runs what modules want to have run on the main thread: functions that wait, and timers that are due.
    ///
    /// A program with a main loop calls this in it, at the latest when the returned time is over, and after each call of
    /// the closure of ``onMainThreadWork(_:)``:
    ///
    /// ```swift
    /// host.onMainThreadWork { DispatchQueue.main.async { host.runMainThreadWork() } }
    /// ```
    ///
    /// The calling thread is the host's main thread from then on. Where a program never calls this, a run of a behaviour
    /// takes its own thread for that, and runs what waits before each step. A function that fails is logged.
    ///
    /// - Returns: the time until something is due again; nil if nothing waits.
    @discardableResult
    public func runMainThreadWork() -> Duration? {
        services.main.adopt(isChosen: true)
        return services.main.run(on: services).map { .nanoseconds(Int64(clamping: $0)) }
    }

    /// Has a closure called whenever a module adds something for the main thread; nil for none. An earlier closure is
    /// replaced.
    ///
    /// - Parameter notify: is called on any thread, during calls; it must not wait for the main thread.
    public func onMainThreadWork(_ notify: (@Sendable () -> Void)?) { services.main.notify(notify) }
}
