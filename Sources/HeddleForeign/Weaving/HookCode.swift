// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleWeave

/// The code of one piece of a hook as a call runs it: a function of C and its context.
///
/// A hook of a module is such a function. Code in Swift becomes one by ``HookPiece/init(_:label:function:)``. The chain
/// keeps alive what `context` points to.
@safe struct HookCode: @unchecked Sendable {
    typealias Function = @convention(c) (UnsafeMutablePointer<heddle_call>?) -> Void

    let function: Function
    let context: UnsafeRawPointer?
    /// True if exceptions may leave it.
    let isForeign: Bool
    /// True if it takes its turn inside of the hook's own code, too.
    var isReentrant = false
    /// Grants the one turn of a hook that runs in one call only; see ``OneShotPiece``.
    var shot: UnsafeRawPointer? = nil
    /// The entry in the frame of a call while the piece runs; see ``RunningPiece``.
    var running: UnsafePointer<heddle_running>? = nil
}

/// The pieces of a hook, before it is added to an action.
@safe package struct HookPiece: Sendable {
    private(set) var code: HookCode
    /// The objects that the code points to.
    private(set) var owners: [any AnyObject & Sendable]
    /// The name for people: an aspect's name, or `module.symbol`.
    package let label: String
    /// True if it only hands the call to a thread of the hook's own.
    var isBackground = false
    /// True if it runs after calls of each ending: it releases the state.
    var isUnconditional = false
    /// The number of the hook's state that it uses; pieces with the same number share one.
    package var state = 0

    private init(code: HookCode, owners: [any AnyObject & Sendable], label: String) {
        self.code = code
        self.owners = owners
        self.label = label
    }

    /// A piece whose code is written in Swift.
    ///
    /// - Parameters:
    ///   - owner: the context of `function`, which lives as long as the piece.
    ///   - function: gets a call from C; it finds its owner by ``NativeCall/run(_:for:_:)``.
    @safe init<Owner: AnyObject & Sendable>(_ owner: Owner, label: String, function: @escaping HookCode.Function) {
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        self.init(
            code: unsafe HookCode(function: function, context: context, isForeign: false), owners: [owner],
            label: label)
    }

}

extension HookPiece {
    /// The same for a hook that runs in one call only.
    func limited(by shot: OneShotPiece) -> HookPiece {
        var limited = self
        unsafe limited.code.shot = UnsafeRawPointer(Unmanaged.passUnretained(shot).toOpaque())
        limited.owners.append(shot)
        return limited
    }

    /// The same as a piece of a hook that has a number and a place.
    func noted(
        _ position: HookPosition, of hook: UInt64, from origin: String, isReentrant: Bool,
        _ tolerance: FailureTolerance?
    ) -> HookPiece {
        var noted = self
        noted.code.isReentrant = isReentrant
        let running = RunningPiece(
            of: hook, words: "the \(position) hook \(label) (\(origin))", tolerance: tolerance)
        unsafe noted.code.running = running.address
        noted.owners.append(running)
        return noted
    }

    /// A hook of a module: `void hook(heddle_call *call)`.
    package static func native(_ function: Function, label: String) -> HookPiece {
        let hook = unsafe unsafeBitCast(function.address, to: HookCode.Function.self)
        return unsafe HookPiece(code: HookCode(function: hook, context: nil, isForeign: true), owners: [], label: label)
    }
}

extension NativeCall {
    /// Runs Swift code for a call that came from C: the way back from ``HookPiece/init(_:label:function:)``.
    ///
    /// - Parameters:
    ///   - type: the type of the owner that the piece was made with.
    ///   - body: gets that owner and the call.
    @inline(__always)
    static func run<Owner: AnyObject>(
        _ call: UnsafeMutablePointer<heddle_call>?, for type: Owner.Type, _ body: (Owner, NativeCall) -> Void
    ) {
        guard let native = unsafe NativeCall(call), let context = unsafe native.frame.pointee.context else { return }
        unsafe Unmanaged<Owner>.fromOpaque(context)._withUnsafeGuaranteedRef { body($0, native) }
    }

    /// The call behind what a hook gets; a frame begins with it.
    init?(_ call: UnsafeMutablePointer<heddle_call>?) {
        guard let call = unsafe call else { return nil }
        unsafe self.init(frame: UnsafeMutableRawPointer(call).assumingMemoryBound(to: heddle_frame.self))
    }
}
