// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Planner {
    /// The queue of a hook that runs on a thread of its own.
    mutating func queue(of entry: HookEntry, _ background: Located<HookEntry.Background>) -> BackgroundQueue {
        let queue = BackgroundQueue(
            origin: "\(entry.range.location)", limit: background.value.limit ?? BackgroundQueue.defaultLimit,
            patience: background.value.seconds.map { UInt64($0 * 1_000_000_000) } ?? BackgroundQueue.defaultPatience,
            services: host.services)
        woven.backgrounds.append(PlannedBackground(hook: entry.name?.value, range: background.range, queue: queue))
        return queue
    }
}

/// A part of a hook that runs on a thread of its own.
enum BackgroundPart: Sendable {
    case observer(any Observer, label: String)
    /// Fitted to each action.
    case function(HookParts.Function)
}

extension HookParts {
    /// What a background hook does with the calls of an action.
    func backgroundPieces(of action: Action) throws(Diagnostic) -> [BackgroundPiece] {
        var pieces: [BackgroundPiece] = []
        for part in background { pieces.append(try part.piece(of: action)) }
        return pieces
    }
}

extension BackgroundPart {
    fileprivate func piece(of action: Action) throws(Diagnostic) -> BackgroundPiece {
        switch self {
        case .observer(let observer, let label): return .observer(label: label) { observer.leftAny($0) }
        case .function(let function):
            do { return try function.module.backgroundPiece(function.symbol, of: action) } catch {
                throw error.located(at: function.range)
            }
        }
    }
}

extension Observer {
    fileprivate func leftAny(_ call: EndedCall) { left(call, since: 0) }
}

extension Aspect.Role {
    /// Why it cannot look at calls from a thread of its own; nil where it can.
    var backgroundObstacle: String? {
        switch self {
        case .interceptor: "it may change the call, which is over by then"
        case .observer(_, let sides) where sides.enters: "it looks at each call when it begins and when it ends"
        case .observer: nil
        }
    }
}

extension Diagnostic {
    /// That an aspect cannot be part of a background hook.
    static func notInBackground(_ use: HookUse, because reason: String) -> Diagnostic {
        Diagnostic(
            code: "hook.background", "\(use.name.value) cannot run in the background: \(reason)", at: use.name.range,
            suggestion: "give it a hook of its own without \"background\"")
    }
}
