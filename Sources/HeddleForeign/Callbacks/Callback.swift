// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Glibc
internal import Synchronization

/// A function that Heddle made for C to call, on any thread.
///
/// It is never released, since C may call it at any time. Once it is closed, it returns what was set for that, and
/// counts.
@safe final class Callback: @unchecked Sendable {
    private enum Target {
        case action(Action)
        case recorded(AnswerList)
    }

    let lifetime: CallbackLifetime
    private var made: UnsafeMutableRawPointer?
    private let shape: CallShape
    private let target: Target
    private let afterwards: EncodedResult
    private let isOpen = Atomic(true)
    private let late = Atomic(0)
    private let unrecorded = Atomic(0)
    private let record = Mutex<[Value]>([])
    /// True while calls are recorded: until the end of the call that the callback is given to.
    private let isRecording = Atomic(true)
    /// The thread that makes the call that it is given to, and what has failed on others.
    private let opener = Atomic<UInt>(0)
    private let foreignFailure = Mutex<Failure?>(nil)
    /// The decorated table that the function stands in; 0 if it stands in none.
    private let table: UInt

    /// Makes the function.
    ///
    /// - Parameters:
    ///   - declared: the type as it was declared, a typedef perhaps.
    ///   - call: the shape of the call that it is given to.
    ///   - names: what it may name.
    /// - Throws: a value that does not fit the function's type.
    init(
        _ recipe: CallbackRecipe, _ type: FunctionShape, declared: CType, for call: CallShape,
        naming names: (any HostNames)?
    ) throws(Misfit) {
        table = 0
        shape = try Self.shape(of: type, declared, call.library, call.transfer.engine)
        switch recipe {
        case .action(let name, let lifetime):
            target = .action(try Self.action(name, names, type))
            self.lifetime = lifetime
            afterwards = try EncodedResult(nil, shape)
        case .recorded(let answers, let lifetime):
            target = .recorded(try AnswerList(answers, CallbackScope(shape, for: call.name, names)))
            self.lifetime = lifetime
            afterwards = try EncodedResult(answers.afterwards, shape, at: [.option(.afterwards)])
        }
        guard make() else { throw Misfit(expected: "a callback: there is no memory for one") }
    }

    /// Makes the function that stands in a decorated table in the place of an entry. It is open from here on.
    ///
    /// - Parameter table: the address of the decorated table.
    /// - Throws: why C cannot call such a function.
    init(entering action: Action, of table: UInt) throws(Unsupported) {
        self.table = table
        guard !action.signature.isVariadic else {
            throw Unsupported(parameter: nil, message: "a function of the host cannot have variable arguments")
        }
        shape = try CallShape(
            action.signature, of: action.function.library, by: action.transfer.engine, isEntered: true)
        target = .action(action)
        lifetime = .forever
        do throws(Misfit) { afterwards = try EncodedResult(nil, shape) } catch {
            throw Unsupported(parameter: nil, message: error.expected)
        }
        guard make() else { throw Unsupported(parameter: nil, message: "there is no memory for a function") }
    }

    /// Makes the function; false if there is no memory for it. It is never released: C may call it at any time.
    private func make() -> Bool {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe made = heddle_callback_create(shape.native, enterCallback, context)
        return unsafe made != nil
    }

    private static func shape(
        of type: FunctionShape, _ declared: CType, _ library: LibraryIdentity, _ engine: CallEngine
    ) throws(Misfit) -> CallShape {
        do {
            return try type.shape(of: library, by: engine)
        } catch {
            let mend: String
            switch (declared, error.parameter) {
            case (_, nil): mend = ""
            case (.named(let name, _), _?): mend = "; \"annotate\" takes the annotations of \(name)"
            case (_, _?):
                // All of them: one mend is for all.
                let parts = type.type.parameters.enumerated().compactMap { index, parameter in
                    (try? ParameterPassing(parameter, at: index)) == nil
                        ? "\"NAME.\(parameter.name ?? Parameter.positionName(index))\"" : nil
                }
                mend =
                    "; write them in \"annotate\" under \(parts.joined(separator: ", ")), where NAME is the parameter "
                    + "that takes the callback, or the member of its structure"
            }
            throw Misfit(
                expected: "null: a callback of the type \(type.typeName) cannot be made, as \(error.message)\(mend)")
        }
    }

