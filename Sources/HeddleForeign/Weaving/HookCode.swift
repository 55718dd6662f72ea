// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleWeave

/// How one piece of a hook is run: a function of C with what it was created with.
///
/// Every form of hook is brought to this one: hooks of modules are it, plain functions and Swift closures have an
/// adapter. It owns nothing; what `context` points to is kept alive by the chain.
@safe struct HookCode: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutablePointer<heddle_call>?) -> Void
    let context: UnsafeRawPointer?
    /// Whether exceptions may leave it.
    let isForeign: Bool
    /// What a piece of a hook that runs in one call only asks for its turn; see ``OneShotPiece``.
    var shot: UnsafeRawPointer? = nil
    /// What the frame of a call has of it while it runs; see ``RunningPiece``.
    var running: UnsafePointer<heddle_running>? = nil
}

/// What a hook consists of, before it is added to an action.
@safe package struct HookPiece: Sendable {
    private(set) var code: HookCode
    /// What the code points to.
    private(set) var owners: [any AnyObject & Sendable]
    /// What people call it: an aspect's name, `module.symbol`.
    package let label: String
    /// Whether it only hands the call to a thread of the hook's own.
    var isBackground = false
    /// Which of the hook's states it uses; pieces with the same number share one.
    package var state = 0

    init(code: HookCode, owner: (any AnyObject & Sendable)?, label: String) {
        self.code = code
        owners = owner.map { [$0] } ?? []
        self.label = label
    }

    var woven: Hook<HookCode>.Piece { Hook<HookCode>.Piece(code, state: state) }
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
    func noted(_ position: HookPosition, of hook: UInt64, from origin: String) -> HookPiece {
        var noted = self
        let running = RunningPiece(of: hook, words: "the \(position) hook \(label) (\(origin))")
        unsafe noted.code.running = running.address
        noted.owners.append(running)
        return noted
    }

    /// A hook of a module: `void hook(heddle_call *call)`.
    package static func native(_ function: Function, label: String) -> HookPiece {
        typealias Hook = @convention(c) (UnsafeMutablePointer<heddle_call>?) -> Void
        let hook = unsafe unsafeBitCast(function.address, to: Hook.self)
        return unsafe HookPiece(code: HookCode(function: hook, context: nil, isForeign: true), owner: nil, label: label)
    }
}
