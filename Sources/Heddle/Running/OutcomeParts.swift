// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign
internal import HeddleSystem

/// The call of a step once it has ended, by its parts.
struct OutcomeParts: ObservedCall {
    private let result: CallResult
    /// The call; nil if only its outcome is known.
    private let call: PreparedCall?
    /// The output and the files that it left.
    private let effects: SideEffects

    init(_ result: CallResult, of call: PreparedCall, _ effects: SideEffects) {
        self.result = result
        self.call = call
        self.effects = effects
    }

    /// The part that a path leads to, as a step knows it; nil if the step has none.
    func part(at path: CallPath) -> Value? {
        if path.root.isSurrounding { return effects.value(at: path.root) }
        return value(at: path) ?? ((try? followed(path)) ?? nil)
    }

    /// A part that lies in memory behind a handle. What the call has just handed out, or has got, is there.
    private func followed(_ path: CallPath) throws(MemoryRefusal) -> Value? {
        if path.part.isEmpty { return nil }
        return try value(at: CallPath(path.root))?.part(at: path.part, trusting: .anything)
    }

    /// The reason why there is no such part; nil where the outcome says it.
    func obstacle(at path: CallPath) -> String? {
        do throws(MemoryRefusal) {
            _ = try followed(path)
            return effects.obstacle(at: path.root)
        } catch {
            return error.words(of: "\(path.root)")
        }
    }

    /// A call of which only the outcome is known.
    init(_ result: CallResult) {
        self.result = result
        call = nil
        effects = SideEffects(nil)
    }

    var action: ActionName { result.action }
    var signature: Signature {
        call?.action.signature ?? Signature(symbol: action.action, result: .void, parameters: [])
    }
    var hasFailed: Bool { if case .failed = result.outcome { true } else { false } }
    var arguments: [Value] { call?.arguments ?? [] }
    var outcome: Outcome? { result.outcome }
    var savedErrno: Int32 { result.errno }
    func output(_ name: String) -> Value? { result.out.first { $0.name == name }?.value }
}
