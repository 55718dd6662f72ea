// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import HeddleDeclarations

/// A call in the hands of a Swift hook, which may read it, rewrite it, proceed, answer or fail.
///
/// It cannot be kept: it is valid while the hook runs, on the thread of the hook.
///
/// ## Topics
/// - ``arguments``
/// - ``setArgument(_:to:)``
/// - ``proceed()``
/// - ``answer(_:)``
/// - ``fail(_:)``
@safe public struct HookedCall: InterceptedCall, ~Copyable {
    let native: NativeCall
    /// Kept alive by whoever makes the call; counting references here would cost more than the hook.
    private unowned(unsafe) let action: Action

    init(_ native: NativeCall) {
        self.native = native
        unsafe action = Unmanaged<Action>.fromOpaque(native.frame.pointee.action).takeUnretainedValue()
    }

    /// The same call for those who only look.
    package var view: any ObservedCall { CallView(native: native) }

    /// The called action.
    public var name: ActionName { unsafe action.name }
    /// The action's declaration.
    package var signature: Signature { unsafe action.signature }
    /// The arguments as the action gets them, without out-parameters and the instance.
    public var arguments: [Value] { list.given }
    /// The arguments as the caller gave them.
    public var originalArguments: [Value] { native.originals.given }
    /// The outcome so far; nil before the body has run.
    public var outcome: Outcome? { native.outcome }
    /// The values of the out-parameters, and the recorded calls of callbacks among the arguments, by name. They are
    /// meaningless before the body has run.
    public var outputs: [Value.Member] {
        let list = list
        let called = list.memory?.callbacks.filter { $0.callback.isRecorded && $0.path.isEmpty } ?? []
        return list.shape.parameters.indices.compactMap { index in
            let calls = called.first { $0.parameter == index }.map { Value.array($0.callback.calls) }
            return (list.decodedOutput(index) ?? calls).map {
                Value.Member(list.shape.signature.name(of: index), $0)
            }
        }
    }
    /// The functions among the arguments by the names of their parameters, with their addresses. Those inside of
    /// structures are not among them.
    package var functions: [(parameter: String, address: UInt)] {
        let list = list
        return list.shape.parameters.indices.compactMap { index in
            guard list.shape.parameters[index].isFunction, let target = unsafe list.target(index) else { return nil }
            return (list.shape.signature.name(of: index), UInt(bitPattern: target))
        }
    }
    /// `errno` as the caller is going to read it: as the action left it, or as a hook has set it since; 0 before.
    public var savedErrno: Int32 { unsafe native.frame.pointee.call.saved_errno }

    /// Sets the `errno` that hooks further out and the caller read. An action that runs later sets it again.
    public func setErrno(_ number: Int32) { native.setErrno(number) }

    /// The number of woven calls, of any actions, that this one runs inside of on its thread.
    ///
    /// - Complexity: O(depth)
    public var depth: Int { native.depth }

    /// The actions of the woven calls that this one runs inside of on its thread, innermost first.
    public var callers: [ActionName] { native.callers }

    /// Replaces an argument. The hooks further in, and the action, see the new value.
    ///
    /// - Parameter index: the position in ``arguments``.
    /// - Throws: ``CrossingError`` if the value does not fit the declared type; then nothing has changed.
    public func setArgument(_ index: Int, to value: Value) throws(CrossingError) {
        let given = list.shape.signature.given
        guard given.indices.contains(index) else {
            throw CrossingError(
                parameter: nil, found: "argument \(index + 1)", expected: "an argument from 1 to \(given.count)")
        }
        try write(value, parameter: given[index])
    }

    /// Runs the rest of the body: the next `instead` hook, or the action. An `instead` hook may do so any number of
    /// times; in other hooks nothing happens.
    ///
    /// - Returns: the outcome so far.
    @discardableResult
    public func proceed() -> Outcome? {
        native.proceed()
        return outcome
    }

    /// Sets the result, or marks a `void` action as done. In an `after` hook of a failed call it recovers.
    ///
    /// - Throws: ``CrossingError`` if the value does not fit the declared type, and in a `before` hook, because the
    ///   body has not run yet; then nothing has changed.
    public func answer(_ result: Value? = nil) throws(CrossingError) {
        try checkAnswerable()
        try writeResult(result)
        native.answer()
    }

    /// Sets to zero what the action only writes.
    package func clearOutputs() throws(CrossingError) { try native.clearOutputs() }

    private func checkAnswerable() throws(CrossingError) {
        guard native.isBefore else { return }
        throw CrossingError(
            parameter: nil, found: "an answer in a before hook", expected: "one in an instead or after hook")
    }

    /// Answers with all that a call leaves, in the way of ``answer(_:)``.
    ///
    /// - Throws: ``CrossingError`` for what does not fit the declaration.
    package func answer(_ answer: CallAnswer, naming names: HandleNames) throws(CrossingError) {
        try checkAnswerable()
        try native.write(answer, naming: names)
        if let failure = answer.failure { fail(failure) } else { native.answer() }
        native.setErrno(answer.errno)
    }

