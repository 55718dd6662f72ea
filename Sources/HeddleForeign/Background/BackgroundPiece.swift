// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations

/// The body of a background hook, which sees a call that has ended.
package struct BackgroundPiece: Sendable {
    enum Work: Sendable {
        /// Looks at the call's values.
        case look(@Sendable (EndedCall) -> Void)
        /// Runs a function of C on a copy of the call; returns its failure.
        case run(@Sendable (NativeCall) -> Failure?, CallExtent)
    }

    let work: Work
    /// The name for people: an aspect's name, or `module.symbol`.
    package let label: String

    /// Swift code, which gets a copy of the call's values.
    ///
    /// - Parameter body: runs on a thread of its own, for one call at a time.
    package static func observer(
        label: String = "closure", _ body: @escaping @Sendable (EndedCall) -> Void
    ) -> BackgroundPiece {
        BackgroundPiece(work: .look(body), label: label)
    }

    /// A hook of a module: `void hook(heddle_call *call)`, which gets a copy of the call.
    ///
    /// - Throws: where something of the action's calls cannot be copied.
    package static func native(
        _ function: Function, of action: Action, label: String
    ) throws(HookMisfit) -> BackgroundPiece {
        let code = HookPiece.native(function, label: label).code
        let extent = CallExtent(parameters: .max, hasResult: true)
        return try BackgroundPiece(code.runInBackground, extent, of: action, label)
    }

    /// A plain C function, which gets copies of the action's arguments, as many as it has parameters.
    ///
    /// - Throws: where its shape does not fit the action's, or an argument cannot be copied.
    package static func plain(
        _ function: Function, _ signature: Signature, of action: Action, label: String
    ) throws(HookMisfit) -> BackgroundPiece {
        let hook = try PlainHook(function, signature, at: .after, of: action)
        let extent = CallExtent(parameters: signature.parameters.count, hasResult: false)
        return try BackgroundPiece(hook.runInBackground, extent, of: action, label)
    }

    private init(work: Work, label: String) {
        self.work = work
        self.label = label
    }

    private init(
        _ run: @escaping @Sendable (NativeCall) -> Failure?, _ extent: CallExtent, of action: Action, _ label: String
    ) throws(HookMisfit) {
        if let reason = action.obstacle(toCopying: extent) {
            throw HookMisfit(message: "\(label) cannot run in the background: \(reason)")
        }
        self.init(work: .run(run, extent), label: label)
    }
}

extension HookCode {
    /// Runs it on a copy of a call.
    fileprivate func runInBackground(_ call: NativeCall) -> Failure? {
        let copy = unsafe UnsafeMutableRawPointer(call.frame).assumingMemoryBound(to: heddle_call.self)
        return unsafe heddle_run_hook(function, copy).map { unsafe Failure(consuming: $0) }
    }
}

extension PlainHook {
    /// Runs it on a copy of a call.
    fileprivate func runInBackground(_ call: NativeCall) -> Failure? {
        unsafe runIgnoringResult(call).map { unsafe Failure(consuming: $0) }
    }
}
