// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import CCallBarrier
internal import HeddleWeave

/// A woven call as the engine drives it: a reference to the frame that stands on the stack of ``Action/run(_:)``.
@safe struct NativeCall: WovenCall {
    let frame: UnsafeMutablePointer<heddle_frame>

    @inline(__always)
    var hasFailed: Bool { unsafe frame.pointee.status == Status.failed }

    @inline(__always)
    func before(_ step: Chain<HookCode>.Step) { run(step, at: Position.before) }

    @inline(__always)
    func after(_ step: Chain<HookCode>.Step) { run(step, at: Position.after) }

    @inline(__always)
    func beforeRow(from first: Int) -> Int {
        unsafe chain._withUnsafeGuaranteedRef { $0.beforeRows.run(from: first, in: self, at: Position.before) }
    }

    @inline(__always)
    func afterRow(from first: Int) -> Int {
        unsafe chain._withUnsafeGuaranteedRef { $0.afterRows.run(from: first, in: self, at: Position.after) }
    }

    @inline(__always)
    func admits(_ step: Chain<HookCode>.Step) -> Bool {
        if unsafe !frame.pointee.is_inside_hook && step.code.shot == nil && step.gate == 0 { return true }
        return isTurn(of: step)
    }

    /// Decides for the whole call whether the hooks behind a gate take part in it.
    func set(_ gate: Int, isOpen: Bool) {
        unsafe frame.pointee.states[gate - 1] = isOpen ? UnsafeMutableRawPointer(bitPattern: 1) : nil
    }

    @inline(__always)
    func instead(_ step: Chain<HookCode>.Step, next: Int) {
        let outer = unsafe frame.pointee.next
        unsafe frame.pointee.next = next
        run(step, at: Position.instead)
        unsafe frame.pointee.last_instead = step.code.running
        unsafe frame.pointee.next = outer
    }

    @inline(__always)
    func action() {
        let action = unsafe Unmanaged<Action>.fromOpaque(frame.pointee.action)
        let failure = unsafe action._withUnsafeGuaranteedRef { unsafe $0.call(frame.pointee.invocation) }
        unsafe frame.pointee.call.saved_errno = frame.pointee.invocation.pointee.saved_errno
        if let failure = unsafe failure { unsafe fail(failure) } else { answer() }
    }

    /// A body that ended without a result has failed; where there is none to be had, one that did not say it was done.
    @inline(__always)
    func settle() {
        guard unsafe frame.pointee.status == Status.pending else { return }
        unsafe fail(
            heddle_failure_create(
                FailureCode.noResult.rawValue, "an instead hook neither proceeded nor set a result", nil),
            of: frame.pointee.last_instead)
    }

    /// Marks the call as returned; a failure that stood is recovered from.
    @inline(__always)
    func answer() {
        setStatus(Status.returned)
        if unsafe frame.pointee.failure != nil { forgetFailure() }
    }

    /// The hook that runs now sees it as well.
    @inline(__always)
    private func setStatus(_ status: Int32) {
        unsafe frame.pointee.status = status
        unsafe frame.pointee.call.status = status
    }

    /// Marks the call as failed; an earlier failure is kept as suppressed. Rare, so that it stands apart from the path
    /// of a call that does not fail.
    ///
    /// While a piece of a hook runs, the failure is noted as that piece's.
    @inline(never)
    func fail(_ failure: UnsafeMutablePointer<heddle_failure>) {
        unsafe fail(failure, of: frame.pointee.running)
    }

    private func fail(
        _ failure: UnsafeMutablePointer<heddle_failure>, of piece: UnsafePointer<heddle_running>?
    ) {
        if let piece = unsafe piece { unsafe heddle_failure_note(failure, piece) }
        if unsafe isTolerated(failure, of: piece) { return }
        discardValues()
        var last = unsafe failure
        while let next = unsafe last.pointee.suppressed {
            unsafe last = next
            if let piece = unsafe piece { unsafe heddle_failure_note(last, piece) }
        }
        unsafe last.pointee.suppressed = frame.pointee.failure
        unsafe frame.pointee.failure = failure
        setStatus(Status.failed)
        unsafe frame.pointee.call.failure_code = UnsafePointer(failure.pointee.code)
        unsafe frame.pointee.call.failure_message = UnsafePointer(failure.pointee.message)
    }

    /// Gives a text that the action handed over, and that no caller will see, back to its module.
    func discardResult() {
        guard unsafe frame.pointee.status == Status.returned else { return }
        let action = unsafe Unmanaged<Action>.fromOpaque(frame.pointee.action)
        unsafe action._withUnsafeGuaranteedRef { unsafe $0.releaseResult(of: frame.pointee.invocation) }
    }

    /// The same for all that it handed over.
    private func discardValues() {
        guard unsafe frame.pointee.status == Status.returned else { return }
        discardResult()
        let action = unsafe Unmanaged<Action>.fromOpaque(frame.pointee.action)
        unsafe action._withUnsafeGuaranteedRef { unsafe $0.releaseOutputs(of: frame.pointee.invocation) }
    }

