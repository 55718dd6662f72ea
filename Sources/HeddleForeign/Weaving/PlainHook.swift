// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations

extension HookPiece {
    /// A plain C function as a hook: it gets the action's arguments, as many as it has parameters; instead of the
    /// action it has the action's whole signature, and its result is the call's.
    ///
    /// - Throws: where its shape does not fit the action's.
    package static func plain(
        _ function: Function, _ signature: Signature, at position: HookPosition, of action: Action, label: String
    ) throws(HookMisfit) -> HookPiece {
        let owner = try PlainHook(function, signature, at: position, of: action)
        return switch position {
        case .before, .after:
            HookPiece(owner, label: label) { call in
                unsafe NativeCall.run(call, for: PlainHook.self) { $0.runBeside($1) }
            }
        case .instead:
            HookPiece(owner, label: label) { call in
                unsafe NativeCall.run(call, for: PlainHook.self) { $0.runInstead($1) }
            }
        }
    }
}

/// A function whose shape does not fit the action that it is to hook.
package struct HookMisfit: Error, Hashable, Sendable {
    /// The mismatch, with both types.
    package let message: String
}

extension Signature {
    /// Returns whether the function can be a hook of an action: its parameters are a prefix of the action's.
    func checkFit(to action: Signature, at position: HookPosition) throws(HookMisfit) {
        let isWhole = position == .instead
        guard !isVariadic, !(isWhole && action.isVariadic) else {
            throw HookMisfit(
                message:
                    "\(isVariadic ? symbol : action.symbol) takes variadic arguments, which a plain function cannot "
                    + "hand on")
        }
        guard isWhole ? parameters.count == action.parameters.count : parameters.count <= action.parameters.count else {
            throw HookMisfit(
                message: "the hook \(symbol) has \(parameters.count) parameters, \(action.symbol) has "
                    + "\(action.parameters.count); a hook has \(isWhole ? "all" : "the first") of the action's parameters"
            )
        }
        for (index, pair) in zip(parameters, action.parameters).enumerated() where !pair.0.type.accepts(pair.1.type) {
            throw HookMisfit(
                message: "parameter \(index + 1) of the hook \(symbol) is \(pair.0.type), that of \(action.symbol) is "
                    + "\(pair.1.type)")
        }
        guard !isWhole || result.accepts(action.result) && action.result.accepts(result) else {
            throw HookMisfit(message: "the hook \(symbol) returns \(result), \(action.symbol) returns \(action.result)")
        }
    }
}

extension CType {
    /// Returns whether a value of another type may be taken as this one as it is: the same type, or a pointer that
    /// promises more.
    func accepts(_ other: CType) -> Bool {
        switch (canonical, other.canonical) {
        case (.pointer(let target, let isConst), .pointer(let otherTarget, let otherIsConst)):
            (isConst || !otherIsConst) && (target.canonical == .void || target.isCompatible(with: otherTarget))
        default: isCompatible(with: other)
        }
    }
}

/// A plain function with the shape of its calls.
@safe final class PlainHook: Sendable {
    private let shape: CallShape
    private let function: Function

    /// - Throws: where the function's shape does not fit the action's.
    init(
        _ function: Function, _ signature: Signature, at position: HookPosition, of action: Action
    ) throws(HookMisfit) {
        try signature.checkFit(to: action.signature, at: position)
        do {
            shape = try CallShape(signature, of: function.library, by: action.transfer.engine)
        } catch {
            throw HookMisfit(message: "the hook \(signature.symbol) cannot be called: \(error.message)")
        }
        self.function = function
    }

    fileprivate func runBeside(_ native: NativeCall) {
        if let failure = unsafe runIgnoringResult(native) { unsafe native.fail(failure) }
    }

    fileprivate func runInstead(_ native: NativeCall) {
        let failure = unsafe run(native, result: native.frame.pointee.invocation.pointee.result)
        if let failure = unsafe failure { unsafe native.fail(failure) } else { native.answer() }
    }

    /// Calls the function with the call's arguments; its result goes to `result`.
    private func run(_ native: NativeCall, result: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<heddle_failure>? {
        var invocation = unsafe heddle_invocation(
            shape, function, UnsafePointer(native.frame.pointee.call.arguments), result: result)
        return unsafe heddle_invoke(&invocation)
    }

    /// The same for a call that has no use for the result.
    func runIgnoringResult(_ native: NativeCall) -> UnsafeMutablePointer<heddle_failure>? {
        let size = CallShape.slotSize(for: shape.result.size)
        return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: shape.alignment) {
            unsafe run(native, result: $0.baseAddress)
        }
    }
}
