// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
public import HeddleDiagnostics
public import Logging

extension Service {
    /// Logs a line before each call, and one with its outcome.
    ///
    /// Arguments that the declaration of an action marks as `_Secret_` are not shown.
    ///
    /// - Parameter label: a prefix of each line.
    public func logged(
        to logger: Logger = Logger(label: "heddle"), level: Logger.Level = .info, label: String? = nil
    ) -> some Service<Input, Output> {
        ObservedService(self, "log", LogAspect(logger: logger, level: level, label: label))
    }

    /// Logs a line before each call, and one with its outcome, without secrets.
    ///
    /// - Parameters:
    ///   - label: a prefix of each line.
    ///   - names: further secret arguments, by their names in the declaration.
    /// - Throws: if the action has no argument of a name.
    public func logged(
        to logger: Logger = Logger(label: "heddle"), level: Logger.Level = .info, label: String? = nil,
        redacting names: [String]
    ) throws(Diagnostic) -> some Service<Input, Output> {
        let aspect = LogAspect(logger: logger, level: level, label: label, hidden: Set(names))
        do { try aspect.check([woven]) } catch { throw error.diagnostic(at: nil) }
        return ObservedService(self, "log", aspect)
    }

    /// Counts the calls that began (`entered`), `returned` and `failed`; see ``findings``.
    public func counted() -> some Service<Input, Output> {
        ObservedService(self, "count", CountAspect(use: AspectUse(.instead)))
    }

    /// Measures the time of calls: `totalNs`, `minNs`, `medianNs` and `maxNs` of `calls`; see ``findings``.
    ///
    /// - Parameter quantiles: from 0 to 1; each adds a fact such as `p90Ns`.
    public func timed(
        quantiles: [Double] = [], clock: any Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        ObservedService(self, "time", TimeAspect(clock: clock.forTasks, quantiles: quantiles))
    }

    /// Expects this number of calls; ``verify()`` checks it.
    public func expectingCalls(_ times: Int) -> some Service<Input, Output> { expectingCalls(times...times) }

    /// Expects a number of calls in a range; ``verify()`` checks it.
    public func expectingCalls(_ times: ClosedRange<Int>) -> some Service<Input, Output> {
        let aspect = ExpectCallsAspect(times: times)
        // The aspect throws only for an order, which is not given here.
        try? aspect.check([woven])
        return ObservedService(self, "expectCalls", aspect)
    }

    /// Expects this number of calls or more; ``verify()`` checks it.
    public func expectingCalls(_ times: PartialRangeFrom<Int>) -> some Service<Input, Output> {
        expectingCalls(times.lowerBound ... .max)
    }

    private var woven: WovenAction { WovenAction(profile.name, profile.signature) }
}
