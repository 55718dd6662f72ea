// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

extension Action {
    /// Makes one call in which function pointers may be some actions.
    @discardableResult
    func call(_ values: Value..., with actions: [Action]) throws -> Reply {
        let call = PreparedCall(self)
        let misfits = call.encode(values.map(Argument.value), naming: KnownActions(actions))
        guard misfits.isEmpty else { throw Misfits(all: misfits) }
        return call.made()
    }

    /// Why a call with a function cannot be made, in words.
    func misfits(_ values: Value..., with actions: [Action]) -> [String] {
        PreparedCall(self).encode(values.map(Argument.value), naming: KnownActions(actions)).map {
            "\($0.parameter ?? -1): \($0.found), not \($0.expected)"
        }
    }
}

/// Some actions that values may name.
final class KnownActions: HostNames {
    private let actions: [Action]

    init(_ actions: [Action]) { self.actions = actions }

    func action(named name: String) -> Result<Action, Diagnostic>? {
        actions.first { $0.name.description == name }.map { .success($0) }
    }

    func table(named module: String) -> Result<DecoratedTable, Diagnostic>? { nil }

    func type(_ text: String, for action: ActionName) -> CType? { nil }
}

extension PreparedCall {
    /// Makes the call and looks at all of it.
    @discardableResult
    func made() -> Reply {
        invoke()
        let reply = Reply(result: result, out: outputs, errno: savedErrno, failure: failure)
        settleOwnership()
        return reply
    }
}

extension Value {
    /// An action as a function.
    static func action(_ action: Action) -> Value { ["action": .string(action.name.description)] }
    /// A recorded callback.
    static func callback(_ options: Value) -> Value { ["callback": options] }
}
