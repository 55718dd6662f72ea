// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
public import HeddleDiagnostics
public import Logging

extension Service {
    /// Logs a line for each call before it is made, and one for what it came to.
    ///
    /// Arguments that the declaration of an action marks as `_Secret_` are not shown.
    ///
    /// - Parameter label: stands in front of each line.
    public func logged(
        to logger: Logger = Logger(label: "heddle"), level: Logger.Level = .info, label: String? = nil
    ) -> some Service<Input, Output> {
        ObservedService(self, "log", LogAspect(logger: logger, level: level, label: label))
    }

    /// Logs a line for each call before it is made, and one for what it came to, with secrets left out.
    ///
    /// - Parameters:
    ///   - label: stands in front of each line.
    ///   - names: the arguments that are secret too, by their names in the declaration.
    /// - Throws: a name that the action has no argument of.
    public func logged(
        to logger: Logger = Logger(label: "heddle"), level: Logger.Level = .info, label: String? = nil,
        redacting names: [String]
    ) throws(Diagnostic) -> some Service<Input, Output> {
        let aspect = LogAspect(logger: logger, level: level, label: label, hidden: Set(names))
        do { try aspect.check([woven]) } catch { throw error.diagnostic(at: nil) }
        return ObservedService(self, "log", aspect)
    }

    /// Counts the calls: how many came in (`entered`), `returned` and `failed`; see ``findings``.
    public func counted() -> some Service<Input, Output> {
        ObservedService(self, "count", CountAspect(use: AspectUse(.instead)))
    }

    /// Measures how long calls take: `totalNs`, `minNs`, `medianNs` and `maxNs` of `calls`; see ``findings``.
    ///
    /// - Parameter quantiles: parts of the calls, from 0 to 1, for each of which there is a fact such as `p90Ns`, the
    ///   time that so many of them did not exceed.
    public func timed(
        quantiles: [Double] = [], clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        ObservedService(self, "time", TimeAspect(clock: SwiftClock(clock), quantiles: quantiles))
    }

    /// Expects so many calls; ``verify()`` says whether they came.
    public func expectingCalls(_ times: Int) -> some Service<Input, Output> { expectingCalls(times...times) }

    /// Expects as many calls as a range allows; ``verify()`` says whether they came.
    public func expectingCalls(_ times: ClosedRange<Int>) -> some Service<Input, Output> {
        let aspect = ExpectCallsAspect(times: times)
        // Only an order can be wrong, and there is none.
        try? aspect.check([woven])
        return ObservedService(self, "expectCalls", aspect)
    }

    /// Expects as many calls or more; ``verify()`` says whether they came.
    public func expectingCalls(_ times: PartialRangeFrom<Int>) -> some Service<Input, Output> {
        expectingCalls(times.lowerBound ... .max)
    }

    private var woven: WovenAction { WovenAction(profile.name, profile.signature) }
}
