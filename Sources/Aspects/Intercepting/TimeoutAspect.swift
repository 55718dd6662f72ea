// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `timeout`: fails a call that came back too late.
///
/// A call of C cannot be interrupted, so that it is not cut short: it runs to its end, and then its result does not
/// count. A call that failed keeps its own failure.
public final class TimeoutAspect: Interceptor {
    private let limit: UInt64
    private let code: String
    private let clock: any AspectClock
    private let counts = Mutex((inTime: 0, late: 0))

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - limit: how long the body may take, in nanoseconds.
    ///   - code: of the failure.
    public init(after limit: UInt64, code: String = "timedOut", clock: any AspectClock) {
        self.limit = limit
        self.code = code
        self.clock = clock
    }

    /// Lets the call proceed, and looks how long that took.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let start = clock.now
        let outcome = call.proceed()
        let elapsed = clock.elapsed(since: start)
        counts.withLock { if elapsed > limit { $0.late += 1 } else { $0.inTime += 1 } }
        guard elapsed > limit, case .returned? = outcome else { return }
        call.fail(
            Failure(
                code: code,
                message: "it took \(DurationText.text(elapsed)) of the \(DurationText.text(limit)) that it may take; "
                    + "it was not cut short"))
    }

    /// `inTime` and `late`.
    public func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("inTime", $0.inTime), Value.Member("late", $0.late)] }
    }
}

extension TimeoutAspect {
    static let recipe = AspectRecipe.intercepting("timeout", options: ["after", "code"]) {
        order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let limit = try options.needed("after", try options.duration("after"))
        let code = try options.text("code") ?? "timedOut"
        return { _ throws(AspectError) in TimeoutAspect(after: limit, code: code, clock: clock) }
    }
}
