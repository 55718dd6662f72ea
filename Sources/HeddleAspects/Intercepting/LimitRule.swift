// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleSchema
import Synchronization

/// `limit`: refuses calls of an action that come too often, or too many at the same time.
///
/// The window slides: no span of its length, wherever it begins, has more calls than the limit. Refused calls do not
/// count. The rule stores one time for each call that the window may have.
package final class LimitRule: AspectRule {
    /// A maximum number of calls in any span of a number of nanoseconds.
    package struct Rate: Hashable, Sendable {
        let calls: Int
        let nanoseconds: UInt64

        /// Creates a rate of at least one call.
        package init(calls: Int, per nanoseconds: UInt64) {
            self.calls = max(1, calls)
            self.nanoseconds = nanoseconds
        }
    }

    private struct State {
        /// The times at which the last calls passed, as a ring buffer. Once it is full, `oldest` is the index of the
        /// oldest.
        var times: [UInt64] = []
        var oldest = 0
        var running = 0
        var passed = 0
        var refused = 0

        /// Records a call in place of the oldest one.
        mutating func note(_ now: UInt64, of count: Int) {
            if times.count < count {
                times.append(now)
            } else {
                times[oldest] = now
                oldest = (oldest + 1) % count
            }
        }
    }

    private let rate: Rate?
    private let atOnce: Int
    private let code: String
    private let clock: any TimeSource
    private let state = Mutex(State())

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - atOnce: the maximum number of calls at the same time, including nested calls; at least one.
    ///   - code: of the failure.
    package init(_ rate: Rate?, atOnce: Int = .max, code: String = FailureCode.limited.rawValue, clock: any TimeSource)
    {
        self.rate = rate
        self.atOnce = max(1, atOnce)
        self.code = code
        self.clock = clock
    }

    /// Lets the call pass, or fails it.
    package func course<Output>() -> Course<Output> {
        let now = clock.now
        if let reason = state.withLock({ enter(&$0, now) }) { return .fail(Failure(code: code, message: reason)) }
        return .proceed { _ in
            self.state.withLock { $0.running -= 1 }
            return .done
        }
    }

    /// `passed` and `refused`.
    package func facts() -> [Value.Member] {
        state.withLock { [Value.Member("passed", $0.passed), Value.Member("refused", $0.refused)] }
    }

    /// The reason why the call may not pass; nil if it may, and then it counts.
    private func enter(_ state: inout State, _ now: UInt64) -> String? {
        if let reason = objection(state, now) {
            state.refused += 1
            return reason
        }
        if let rate { state.note(now, of: rate.calls) }
        state.running += 1
        state.passed += 1
        return nil
    }

    private func objection(_ state: State, _ now: UInt64) -> String? {
        if state.running >= atOnce { return "\(state.running) calls are running, the maximum at the same time" }
        guard let rate, state.times.count == rate.calls else { return nil }
        let oldest = state.times[state.oldest]
        guard now < oldest || now - oldest < rate.nanoseconds else { return nil }
        return "\(rate.calls) calls have passed within \(DurationText.text(rate.nanoseconds)), the maximum"
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let limit = intercepting(
        "limit", "Refuses calls that come too often, or too many at the same time.", LimitOptions.self
    ) {
        options, context throws(AspectError) in
        let clock = context.clock
        return { _ throws(AspectError) in
            let rate = options.calls.flatMap { calls in options.span.map { LimitRule.Rate(calls: calls, per: $0) } }
            let rule = LimitRule(rate, atOnce: options.atOnce ?? .max, code: options.code, clock: clock)
            return CourseInterceptor("limit", rule, clock) { _ in rule.course() }
        }
    }
}

private struct LimitOptions: OptionDraft {
    var calls: Int?
    var span: UInt64?
    var atOnce: Int?
    var code = FailureCode.limited.rawValue

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        let count = FieldType<Int, OptionReader>.whole(1...1_000_000)
        return [
            .optional("calls", \.calls, count, "The maximum number of calls within `per`."),
            .optional("per", \.span, .span, "The length of the span of time, which may begin at any moment."),
            .optional("atOnce", \.atOnce, count, "The maximum number of calls that run at the same time."),
            .failureCode(\.code),
        ]
    }

    static var rules: [KeyRule<Self>] {
        [.anyOf([\.calls, \.span, \.atOnce]), .needs(\.calls, with: \.span), .needs(\.span, with: \.calls)]
    }
}
