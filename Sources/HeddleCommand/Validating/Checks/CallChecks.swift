// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign
import HeddleSystem
import Synchronization

extension Check {
    /// Promises about calls with ordinary arguments.
    static let calls: [Check] = [
        Check(
            "calls-return", "Each action returns, or fails in order, with ordinary arguments.", .author,
            mend: "check the arguments, and say by heddle->fail what is wrong",
            needs: ["loads"], unless: ["actions-are-callable", "keeps-to-its-arguments"],
            .running { trial in
                let module = try trial.load()
                if module.actions.isEmpty {
                    throw Skipped(
                        reason: trial.bindings.isEmpty
                            ? "the module has no actions" : "no declaration says enough of its function to call it")
                }
                let calls = module.callAll()
                if calls.isEmpty { throw Skipped(reason: "each action takes a pointer that no action returns") }
                let uncalled = module.uncalled(besides: calls)
                if trial.bindings.isEmpty, !uncalled.isEmpty {
                    throw Remarks(
                        all: uncalled, mend: "write _In_opt_ where null may be passed, or test these by a behaviour")
                }
                return []
            }),
        .ofCalls(
            "texts-are-utf8", "The texts that actions return are UTF-8.", mend: "return UTF-8, or declare bytes"
        ) { call in
            guard call.action.signature.resultCrossing.isText, case .returned(.bytes?) = call.result.outcome else {
                return nil
            }
            return "\(call.words) returns a text that is not UTF-8"
        },
        .ofCalls(
            "constants-are-known", "An enumeration that an action returns has one of its values.",
            mend: "return a constant of the enumeration"
        ) { call in
            guard case .enumeration(let enumeration) = call.action.signature.result.canonical,
                case .returned(.number(let number)?) = call.result.outcome
            else { return nil }
            return
                "\(call.words) returns \(Value.number(number).json), which is no constant of \(enumeration.tag ?? "its enumeration")"
        },
        .ofCalls(
            "errno-is-known", "After a call errno is 0 or an error of the system.",
            mend: "set errno to a constant of <errno.h>, or not at all"
        ) { call in
            call.result.errno == 0 || ErrorNumbers.name(of: call.result.errno) != nil
                ? nil : "\(call.words) leaves errno at \(call.result.errno)"
        },
        .ofCalls(
            "failures-have-codes", "A failure has a code for programs and a message for people.",
            mend: "give heddle->fail a short name and a sentence"
        ) { call in
            guard case .failed(let failure) = call.result.outcome else { return nil }
            if failure.code.isEmpty || failure.code == "failed" { return "\(call.words) fails without a code" }
            return failure.message.isEmpty ? "\(call.words) fails without a message" : nil
        },
        Check(
            "idempotent-holds", "An action that is _Idempotent_ has the same outcome when it is called again.", .author,
            mend: "remove _Idempotent_, or let the second call do nothing", needs: ["calls-return"],
            .running { trial in
                let module = try trial.load()
                return module.callAll().filter { $0.action.signature.isIdempotent }.compactMap { first in
                    guard let second = module.call(first.action, with: first.arguments),
                        !first.result.outcome.isHandle, second.result.outcome != first.result.outcome
                    else { return nil }
                    return "\(first.words) has another outcome at the second time"
                }
            }),
        Check(
            "results-are-released", "The functions of _Free_ release what the actions return.", .author,
            mend: "release by the function that fits the allocation", needs: ["calls-return"],
            .running { trial in
                let module = try trial.load()
                module.callAll()
                return module.host.releaseAll().map(\.excerpt)
            }),
        .ofMemory(
            "idempotent-leaves-no-memory", "An action that is _Idempotent_ allocates nothing more when called again.",
            mend: "free what the call has allocated, or remove _Idempotent_", needs: "idempotent-holds"
        ) { $0.isIdempotent && $0.release == nil },
        .ofMemory(
            "releases-free-memory", "The function of _Free_ frees the text that an action has allocated.",
            mend: "free the text in the function that _Free_ names", needs: "results-are-released"
        ) { $0.release != nil && $0.resultCrossing.isText },
        Check(
            "calls-on-another-thread", "Actions may be called on another thread than the one that made the instance.",
            .author, mend: "keep no state in thread-local variables", needs: ["calls-return"],
            .running { trial in
                let module = try trial.load()
                let (host, actions) = (module.host, module.actions)
                guard DetachedThread.runToEnd({ ExercisedModule(actions, on: host).callAll() }) else {
                    throw Skipped(reason: "the system has no further thread")
                }
                return []
            }),
        Check(
            "calls-at-once", "An action without an instance may be called on several threads at the same time.",
            .author, mend: "guard what calls share by a mutex, or make it thread-local",
            needs: ["calls-on-another-thread", "idempotent-holds"],
            .running { trial in
                let module = try trial.load()
                let isShared = { (call: ExercisedModule.Call) in
                    !call.action.signature.parameters.contains(where: \.isInstance) && !call.takesHandle
                        && !call.result.outcome.isHandle
                }
                let calls = module.callAll().filter(isShared)
                if calls.isEmpty { throw Skipped(reason: "each action takes an instance, or a pointer") }
                return try calls.enumerated().flatMap { index, call in
                    try trial.giveUpInTime(behind: index, of: calls.count)
                    return try call.differencesAtOnce(on: module.host)
                }
            }),
        Check(
            "calls-often", "Each action can be called ten thousand times.", .author,
            mend: "free and close in the action what it has taken", needs: ["calls-return"],
            .running { trial in
                let module = try trial.load()
                let calls = module.callAll().filter { !$0.result.outcome.isHandle }
                for (index, call) in calls.enumerated() {
                    try trial.giveUpInTime(behind: index, of: calls.count)
                    module.repeat(call, times: 10_000)
                }
                return []
            }),
    ]

