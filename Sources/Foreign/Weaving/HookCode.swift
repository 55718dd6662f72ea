// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Weave

/// How one piece of a hook is run: a function of C with what it was created with.
///
/// Every form of hook is brought to this one: hooks of modules are it, plain functions and Swift closures have an
/// adapter. It owns nothing; what `context` points to is kept alive by the chain.
@safe struct HookCode: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutablePointer<heddle_call>?) -> Void
    let context: UnsafeRawPointer?
    /// Whether exceptions may leave it.
    let isForeign: Bool
}

/// What a hook consists of, before it is added to an action.
@safe public struct HookPiece: Sendable {
    let code: HookCode
    /// What the code's context points to.
    let owner: (any AnyObject & Sendable)?
    /// What people call it: an aspect's name, `module.symbol`.
    public let label: String
    /// Which of the hook's states it uses; pieces with the same number share one.
    public var state = 0

    var woven: Hook<HookCode>.Piece { Hook<HookCode>.Piece(code, state: state) }
}

extension HookPiece {
    /// A hook of a module: `void hook(heddle_call *call)`.
    public static func native(_ function: Function, label: String) -> HookPiece {
        typealias Hook = @convention(c) (UnsafeMutablePointer<heddle_call>?) -> Void
        let hook = unsafe unsafeBitCast(function.address, to: Hook.self)
        return unsafe HookPiece(code: HookCode(function: hook, context: nil, isForeign: true), owner: nil, label: label)
    }
}