    /// Makes the call fail. An earlier failure is kept as suppressed, after those of the new one.
    public func fail(_ failure: Failure) {
        unsafe native.fail(failure.native())
    }
}

// MARK: - Writing

extension HookedCall {
    private var list: ArgumentList { native.arguments }
    private var store: ArenaStore {
        unsafe ArenaStore(invocation: native.frame.pointee.invocation, library: list.shape.library)
    }

    private func write(_ value: Value, parameter index: Int) throws(CrossingError) {
        do throws(Misfit) {
            // The shape of this call: further arguments are parameters of it, and not of the action.
            let parameter = list.shape.signature.parameters[index]
            guard let element = list.shape.parameters[index].replaceable(parameter.type), !isCount(index) else {
                throw Misfit(expected: "an argument that is passed by value or is a text, and that no other depends on")
            }
            try unsafe element.write(value, orNull: parameter.isOptional, to: list.slot(index), store)
        } catch {
            throw error.error(for: index, of: value).concealed(in: signature)
        }
    }

    private func writeResult(_ value: Value?) throws(CrossingError) {
        do throws(Misfit) {
            switch (list.shape.result, value) {
            case (.void, nil): break
            case (.void, .some): throw Misfit(expected: "no result: the action returns void")
            case (_, nil): throw Misfit(expected: "a result of type \(signature.result)")
            case (let result, let value?):
                guard let element = result.replaceable(signature.result) else {
                    let made = if case .value(.handle) = result { "handle" } else { "\(signature.result)" }
                    throw Misfit(expected: "nothing: a hook cannot make a \(made)")
                }
                try write(value, element)
            }
        } catch {
            throw error.error(for: nil, of: value)
        }
    }

    /// A value that does not fit leaves the result as it was.
    private func write(_ value: Value, _ element: ValueLayout) throws(Misfit) {
        let size = CallShape.slotSize(for: element.size)
        guard let copy = unsafe heddle_arena_allocate(native.frame.pointee.invocation, size) else { return }
        try unsafe element.write(value, orNull: signature.resultMayBeNull, to: copy, store)
        native.discardResult()
        unsafe native.frame.pointee.call.result?.copyMemory(from: copy, byteCount: element.size)
    }

    /// Returns whether what else is passed depends on the argument: it counts a run, or is the format of further
    /// arguments.
    private func isCount(_ index: Int) -> Bool {
        signature.format == index || signature.parameters.contains { $0.count == .parameter(index) }
    }
}

extension ValueLayout {
    /// True if a hook may put another value in its place.
    fileprivate var isReplaceable: Bool { !hasHandles }
}

extension ParameterPassing {
    /// The form in which a hook may put another value in the place of an argument of a type; nil where it may not.
    func replaceable(_ type: CType) -> ValueLayout? {
        switch self {
        case .value(let element) where element.isReplaceable: element
        case .run(let run) where run.isWideText: ValueLayout(type)
        case .value, .pointed, .run, .received, .instance: nil
        }
    }
}

extension ResultPassing {
    /// The form in which a hook may put another value in the place of a result of a type; nil where it may not.
    func replaceable(_ type: CType) -> ValueLayout? {
        switch self {
        case .value(let element) where element.isReplaceable: element
        case .run(let run) where run.isWideText: ValueLayout(type)
        case .void, .value, .pointed, .run: nil
        }
    }
}

extension CountedBuffer {
    /// True for a text of wide characters that ends with a zero.
    var isWideText: Bool { if case .wideCharacters = content { count == .untilNull } else { false } }
}

/// Memory that lives until a call's values were looked at.
@safe private struct ArenaStore: ValueStore {
    let invocation: UnsafeMutablePointer<heddle_invocation>
    let library: LibraryIdentity

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe heddle_arena_allocate(invocation, size) else { preconditionFailure("no memory") }
        return unsafe memory
    }

    func within(_ step: PartPath.Step) -> ArenaStore { unsafe ArenaStore(invocation: invocation, library: library) }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        throw Misfit(expected: "null: a hook cannot make a function")
    }
}

extension NativeCall {
    /// The arguments as the action gets them.
    var arguments: ArgumentList {
        let invocation = unsafe frame.pointee.invocation
        let memory = unsafe invocation.pointee.memory
            .map { unsafe Unmanaged<CallMemory>.fromOpaque($0).takeUnretainedValue() }
        return unsafe ArgumentList(
            shape: .behind(invocation.pointee.shape), pointers: frame.pointee.call.arguments,
            result: frame.pointee.call.result, memory: memory)
    }

    /// The arguments as the caller gave them.
    var originals: ArgumentList {
        let list = arguments
        return unsafe ArgumentList(
            shape: list.shape,
            pointers: UnsafeRawPointer(frame.pointee.call.originals)
                .assumingMemoryBound(to: UnsafeMutableRawPointer?.self),
            result: nil, memory: list.memory)
    }

    /// The outcome so far.
    var outcome: Outcome? {
        if let failure = unsafe frame.pointee.failure { return unsafe .failed(Failure(copying: failure)) }
        guard unsafe frame.pointee.status == Status.returned else { return nil }
        return .returned(arguments.decodedResult())
    }
}
