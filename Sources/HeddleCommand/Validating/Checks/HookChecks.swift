// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign

extension Check {
    /// Promises about the hooks of a module.
    static let hooks: [Check] = [
        Check(
            "hooks-take-any-call", "Each hook takes calls of any action, also of one without parameters.", .author,
            mend: "look at the number and the types of the arguments before you read them", needs: ["loads"],
            .running { trial in
                let hooks = try trial.read().description?.hooks ?? []
                if hooks.isEmpty { throw Skipped(reason: "the module has no hooks") }
                let host = try trial.load().host
                try host.script(
                    "other",
                    [
                        ScriptedAction("void none(void)") { _ in nil },
                        ScriptedAction("int some(int number, const char *text, double part)") { _ in 1 },
                    ])
                try host.module("other")
                for hook in hooks {
                    let token = try host.hook(
                        CallHook(on: "other.*").before(.function("m.\(hook.symbol)")).after(
                            .function("m.\(hook.symbol)")))
                    // A hook may refuse the calls, which is no finding.
                    CrashReport.noting("the hook \(hook.symbol)") {
                        _ = try? host.call("other.none", with: [])
                        _ = try? host.call("other.some", with: [1, "text", 1.5])
                    }
                    token.remove()
                }
                return []
            })
    ]
}