    private static func action(
        _ name: String, _ names: (any HostNames)?, _ type: FunctionShape
    ) throws(Misfit) -> Action {
        let action: Action
        switch names?.action(named: name) {
        case .success(let found): action = found
        case .failure(let refusal):
            throw Misfit(expected: "an action that can be called; \(refusal.message)", found: "\"\(name)\"")
        case nil: throw Misfit(expected: "an action", found: "\"\(name)\"")
        }
        let wanted = Signature(symbol: "the callback", result: type.type.result, parameters: type.type.parameters)
        do {
            try action.signature.checkFit(to: wanted, at: .instead)
            return action
        } catch {
            throw Misfit(
                expected: "an action of the type \(type.typeName)", found: "\(name), declared as \(action.signature)")
        }
    }

    // MARK: Before and after the call that it is given to

    /// The function's address.
    var address: UnsafeMutableRawPointer {
        guard let made = unsafe made else { preconditionFailure("a callback that was not made") }
        return unsafe made
    }

    /// True if what it was called with is kept.
    var isRecorded: Bool { if case .recorded(let answers) = target { answers.isRecorded } else { false } }

    /// Begins anew: nothing is recorded, the list of answers is at its start.
    func open() {
        record.withLock { $0 = [] }
        foreignFailure.withLock { $0 = nil }
        opener.store(Self.thread, ordering: .relaxed)
        if case .recorded(let answers) = target { answers.restart() }
        isRecording.store(true, ordering: .releasing)
        isOpen.store(true, ordering: .releasing)
    }

    /// The call has ended that it was given to: from here on nothing is recorded, and calls are late unless it lives
    /// on.
    func endCall() {
        isRecording.store(false, ordering: .releasing)
        if lifetime == .call { close() }
    }

    /// From here on calls are late.
    func close() { isOpen.store(false, ordering: .releasing) }

    /// The recorded calls, each an array of its arguments.
    var calls: [Value] { record.withLock { $0 } }

    /// The first failure on a thread that the module made, since it was opened.
    var failure: Failure? { foreignFailure.withLock { $0 } }

    /// The number of calls that came after it was closed.
    var lateCalls: Int { late.load(ordering: .relaxed) }

    /// The number of calls that were to be recorded, and came after the end of the call that the callback was given to.
    var unrecordedCalls: Int { unrecorded.load(ordering: .relaxed) }

    // MARK: Being called

    fileprivate func enter(_ entering: OpaquePointer?) {
        let before = errno
        // What an answer computes raises nothing for its caller.
        let raised = isAnswered ? heddle_raised_floats() : nil
        let call = unsafe EnteredCall(shape, noted: calledName)
        unsafe heddle_take_arguments(entering, call.pointers)
        var left: Int32 = 0
        var jump: OpaquePointer?
        if isCallTaken() {
            if let observer = CallbackObservation.current {
                left = unsafe run(call, before: observer, &jump)
            } else {
                left = unsafe run(call, &jump)
            }
        } else {
            late.add(1, ordering: .relaxed)
            unsafe afterwards.copy(to: call.result)
            _ = call.arguments.clearOutputs()
        }
        unsafe heddle_give_result(entering, call.result)
        call.end()
        if let raised, raised != heddle_raised_floats() { heddle_set_raised_floats(raised) }
        errno = left != 0 ? left : before
        if let jump = unsafe jump { unsafe heddle_go_on(jump) }
    }

