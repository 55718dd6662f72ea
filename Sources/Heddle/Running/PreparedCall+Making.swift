// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Foreign
internal import Report

extension PreparedCall {
    /// Makes the call of a step, and tells of it.
    func make(_ index: Int, _ events: EventStream, _ clock: RunClock?) -> CallResult {
        // Before the call, which a hook may leave for good.
        let setting = CallSetting(action, clock)
        let arguments = shownArguments
        CrashReport.note(action)
        let start = MonotonicClock.now
        invoke()
        let nanoseconds = MonotonicClock.now - start
        CrashReport.note(nil)
        let result = takeResult()
        tell(result, of: index, arguments: arguments, nanoseconds: nanoseconds, setting, events)
        return result
    }

    /// Tells of a step's call, whether it could be made or not.
    func tell(
        _ result: CallResult, of index: Int, arguments: [Value] = [], nanoseconds: UInt64 = 0, _ setting: CallSetting,
        _ events: EventStream
    ) {
        events.receive(
            .call(
                CallEvent(
                    index: index, call: action.name, arguments: arguments, status: .init(result.outcome),
                    out: result.out.map(shown), errno: result.errno, nanoseconds: nanoseconds, start: setting.start,
                    hooks: setting.hooks)))
    }

    /// What an out-parameter has received, unless the declaration says that it is secret.
    private func shown(_ output: Value.Member) -> Value.Member {
        let isSecret = action.signature.isSecret(.out(output.name))
        return isSecret ? Value.Member(output.name, .secret) : output
    }
}

/// When a call began, and the hooks that it began with; nothing of it where nobody asks.
struct CallSetting {
    let start: UInt64?
    let hooks: [String]

    init(_ action: Action, _ clock: RunClock?) {
        start = clock?.elapsed
        hooks = clock == nil ? [] : action.visibleHooks.flatMap(\.allLabels)
    }
}
