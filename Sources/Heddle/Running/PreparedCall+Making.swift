// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport
internal import HeddleSystem

extension PreparedCall {
    /// Makes the call of a step, and tells of it.
    ///
    /// - Parameters:
    ///   - arguments: as they are shown.
    ///   - mayFail: whether a failure needs no explanation.
    ///   - takesPrinted: whether what native code prints is taken meanwhile.
    ///   - explain: says where the step stands, and where the values came from that it refers to, where it fails.
    func make(
        _ index: Int, _ arguments: [Value], _ events: EventChannel, _ clock: RunClock?, mayFail: Bool = false,
        takingPrinted takesPrinted: Bool = false, explain: () -> FailureContext
    ) -> MadeCall {
        CrashReport.note(action)
        let capture = takesPrinted ? OutputCapture() : nil
        // Before the call, which a hook may leave for good.
        let setting = CallSetting(action, clock)
        FloatMode.prepare()
        invoke()
        FloatMode.settle()
        let nanoseconds = MonotonicClock.now - setting.moment
        let printed = capture?.end()
        CrashReport.note(nil)
        let result = takeResult()
        let circumstances = mayFail ? nil : circumstances(of: result, setting, explain)
        tell(
            result, of: index, arguments: arguments, nanoseconds: nanoseconds, setting, circumstances, events)
        return MadeCall(result: result, nanoseconds: nanoseconds, effects: SideEffects(printed))
    }

    /// Tells of a step's call, whether it could be made or not.
    func tell(
        _ result: CallResult, of index: Int, arguments: [Value] = [], nanoseconds: UInt64 = 0, _ setting: CallSetting,
        _ circumstances: FailureContext?, _ events: EventChannel
    ) {
        var event = CallEvent(
            index: index, call: action.name, arguments: arguments, status: .init(result.outcome),
            out: result.out.map(shown), errno: result.errno, nanoseconds: nanoseconds, start: setting.start,
            hooks: setting.labels, worker: events.worker, circumstances: circumstances)
        if !arguments.isEmpty, MemoryOperation.call.isCalled(action.name) {
            event.function = event.arguments.removeLast()
        }
        events.receive(.call(event))
    }

    /// The words for people about the action; nil where there are none.
    private var help: String? { action.signature.help.text.isEmpty ? nil : action.signature.help.text }

    /// Nothing where it did not fail.
    private func circumstances(
        of result: CallResult, _ setting: CallSetting, _ explain: () -> FailureContext
    ) -> FailureContext? {
        guard case .failed = result.outcome else { return nil }
        var circumstances = explain()
        circumstances.help = help
        circumstances.hooks = (setting.hooks ?? action.visibleHooks).map(ActiveHook.init)
        return circumstances
    }

    /// Those of an expectation that did not hold. What made the call fail was told of the call.
    func circumstances(
        of verdict: Verdict, at path: CallPath, _ actual: Value?, _ parts: OutcomeParts,
        sources: () -> [ValueSource] = { [] }
    ) -> FailureContext {
        let type = action.signature.shownType(of: path)
        let difference = verdict.difference(from: actual, as: type, at: path)
        var circumstances = FailureContext(type: type?.description, difference: difference.lines)
        if parts.hasFailed, path.root != .failure { return circumstances }
        circumstances.help = help
        circumstances.sources = sources()
        circumstances.hooks = action.visibleHooks.map(ActiveHook.init)
        return circumstances
    }

    /// The value of an out-parameter, unless it is declared secret.
    private func shown(_ output: Value.Member) -> Value.Member {
        let isSecret = action.signature.isSecret(.out(output.name))
        return isSecret ? Value.Member(output.name, .secret) : output
    }
}

/// A call of a step that has ended.
struct MadeCall {
    let result: CallResult
    /// The time of the call with all its hooks; nil if it was not made.
    let nanoseconds: UInt64?
    let effects: SideEffects
}

/// When a call begins, which is when this is made, and the hooks that it begins with.
struct CallSetting {
    private let clock: RunClock?
    /// nil where nobody asks.
    let hooks: [ActionHook]?
    /// As the system counts.
    let moment: UInt64

    /// - Parameter clock: nil where nobody asks when it began, and what was around it.
    init(_ action: Action, _ clock: RunClock?) {
        // A clock that nobody reads now costs no list of hooks.
        self.clock = clock.flatMap { $0.isWatched ? $0 : nil }
        hooks = self.clock == nil ? nil : action.visibleHooks
        moment = MonotonicClock.now
    }

    /// When the call began, in nanoseconds of the run; nil where nobody asks.
    var start: UInt64? { clock?.elapsed(at: moment) }

    var labels: [String] { hooks?.flatMap(\.allLabels) ?? [] }
}

extension ActionHook {
    /// The parts of the hook by their names, each once even if it is at several positions.
    fileprivate var allLabels: [String] {
        [HookPosition.before, .instead, .after].flatMap { labels[$0] ?? [] }.reduce(into: []) { all, label in
            if !all.contains(label) { all.append(label) }
        }
    }
}
