// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

/// What a hook of a behaviour consists of, by position; made into pieces for each action that it is woven around.
struct HookParts: Sendable {
    /// A function of a module.
    struct Function: Sendable {
        let module: Module
        let symbol: String
        let range: SourceRange
    }

    private enum Part: Sendable {
        /// The same for every action.
        case piece(HookPiece)
        /// Fitted to each action; its state is shared with the same function in the other positions.
        case function(Function, state: Int)
        /// Made for each action.
        case interceptor(InterceptorHook, HookUse)
    }

    private var before: [Part] = []
    private var instead: [Part] = []
    private var after: [Part] = []
    /// The modules whose functions it runs.
    private(set) var providers: Set<String> = []
    /// Whether all that it does is to look.
    private(set) var canOnlyLook = true
    /// Whether it is made for each action, and may not fit one.
    var isFitted: Bool { !canOnlyLook || !providers.isEmpty }
    /// Whether it has nothing but what runs before calls.
    var isOnlyBefore: Bool { instead.isEmpty && after.isEmpty }
    /// Where a background hook's calls wait, and what it does with them.
    private(set) var queue: BackgroundQueue?
    private(set) var background: [BackgroundPart] = []
    private(set) var observers: [(observer: any Observer, use: HookUse)] = []
    private var states = 0
    private var statesByFunction: [String: Int] = [:]

    mutating func add(_ function: Function, at position: HookPosition) {
        let name = function.module.qualified(function.symbol).description
        let state = statesByFunction[name] ?? newState()
        statesByFunction[name] = state
        providers.insert(function.module.name)
        canOnlyLook = false
        append(.function(function, state: state), at: position)
    }

    mutating func add(_ observer: some Observer, _ sides: AspectUse, of use: HookUse, at position: HookPosition) {
        observers.append((observer, use))
        let pieces = ObserverPieces(observer, sides, at: position, label: use.name.value, state: newState())
        before += pieces.before.map { .piece($0) }
        instead += pieces.instead.map { .piece($0) }
        after += pieces.after.map { .piece($0) }
    }

    mutating func add(_ interceptor: InterceptorHook, of use: HookUse, at position: HookPosition) {
        canOnlyLook = false
        append(.interceptor(interceptor, use), at: position)
    }

    /// It gets copies, so that it can only look.
    mutating func addInBackground(_ function: Function) {
        providers.insert(function.module.name)
        background.append(.function(function))
    }

    mutating func addInBackground(_ observer: some Observer, of use: HookUse) {
        observers.append((observer, use))
        background.append(.observer(observer, label: use.name.value))
    }

    func running(on queue: BackgroundQueue) -> HookParts {
        var parts = self
        parts.queue = queue
        return parts
    }

    func pieces(_ position: HookPosition, of action: Action) throws(Diagnostic) -> [HookPiece] {
        if position == .after, let queue { return [queue.piece(try backgroundPieces(of: action), of: action)] }
        var pieces: [HookPiece] = []
        for part in parts(position) { pieces.append(try piece(part, position, action)) }
        return pieces
    }

    private func piece(_ part: Part, _ position: HookPosition, _ action: Action) throws(Diagnostic) -> HookPiece {
        switch part {
        case .piece(let piece): return piece
        case .interceptor(let interceptor, let use):
            do { return try interceptor.piece(for: action) } catch { throw error.diagnostic(of: use) }
        case .function(let function, let state):
            do {
                var piece = try function.module.hookPiece(function.symbol, at: position, of: action)
                piece.state = state
                return piece
            } catch {
                throw error.located(at: function.range)
            }
        }
    }

    private mutating func newState() -> Int {
        states += 1
        return states
    }

    private func parts(_ position: HookPosition) -> [Part] {
        switch position {
        case .before: before
        case .instead: instead
        case .after: after
        }
    }

    private mutating func append(_ part: Part, at position: HookPosition) {
        switch position {
        case .before: before.append(part)
        case .instead: instead.append(part)
        case .after: after.append(part)
        }
    }
}

extension AspectError {
    /// The error where it was written: at the option, or else at the aspect.
    func diagnostic(of use: HookUse) -> Diagnostic {
        diagnostic(at: option.map(use.optionRange) ?? use.options?.range ?? use.name.range)
    }
}

extension HookUse {
    /// Where an option was written.
    func optionRange(_ option: String) -> SourceRange { optionRange([option]) }

    /// Where a part of an option was written.
    func optionRange(_ path: [String]) -> SourceRange {
        options?.range.part(at: path.map { .member($0) }) ?? name.range
    }
}