    /// Replaces the `errno` that later hooks and the caller read.
    func setErrno(_ number: Int32) {
        unsafe frame.pointee.call.saved_errno = number
        unsafe frame.pointee.invocation.pointee.saved_errno = number
    }

    /// True if a before hook runs.
    var isBefore: Bool { unsafe frame.pointee.position == Position.before }

    private func forgetFailure() {
        unsafe heddle_failure_destroy(frame.pointee.failure)
        unsafe frame.pointee.failure = nil
        unsafe frame.pointee.call.failure_code = nil
        unsafe frame.pointee.call.failure_message = nil
    }
}

// MARK: - Hooks

extension NativeCall {
    /// Runs one piece of a hook, with its state in place and the guard set.
    @inline(__always)
    private func run(_ step: Chain<HookCode>.Step, at position: Int32) {
        unsafe frame.pointee.position = position
        unsafe heddle_show_state(frame)
        unsafe frame.pointee.call.state = step.state == .continues ? frame.pointee.states[step.place] : nil
        unsafe frame.pointee.context = step.code.context
        unsafe frame.pointee.running = step.code.running
        let failure = unsafe run(step.code)
        if step.state != .none { unsafe frame.pointee.states[step.place] = frame.pointee.call.state }
        if let failure = unsafe failure { unsafe fail(failure) }
        unsafe frame.pointee.running = nil
    }

    @inline(__always)
    private func run(_ code: HookCode) -> UnsafeMutablePointer<heddle_failure>? {
        let call = unsafe UnsafeMutableRawPointer(frame).assumingMemoryBound(to: heddle_call.self)
        if code.isForeign { return unsafe heddle_run_hook(code.function, call) }
        unsafe code.function(call)
        return nil
    }

    /// Returns whether a hook takes its turn in a call where not all do. Stands apart from the path of the others.
    @inline(never)
    private func isTurn(of step: Chain<HookCode>.Step) -> Bool {
        guard step.code.isReentrant || !isRunning(step.hook), step.gate == 0 || isOpen(step.gate) else { return false }
        guard let shot = unsafe step.code.shot else { return true }
        return unsafe Unmanaged<OneShotPiece>.fromOpaque(shot)._withUnsafeGuaranteedRef { unsafe $0.admits(frame) }
    }

    private func isOpen(_ gate: Int) -> Bool { unsafe frame.pointee.states[gate - 1] != nil }

    /// Returns whether this thread is inside of the hook's own code: then it would meet itself.
    private func isRunning(_ hook: UInt64) -> Bool {
        var outer = unsafe frame.pointee.outer
        while let call = unsafe outer {
            if let running = unsafe call.pointee.running, unsafe running.pointee.hook == hook { return true }
            unsafe outer = call.pointee.outer
        }
        return false
    }

    /// Runs the rest of the body on behalf of the instead hook that runs now; what it was before stands again after.
    ///
    /// Arguments that inner instead hooks rewrite are put back, so that a second attempt begins as the first did.
    func proceed() {
        guard unsafe frame.pointee.position == Position.instead, unsafe frame.pointee.running != nil else {
            return
        }
        let running = unsafe frame.pointee.running
        let state = unsafe frame.pointee.call.state
        let context = unsafe frame.pointee.context
        unsafe frame.pointee.running = nil
        if unsafe frame.pointee.failure != nil { forgetFailure() }
        discardValues()
        setStatus(Status.pending)
        proceed(from: unsafe frame.pointee.next)
        settle()
        unsafe frame.pointee.position = Position.instead
        unsafe heddle_show_state(frame)
        unsafe frame.pointee.call.state = state
        unsafe frame.pointee.context = context
        unsafe frame.pointee.running = running
    }

    private var chain: Unmanaged<WovenChain> { unsafe Unmanaged.fromOpaque(frame.pointee.chain) }

    /// The action itself gets its arguments by value: only hooks could have rewritten them.
    private func proceed(from next: Int) {
        unsafe chain._withUnsafeGuaranteedRef { chain in
            if chain.hasInstead(next) {
                keepingArguments { chain.proceed(from: next, in: self) }
            } else {
                chain.proceed(from: next, in: self)
            }
        }
    }

    private func keepingArguments(_ body: () -> Void) {
        let size = unsafe Int(frame.pointee.invocation.pointee.shape.pointee.slot_bytes)
        guard size > 0, let first = unsafe frame.pointee.call.arguments[0] else { return body() }
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: FrameLayout.alignment) { kept in
            unsafe kept.copyMemory(from: UnsafeRawBufferPointer(start: first, count: size))
            body()
            unsafe first.copyMemory(from: kept.baseAddress ?? first, byteCount: size)
        }
    }
}

/// `heddle_status` as it stands in a call.
enum Status {
    static let pending = Int32(HEDDLE_PENDING.rawValue)
    static let returned = Int32(HEDDLE_RETURNED.rawValue)
    static let failed = Int32(HEDDLE_FAILED.rawValue)
}

/// `heddle_position` as it stands in a call.
enum Position {
    static let before = Int32(HEDDLE_BEFORE.rawValue)
    static let instead = Int32(HEDDLE_INSTEAD.rawValue)
    static let after = Int32(HEDDLE_AFTER.rawValue)
}