    /// A promise that some actions leave no memory behind when they are called again and again.
    private static func ofMemory(
        _ name: String, _ promise: String, mend: String, needs: String,
        _ isMeant: @escaping @Sendable (Signature) -> Bool
    ) -> Check {
        Check(
            name, promise, .author, mend: mend, needs: [needs],
            .running { trial in
                let module = try trial.load()
                let calls = module.callAll().filter { isMeant($0.action.signature) && !$0.result.outcome.isHandle }
                return calls.compactMap { call in
                    let bytes = module.bytesLeft(by: call)
                    return bytes == 0 ? nil : "each \(call.words) leaves \(bytes) bytes allocated"
                }
            })
    }

    /// A promise that each call with ordinary arguments keeps.
    private static func ofCalls(
        _ name: String, _ promise: String, mend: String,
        _ finding: @escaping @Sendable (ExercisedModule.Call) -> String?
    ) -> Check {
        Check(
            name, promise, .author, mend: mend, needs: ["calls-return"],
            .running { trial in try trial.load().callAll().compactMap(finding) })
    }
}

extension ExercisedModule.Call {
    /// True if an argument is a pointer that another call has returned, which may belong to one thread.
    fileprivate var takesHandle: Bool {
        arguments.contains { if case .handle = $0 { true } else { false } }
    }

    /// Makes the call on several threads at the same time, many times on each.
    ///
    /// - Returns: for an action that is `_Idempotent_`, that another outcome came than the one of before.
    /// - Throws: that the system has no threads.
    fileprivate func differencesAtOnce(on host: ModuleHost) throws(Check.Skipped) -> [String] {
        let (action, arguments, outcome) = (action, arguments, result.outcome)
        let differences = Atomic(0)
        let isRun = CrashReport.noting("\(action.name) called on several threads at the same time") {
            DetachedThread.runToEnd(count: 8) {
                for _ in 0..<500 {
                    guard let again = try? host.call(action.name, with: arguments), again.outcome != outcome else {
                        continue
                    }
                    differences.add(1, ordering: .relaxed)
                }
            }
        }
        guard isRun else { throw Check.Skipped(reason: "the system has no further thread") }
        let isDifferent = action.signature.isIdempotent && differences.load(ordering: .relaxed) > 0
        return isDifferent ? ["\(words) has another outcome when several threads call it at the same time"] : []
    }
}

extension Outcome {
    /// True for a pointer, which is another one each time.
    fileprivate var isHandle: Bool {
        if case .returned(.handle?) = self { true } else { false }
    }
}
