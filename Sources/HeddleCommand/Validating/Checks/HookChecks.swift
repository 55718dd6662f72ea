// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign
import Synchronization

extension Check {
    /// Promises about the hooks of a module.
    static let hooks: [Check] = [
        Check(
            "hooks-take-any-call", "Each hook takes calls of any action, also of one without parameters or that fails.",
            .author, mend: "look at the number and the types of the arguments before you read them", needs: ["loads"],
            .running { trial in
                // A hook may refuse the calls, which is no finding.
                try trial.runHooks { CallHook(on: $0.others).before($0.reference).after($0.reference) }
                return []
            }),
        Check(
            "hooks-keep-no-call", "No hook uses a call that has ended.", .author,
            mend: "copy what is needed later: a heddle_call is valid until the hook that got it returns",
            needs: ["hooks-take-any-call"],
            .running { trial in
                var findings: [String] = []
                let module = try trial.runHooks { hook in
                    CallHook(on: hook.others).before(hook.reference).after(hook.reference)
                } telling: { hook, outcomes in
                    if outcomes.contains(where: \.isOfEndedCall) {
                        findings.append("the hook \(hook.symbol) used a call behind its end")
                    }
                }
                findings += module.callAll().filter(\.result.outcome.isOfEndedCall).map {
                    "\($0.words) used the call of a hook behind its end"
                }
                return findings
            }),
        Check(
            "hooks-write-what-is-theirs", "Each hook writes only the arguments, the result and its state of a call.",
            .author, mend: "change the outcome by heddle->answer, heddle->fail and heddle->set_errno",
            needs: ["hooks-take-any-call"],
            .running { trial in
                var findings: [String] = []
                let library = try trial.loadLibrary()
                let written = WrittenFields()
                try trial.runHooks { hook in
                    let function = try library.function(hook.symbol)
                    return CallHook(on: hook.others).before { written.add($0.run(function)) }
                        .after { written.add($0.run(function)) }
                } telling: { hook, _ in
                    let fields = written.take()
                    if fields.isEmpty { return }
                    findings.append("the hook \(hook.symbol) writes \(fields.joined(separator: ", ")) of its call")
                }
                return findings
            }),
    ]
}

/// A hook of the module, by its symbol.
private struct TriedHook {
    let symbol: String
    fileprivate let trial: Trial

    var reference: HookReference { .function("\(trial.name).\(symbol)") }

    /// All actions around which it is woven.
    var others: String { "\(trial.otherName).*" }
}

/// The fields that a hook has written.
private final class WrittenFields: Sendable {
    private let fields = Mutex<[String]>([])

    func add(_ written: [String]) {
        fields.withLock { fields in fields += written.filter { !fields.contains($0) } }
    }

    /// Those that were added since the last time.
    func take() -> [String] {
        fields.withLock { fields in
            defer { fields = [] }
            return fields
        }
    }
}

extension Trial {
    /// Weaves one hook of the module after the other around actions of many kinds, and calls those.
    ///
    /// - Parameters:
    ///   - hook: describes a hook around all other actions.
    ///   - told: gets each hook and the outcomes of the calls.
    /// - Returns: the module.
    @discardableResult
    fileprivate func runHooks(
        by hook: (TriedHook) throws -> CallHook, telling told: (TriedHook, [Outcome]) throws -> Void = { _, _ in }
    ) throws -> ExercisedModule {
        let hooks = try read().description?.hooks ?? []
        if hooks.isEmpty { throw Check.Skipped(reason: "the module has no hooks") }
        let module = try load()
        let host = module.host
        try host.script(
            otherName,
            [
                ScriptedAction("void none(void)") { _ in nil },
                ScriptedAction("int some(int number, const char *text, double part)") { _ in 1 },
                ScriptedAction("int failing(long number)") { _ in throw Failure(.thrown, "it always fails") },
                // The hook runs again, deeper on the stack, before it gets the end of this call.
                ScriptedAction("void outer(int number)") { [unowned host, otherName] _ in
                    _ = try? host.call(ActionName(module: otherName, action: "some"), with: [1, "text", 1.5])
                    return nil
                },
            ])
        try host.module(otherName)
        for tried in hooks.map({ TriedHook(symbol: $0.symbol, trial: self) }) {
            let token = try host.hook(hook(tried))
            let outcomes = CrashReport.noting("the hook \(tried.symbol)") {
                [("none", []), ("some", [1, "text", 1.5]), ("failing", [1]), ("outer", [1])].compactMap {
                    (name: String, arguments: [Value]) in
                    try? host.call(ActionName(module: otherName, action: name), with: arguments).outcome
                }
            }
            token.remove()
            try told(tried, outcomes)
        }
        return module
    }
}

extension Outcome {
    /// True for the failure of a call in which somebody used another one that had ended.
    fileprivate var isOfEndedCall: Bool {
        if case .failed(let failure) = self { failure.code == FailureCode.callEnded.rawValue } else { false }
    }
}
