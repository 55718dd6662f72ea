// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign

/// The call of a step once it has ended, by its parts.
struct OutcomeParts: ObservedCall {
    private let result: CallResult
    /// The call; nil if only its outcome is known.
    private let call: PreparedCall?

    init(_ result: CallResult, of call: PreparedCall) {
        self.result = result
        self.call = call
    }

    /// A call of which only the outcome is known.
    init(_ result: CallResult) {
        self.result = result
        call = nil
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
