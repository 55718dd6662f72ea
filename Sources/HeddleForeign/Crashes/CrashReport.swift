// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleSystem

/// The message of a process when native code crashes it.
package enum CrashReport {
    /// From here on a crash ends the process with this status, after a message that names the call.
    ///
    /// Memory cannot be trusted after a crash, so nothing else is tried, except that waiting output and lines are written, as at
    /// every other end of the process.
    package static func install(exitStatus: Int32) {
        heddle_report_crashes(exitStatus) {
            StandardStream.flush()
            LineFile.flushAll()
        }
    }

    /// Looks whether faults come to the report of crashes: native code may have put something else in its place. Where they
    /// do, memory is read without the kernel's help.
    package static func noteFaultHandlers() {
        heddle_note_fault_handlers()
        heddle_note_fault_thread()
    }

    /// Notes which call the calling thread makes now; nil for none.
    package static func note(_ call: ActionName?) {
        guard let call else {
            unsafe heddle_note_call(nil)
            return
        }
        // A copy that is kept for ever: a signal handler may read it at any time.
        unsafe heddle_note_call(lasting(call.description))
    }

    /// Notes which action the calling thread calls now.
    package static func note(_ action: Action) {
        unsafe heddle_note_call(action.lastingName)
    }

    /// Notes which step a case runs. In a process of its own, and nothing in any other.
    ///
    /// - Parameters:
    ///   - arguments: those of the step.
    ///   - range: the place of the step.
    package static func note(step: Int, _ arguments: [Value], at range: @autoclosure () -> SourceRange) {
        if !heddle_is_case() { return }
        let range = range()
        unsafe heddle_case_note_step(
            Int32(step), words(for: arguments), range.source.name, range.bytes.lowerBound, range.bytes.upperBound)
    }

    /// Notes that the case runs no step.
    package static func noteNoStep() { heddle_case_note_no_step() }

    /// The arguments of a step, in words.
    package static func words(for arguments: [Value]) -> String {
        arguments.map { $0.excerpt(limit: 200) }.joined(separator: ", ")
    }

    /// Runs `body`, in which a pointer is given back.
    static func noteReleasing<Result>(
        _ left: UnreleasedHandle, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try noting("\(left.release), which releases a handle from \(left.giver) at the end", body)
    }

    /// Runs `body`, in which a library is loaded: its constructors are native code too.
    static func noteLoading<Result>(_ path: String, _ body: () -> Result) -> Result {
        noting("the loading of \(path)", body)
    }

    /// The notes of the calling thread about what it runs, for other threads to look at while it lives.
    package static var notesHere: CallNotes { unsafe CallNotes(place: heddle_noted_here()) }

    /// Runs `body`, which is native code of some other kind, in words that follow "in".
    package static func noting<Result, Mistake: Error>(
        _ words: String, _ body: () throws(Mistake) -> Result
    ) throws(Mistake) -> Result {
        let outer = unsafe heddle_note_call(lasting(words))
        defer { unsafe heddle_note_call(outer) }
        return try body()
    }
}

/// The notes of a thread about the native code that it runs, readable from any other thread.
@safe package struct CallNotes: @unchecked Sendable {
    private let place: UnsafePointer<UnsafePointer<CChar>?>?

    fileprivate init(place: UnsafePointer<UnsafePointer<CChar>?>?) {
        unsafe self.place = place
    }

    /// The native code in progress, such as `probe.add` or `the loading of ./probe.so`; nil if none was noted.
    package var current: String? {
        guard let words = unsafe heddle_noted(place) else { return nil }
        return unsafe String(cString: words)
    }
}
