// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleSchema
import Synchronization

/// `timeout`: makes a call fail that takes too long.
///
/// A C call cannot be interrupted: it runs to its end, and its result is discarded. A service is cancelled, as far as
/// its code checks for cancellation. A call that failed by itself keeps its own failure.
package final class TimeoutRule: AspectRule {
    private let limit: UInt64
    private let code: String
    private let clock: any TimeSource
    private let counts = Mutex((inTime: 0, late: 0))

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - limit: the time limit of the body, in nanoseconds.
    ///   - code: of the failure.
    package init(after limit: UInt64, code: String = FailureCode.timedOut.rawValue, clock: any TimeSource) {
        self.limit = limit
        self.code = code
        self.clock = clock
    }

    /// Lets the call proceed, and measures the time.
    package func course<Output>() -> Course<Output> {
        let start = clock.now
        return .proceed(within: limit) { ending in
            let elapsed = self.clock.elapsed(since: start)
            switch ending {
            case .failure(is CutShort)?:
                self.note(isLate: true)
                return .fail(
                    self.failure("it was cancelled at its limit of \(DurationText.text(self.limit))"))
            case .success where elapsed > self.limit:
                self.note(isLate: true)
                return .fail(
                    self.failure(
                        "it took \(DurationText.text(elapsed)), its limit is \(DurationText.text(self.limit)); it ran to its "
                            + "end"))
            default:
                self.note(isLate: elapsed > self.limit)
                return .done
            }
        }
    }

    /// `inTime` and `late`.
    package func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("inTime", $0.inTime), Value.Member("late", $0.late)] }
    }

    private func failure(_ message: String) -> Failure { Failure(code: code, message: message) }

    private func note(isLate: Bool) { counts.withLock { if isLate { $0.late += 1 } else { $0.inTime += 1 } } }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let timeout = intercepting(
        "timeout", "Makes a call fail that takes too long. The C function still runs to its end.",
        TimeoutOptions.self
    ) { options, context throws(AspectError) in
        let clock = context.clock
        return { _ throws(AspectError) in
            let rule = TimeoutRule(after: options.limit, code: options.code, clock: clock)
            return CourseInterceptor("timeout", rule, clock) { _ in rule.course() }
        }
    }
}

private struct TimeoutOptions: OptionDraft {
    var limit: UInt64 = 0
    var code = FailureCode.timedOut.rawValue

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [.required("after", \.limit, .span, "The time limit for a call."), .failureCode(\.code)]
    }
}
