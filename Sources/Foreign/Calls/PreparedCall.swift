// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
public import Declarations
internal import Glibc

/// One call of an action with its arguments in memory, ready to be made any number of times.
///
/// It owns the memory of its arguments and result. One thread at a time may use it.
///
/// ## Topics
/// - ``encode(_:)``
/// - ``invoke()``
/// - ``result``
/// - ``outputs``
@safe public final class PreparedCall {
    /// The action that is called.
    public let action: Action
    let shape: CallShape
    let memory: CallMemory
    private let invocation: UnsafeMutablePointer<heddle_invocation>
    /// Owned; behind a pointer, since Swift would check every access to a variable of a class.
    private let lastFailure: UnsafeMutablePointer<UnsafeMutablePointer<heddle_failure>?>

    /// Makes room for a call of an action.
    public init(_ action: Action) {
        self.action = action
        shape = action.shape
        memory = CallMemory(shape)
        unsafe invocation = .allocate(capacity: 1)
        unsafe invocation.initialize(
            to: heddle_invocation(
                cif: shape.cif, registers: shape.registers, function: action.function.entry, arguments: memory.pointers,
                result: memory.result,
                saved_errno: 0, arena: nil))
        unsafe lastFailure = .allocate(capacity: 1)
        unsafe lastFailure.initialize(to: nil)
    }

    deinit {
        clear()
        unsafe invocation.deallocate()
        unsafe lastFailure.deallocate()
    }

    /// Makes the call, through the action's hooks.
    ///
    /// Blocks until the action has returned, on the calling thread. Without hooks, and where the call returns, it
    /// allocates nothing.
    ///
    /// - Returns: whether the call returned; otherwise ``failure`` says why it did not.
    @discardableResult
    public func invoke() -> Bool {
        if unsafe invocation.pointee.arena != nil || lastFailure.pointee != nil { clear() }
        if shape.writes { memory.reset() }
        if let index = shape.instance { unsafe memory.slot(index).storeBytes(of: action.instance, as: UInt.self) }
        let failed = unsafe action.run(invocation)
        unsafe lastFailure.pointee = failed
        return unsafe failed == nil
    }

    private func clear() {
        unsafe heddle_arena_release(invocation)
        unsafe heddle_failure_destroy(lastFailure.pointee)
        unsafe lastFailure.pointee = nil
    }

    private var hasFailed: Bool { unsafe lastFailure.pointee != nil }

    /// Why the last call failed; nil when it returned.
    public var failure: Failure? { unsafe lastFailure.pointee.map { unsafe Failure(copying: $0) } }

    /// The result of the last call; nil for void, and when it failed.
    public var result: Value? {
        guard !hasFailed else { return nil }
        return unsafe shape.result.decode(memory.result)
    }

    /// What the last call has written into its out-parameters, by name; nothing when it failed.
    public var outputs: [Value.Member] {
        guard !hasFailed else { return [] }
        let arguments = memory.arguments
        return shape.parameters.indices.compactMap { index in
            let name = shape.signature.parameters[index].name ?? "\(index)"
            return unsafe shape.parameters[index].decodeOutput(memory.slot(index), in: arguments)
                .map { Value.Member(name, $0) }
        }
    }

    /// The arguments as they were given.
    public var arguments: [Value] { memory.arguments.given }

    /// `errno` as the action left it in the last call.
    public var savedErrno: Int32 { unsafe invocation.pointee.saved_errno }

    /// What the declaration says happens to memory that the last call handed over: texts are released by the
    /// function of `_Free_`, handles that were passed as `_Post_ptr_invalid_` are forgotten.
    public func settleOwnership() {
        guard !hasFailed else { return }
        for (index, parameter) in shape.signature.parameters.enumerated() where parameter.isReleased {
            if case .handle(let handle)? = memory.arguments.decoded(index) { HandleTable.shared.release(handle) }
        }
        unsafe action.releaseResult(of: invocation)
    }
}

extension ArgumentList {
    /// The values that a caller gave, out-parameters and the instance left out.
    var given: [Value] { shape.parameters.indices.compactMap(decoded) }

    func decoded(_ index: Int) -> Value? { unsafe shape.parameters[index].decode(slot(index), in: self) }
}

extension Failure {
    /// Takes a failure of C over.
    init(consuming failure: UnsafeMutablePointer<heddle_failure>) {
        self = unsafe Failure(copying: failure)
        unsafe heddle_failure_destroy(failure)
    }

    /// Copies a failure of C.
    init(copying failure: UnsafeMutablePointer<heddle_failure>) {
        var suppressed: [Failure] = []
        var next = unsafe failure.pointee.suppressed
        while let earlier = unsafe next {
            unsafe suppressed.append(Failure(code: earlier.text(\.code), message: earlier.text(\.message)))
            unsafe next = earlier.pointee.suppressed
        }
        unsafe self.init(code: failure.text(\.code), message: failure.text(\.message), suppressed: suppressed)
    }
}

extension UnsafeMutablePointer<heddle_failure> {
    fileprivate func text(_ field: KeyPath<heddle_failure, UnsafeMutablePointer<CChar>?>) -> String {
        unsafe pointee[keyPath: field].map { unsafe String(cString: $0) } ?? ""
    }
}
