// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension RecordingWriter {
    /// The hook that answers for the stubbed modules in a case, or in the steps of the file. The hook of a case is
    /// outside of that of the file, and both are inside of all other hooks.
    mutating func answers(for name: String?, in runs: [RunRecord]) -> [Value] {
        guard let stubs else { return [] }
        let orders = (behaviour.hooks + behaviour.cases.flatMap(\.hooks)).map(\.order)
        let hook = StubHook(for: stubs, on: host, order: (orders.max() ?? 0) + (name == nil ? 2 : 1))
        // In the order in which they began: an answer that calls a function is given before the answers for calls that
        // the function makes.
        let calls = runs.map { run in run.part(of: name).inner.sorted { $0.order < $1.order } }
        for (action, count) in (runs.first?.part(of: name).unanswered ?? [:]).sorted(by: { "\($0.key)" < "\($1.key)" })
        {
            notes.append(.callback(action, count))
            silent.insert(action.module)
        }
        let unlike = calls.count { !$0.isLike(calls[0]) }
        if unlike > 0 { notes.append(.unlike(unlike, of: runs.count, in: name)) }
        // Cases have the hook of the steps too, and make other calls.
        let areAllExpected = name != nil || behaviour.cases.isEmpty
        return [hook.value(for: calls, areAllExpected: areAllExpected)].compactMap(\.self)
    }

    /// - Throws: what is declared to be secret and would be copied.
    func checkAnswers(in runs: [RunRecord]) throws(Diagnostics) {
        let calls = runs.flatMap(\.innerCalls)
        let secrets = calls.flatMap { call in
            let signature = host.registry.module(named: call.action.module)?.signature(of: call.action.action)
            return call.answer.out.filter { signature?.isSecret(.out($0.name)) ?? false }
                .map { "\($0.name) of \(call.action) is secret" }
        }
        if !secrets.isEmpty { throw Diagnostics(Set(secrets).sorted().map { .secret($0) }) }
    }
}
