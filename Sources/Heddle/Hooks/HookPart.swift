// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The code that a hook runs in one position, before it is fitted to an action.
enum HookPart: Sendable {
    /// Swift code, the same for every action.
    case code(HookPiece, canOnlyLook: Bool)
    /// A function, fitted to each action; its state is shared with the same function in the other positions.
    case function(HookFunction, state: Int)
    /// An aspect that is made for each action.
    case interceptor(InterceptorHook, Aspect)

    /// True if it cannot change a call.
    var canOnlyLook: Bool { if case .code(_, let canOnlyLook) = self { canOnlyLook } else { false } }

    var function: HookFunction? { if case .function(let function, _) = self { function } else { nil } }

    /// - Throws: the reason why it does not fit the action.
    func piece(at position: HookPosition, of action: Action) throws(Diagnostic) -> HookPiece {
        switch self {
        case .code(let piece, _): return piece
        case .interceptor(let interceptor, let aspect):
            do { return try interceptor.piece(for: action) } catch { throw aspect.diagnostic(error) }
        case .function(let function, let state):
            var piece = try function.located { () throws(Diagnostic) in
                try function.module.hookPiece(function.symbol, at: position, of: action)
            }
            piece.state = state
            return piece
        }
    }
}

/// The code that a background hook runs on its own thread. It gets copies of calls and cannot change them.
enum BackgroundPart: Sendable {
    /// Swift code, the same for every action.
    case code(BackgroundPiece)
    /// A function, fitted to each action.
    case function(HookFunction)

    var function: HookFunction? { if case .function(let function) = self { function } else { nil } }

    /// - Throws: the reason why it does not fit the action.
    func piece(of action: Action) throws(Diagnostic) -> BackgroundPiece {
        switch self {
        case .code(let piece): piece
        case .function(let function):
            try function.located { () throws(Diagnostic) in
                try function.module.backgroundPiece(function.symbol, of: action)
            }
        }
    }
}

/// A function of a module that a behaviour names as a hook.
struct HookFunction: Sendable {
    let module: Module
    let symbol: String
    /// The place where the behaviour names it.
    let range: SourceRange

    /// Runs `body`, and locates its error at the place that names the function.
    fileprivate func located<Result>(_ body: () throws(Diagnostic) -> Result) throws(Diagnostic) -> Result {
        do { return try body() } catch { throw error.located(at: range) }
    }
}
