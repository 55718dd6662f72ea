// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import Declarations

/// A call as a hook written in Swift sees it, with all that a hook may do.
///
/// It cannot be kept: it is valid while the hook runs, on the thread that runs it.
///
/// ## Topics
/// - ``arguments``
/// - ``setArgument(_:to:)``
/// - ``proceed()``
/// - ``answer(_:)``
/// - ``fail(_:)``
@safe public struct HookedCall: ~Copyable {
    private let native: NativeCall
    private let action: Action

    init(_ native: NativeCall) {
        self.native = native
        action = unsafe Unmanaged<Action>.fromOpaque(native.frame.pointee.action).takeUnretainedValue()
    }

    /// The same call for those who only look.
    var view: CallView { CallView(native: native) }

    /// Which action is called.
    public var name: ActionName { action.name }
    /// The action's declaration.
    public var signature: Signature { action.signature }
    /// The arguments as the action gets them, out-parameters and the instance left out.
    public var arguments: [Value] { list.given }
    /// The arguments as the caller gave them.
    public var originalArguments: [Value] { originals.given }
    /// What the call has come to so far; nil before its body has run.
    public var outcome: Outcome? { native.outcome }
    /// `errno` as the action left it.
    public var savedErrno: Int32 { unsafe native.frame.pointee.call.saved_errno }

    /// Puts another value in place of a given argument; the hooks further in, and the action, see it.
    ///
    /// - Parameter index: which of ``arguments``.
    /// - Throws: ``CrossingError`` when the value does not fit the declared type; then nothing has changed.
    public func setArgument(_ index: Int, to value: Value) throws(CrossingError) {
        let given = action.signature.given
        guard given.indices.contains(index) else {
            throw CrossingError(
                parameter: nil, found: "argument \(index + 1)", expected: "an argument from 1 to \(given.count)")
        }
        try write(value, parameter: given[index])
    }

    /// Runs the rest of the body: the next instead hook, or the action. Any number of times in an instead hook.
    ///
    /// - Returns: what the call has come to.
    @discardableResult
    public func proceed() -> Outcome? {
        native.proceed()
        return outcome
    }

    /// Sets the result, or says that a void action counts as done; in an after hook of a failed call it recovers.
    ///
    /// - Throws: ``CrossingError`` when the value does not fit the declared type, and in a before hook, where the body
    ///   is still to come; then nothing has changed.
    public func answer(_ result: Value? = nil) throws(CrossingError) {
        guard !native.isBefore else {
            throw CrossingError(
                parameter: nil, found: "an answer in a before hook", expected: "one in an instead or after hook")
        }
        try writeResult(result)
        native.answer()
    }

    /// Makes the call fail; an earlier failure is kept as suppressed.
    public func fail(_ failure: Failure) {
        unsafe native.fail(heddle_failure_create(failure.code, failure.message, nil))
    }
}

// MARK: - Writing

extension HookedCall {
    private var list: ArgumentList { native.arguments }

    private var originals: ArgumentList {
        unsafe ArgumentList(
            shape: action.shape,
            pointers: UnsafeRawPointer(native.frame.pointee.call.originals)
                .assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
    }

    private func write(_ value: Value, parameter index: Int) throws(CrossingError) {
        let passing = action.shape.parameters[index]
        do throws(Misfit) {
            switch passing {
            case .scalar(let scalar) where !isCount(index): try unsafe scalar.write(value, to: list.slot(index))
            case .text: try unsafe store(text(value), in: list.slot(index))
            default: throw Misfit(expected: "an argument that is a number or a text, and counts no other")
            }
        } catch {
            throw CrossingError(parameter: index, found: value.kindDescription, expected: error.expected)
        }
    }

    private func writeResult(_ value: Value?) throws(CrossingError) {
        let memory = unsafe native.frame.pointee.call.result
        do throws(Misfit) {
            switch (action.shape.result, value) {
            case (.void, nil): break
            case (.void, .some): throw Misfit(expected: "no result: the action returns void")
            case (_, nil): throw Misfit(expected: "a result of type \(signature.result)")
            case (.scalar(let scalar), .some(let value)):
                if let memory = unsafe memory { try unsafe scalar.write(value, to: memory) }
            case (.text, .some(let value)):
                let text = try text(value)
                native.discardResult()
                if let memory = unsafe memory { unsafe store(text, in: memory) }
            case (.handle, .some): throw Misfit(expected: "nothing: a hook cannot make a handle")
            }
        } catch {
            throw CrossingError(parameter: nil, found: value?.kindDescription ?? "nothing", expected: error.expected)
        }
    }

    private func isCount(_ index: Int) -> Bool {
        signature.parameters.contains { $0.count == .parameter(index) }
    }

    private func text(_ value: Value) throws(Misfit) -> [UInt8] {
        guard case .string(let text) = value, !text.utf8.contains(0) else {
            throw Misfit(expected: "a text without NUL")
        }
        return Array(text.utf8) + [0]
    }

    /// Stores a pointer to a copy that lives until the call's values were looked at.
    private func store(_ text: [UInt8], in slot: UnsafeMutableRawPointer) {
        guard let copy = unsafe heddle_arena_allocate(native.frame.pointee.invocation, text.count) else { return }
        unsafe copy.copyMemory(from: text, byteCount: text.count)
        unsafe slot.storeBytes(of: copy, as: UnsafeMutableRawPointer.self)
    }
}

extension NativeCall {
    /// The arguments as the action gets them.
    var arguments: ArgumentList {
        let action = unsafe Unmanaged<Action>.fromOpaque(frame.pointee.action).takeUnretainedValue()
        return unsafe ArgumentList(shape: action.shape, pointers: frame.pointee.call.arguments)
    }

    /// What the call has come to so far.
    var outcome: Outcome? {
        if let failure = unsafe frame.pointee.failure { return unsafe .failed(Failure(copying: failure)) }
        guard unsafe frame.pointee.call.status == Status.returned else { return nil }
        let shape = arguments.shape
        return .returned(unsafe frame.pointee.call.result.flatMap { unsafe shape.result.decode($0) })
    }
}