    /// The native code that a call of it runs; nil if it only answers.
    private var calledName: UnsafePointer<CChar>? {
        switch target {
        case .action(let action): unsafe action.lastingName
        case .recorded: unsafe heddle_noted(heddle_noted_here())
        }
    }

    private var isAnswered: Bool { if case .recorded = target { true } else { false } }

    /// Returns whether a call that comes now is in time; of several at once only one may be the one of `once`.
    private func isCallTaken() -> Bool {
        guard lifetime == .once else { return isOpen.load(ordering: .acquiring) }
        return isOpen.exchange(false, ordering: .acquiringAndReleasing)
    }

    private func run(
        _ call: EnteredCall, before observer: any CallbackObserver, _ jump: inout OpaquePointer?
    ) -> Int32 {
        let token = observer.entered(
            UInt(bitPattern: unsafe made), with: shape.signature.concealing(call.arguments.given),
            isNoted: isRecorded && isRecording.load(ordering: .acquiring))
        defer { if let token { observer.left(token) } }
        return unsafe run(call, &jump)
    }

    /// Returns the errno that it left; 0 where it did not touch it.
    ///
    /// - Parameter jump: gets the one that left the action, if its call has failed for that.
    private func run(_ call: EnteredCall, _ jump: inout OpaquePointer?) -> Int32 {
        switch target {
        case .action(let action):
            do throws(Failure) {
                return unsafe run(action.isSuperseded ? try action.latest : action, call, &jump)
            } catch {
                fail(error)
                unsafe afterwards.copy(to: call.result)
                return 0
            }
        case .recorded(let answers):
            answer(call, from: answers)
            return 0
        }
    }

    private func answer(_ call: EnteredCall, from answers: AnswerList) {
        if answers.isRecorded {
            if isRecording.load(ordering: .acquiring) {
                let given = call.arguments.given
                record.withLock { $0.append(.array(given)) }
            } else if answers.mustBeRecorded {
                unrecorded.add(1, ordering: .relaxed)
            }
        }
        do throws(ExpressionFault) {
            if try !answers.give(call) { fail(Failure(.noAnswer, answers.lack)) }
        } catch {
            fail(Failure(.computation, "the expression of a callback has no result: \(error.message)"))
        }
    }

    /// Makes the call fail that runs on this thread, and the one that the callback was given to.
    private func fail(_ failure: Failure) {
        unsafe heddle_fail_current_with(failure.native())
        if opener.load(ordering: .relaxed) != Self.thread { foreignFailure.withLock { $0 = $0 ?? failure } }
    }

    private static var thread: UInt { UInt(pthread_self()) }

    /// A call of an action that fails returns zero, and makes the call fail that it is part of.
    ///
    /// The instance takes the place of what C passes there, which is a `void *` of the caller's own. An entry of a table
    /// gets the table in the place of its decorated copy, and any other table as C passes it.
    private func run(_ action: Action, _ call: EnteredCall, _ jump: inout OpaquePointer?) -> Int32 {
        if let index = action.shape.instance,
            unsafe table == 0 || call.slot(index).load(as: UInt.self) == table
        {
            unsafe call.slot(index).storeBytes(of: action.instance, as: UInt.self)
        }
        let invocation = unsafe call.invocation(of: action)
        if let failure = unsafe action.run(invocation) {
            unsafe jump = call.takeJump()
            if unsafe jump == nil {
                unsafe fail(Failure(consuming: failure))
            } else {
                unsafe heddle_failure_leave(failure)
            }
            unsafe afterwards.copy(to: call.result)
        } else {
            unsafe action.keepResult(of: invocation)
        }
        unsafe action.releaseArena(of: invocation)
        return unsafe invocation.pointee.saved_errno
    }
}

private func enterCallback(_ context: UnsafeRawPointer?, _ entering: OpaquePointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Callback>.fromOpaque(context)._withUnsafeGuaranteedRef { unsafe $0.enter(entering) }
}
