// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON
internal import HeddleReport
internal import HeddleSystem

extension Diagnostic {
    /// The diagnostic of a pointer that was handed over and never given back.
    ///
    /// - Parameter range: the place of the step that has given it.
    static func unreleased(_ left: UnreleasedHandle, _ severity: Severity, at range: SourceRange?) -> Diagnostic {
        Diagnostic(
            severity, .module, code: .run(.unreleasedHandle),
            "handle \(left.handle.id) of \(left.handle.type) from \(left.giver) was not released: \(left.release) has "
                + "released it now", at: range, suggestion: "call \(left.release) with it")
    }

    /// The diagnostic of a pointer that was never given back, and could not be given back at the end.
    static func unreleasable(_ left: UnreleasedHandle, _ failure: Failure, at range: SourceRange?) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .run(.unreleasedHandle),
            "handle \(left.handle.id) of \(left.handle.type) from \(left.giver) was not released, and "
                + "\(left.release) failed to release it: \(failure.excerpt)", at: range)
    }

    /// The diagnostic of a temporary folder that is still there.
    static func unremoved(_ path: String, _ failure: SystemFailure) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .cases(.leftBehind),
            "the temporary folder \(path) cannot be removed: \(failure.message)")
    }

    /// The diagnostic of a step that is to run in any case and cannot, as what it is about has never come to be.
    static func neverSaved(_ name: String, for call: ActionName, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .run(.neverSaved),
            "\(call) is not called, as \"\(name)\" was never saved", at: range)
    }

    /// The diagnostic of a branch whose condition does not hold, in the words of the behaviour.
    static func leftOut(because reason: Located<String>) -> Diagnostic {
        Diagnostic(
            .notice, .document, code: .run(.leftOut), reason.value, at: reason.range,
            label: "the condition does not hold")
    }

    /// The diagnostic of steps that were repeated as often as they may be, which nothing has ended.
    static func unended(after times: Located<Int>, ends: [SourceRange]) -> Diagnostic {
        Diagnostic(
            code: .run(.loopUnended),
            "the loop was run \(counted(times.value, "time")), and no \"until\" in it has ended it",
            at: times.range, suggestion: "raise \"times\" where it may take longer",
            notes: ends.prefix(3).map { Note("this was to end it", at: $0) })
    }

    /// The diagnostic of a module that has left functions which were to run on the main thread.
    static func leftOnMainThread(_ dropped: MainThread.Dropped) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .run(.leftOnMainThread),
            "the module \(dropped.module) left \(dropped.words) on the main thread, which "
                + "\(dropped.timers + dropped.functions == 1 ? "is" : "are") dropped",
            suggestion: dropped.timers > 0
                ? "stop timers by heddle_main's stop_timer, at the latest where the instance is destroyed"
                : "hand over nothing to the main thread where the instance is destroyed")
    }

    /// The diagnostic of native code that has left calls of an action behind which hooks were to run.
    static func left(_ action: Action, _ calls: Int) -> Diagnostic {
        let labels = action.visibleHooks.flatMap { ($0.labels[.instead] ?? []) + ($0.labels[.after] ?? []) }
        let hooks = labels.isEmpty ? "" : " (\(labels.joined(separator: ", ")))"
        return Diagnostic(
            .warning, .module, code: .run(.callLeft),
            "native code left \(counted(calls, "call")) of \(action.name) by longjmp, or by ending the thread: "
                + "the after hooks of the call did not run\(hooks)",
            suggestion: "hook the call that it jumps back into, which returns")
    }

    /// The diagnostic of a function that was called after the time for which it was given.
    static func calledLate(
        _ parameter: String, of action: ActionName, _ calls: Int, at range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .run(.lateCallback),
            "the callback that \(action) got as \(parameter) was called \(counted(calls, "time")) after its "
                + "lifetime, and returned \"afterwards\" or zero",
            at: range,
            suggestion: "give it a longer \"lifetime\", \"once\", \"released\" or \"forever\", if that is meant")
    }

    /// The diagnostic of calls of a function that are to be recorded and are in no outcome.
    static func calledUnrecorded(
        _ parameter: String, of action: ActionName, _ calls: Int, at range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .warning, .module, code: .run(.unrecordedCallback),
            "the callback that \(action) got as \(parameter) was called \(counted(calls, "time")) after this step, "
                + "which alone records its calls",
            at: range,
            suggestion: "give {\"action\": \"MODULE.NAME\"} of a module without a library, and expect its calls by the "
                + "hook \"answer\"")
    }
}

extension EmittedEvent {
    /// The event that a module emitted. Invalid JSON is passed on as a text.
    init(name: String, json: String?) {
        let value = json.map { text in
            (try? JSONNode.read(SourceText(name: "an event", text)))?.value ?? .string(text)
        }
        self.init(name: name, value: value, call: nil)
    }
}
