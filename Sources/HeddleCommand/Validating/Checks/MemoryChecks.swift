// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations

extension Check {
    /// Promises about memory that only valgrind sees.
    static let memory: [Check] = [
        .watched(
            "memory-is-its-own", "The module reads, writes and frees only memory that is its own.", .access,
            mend: "compare the index with the size before memory is used, and free it once, behind its last use"),
        .watched(
            "memory-is-freed", "Memory that nothing of the module points to any more has been freed.", .leak,
            mend: "free it where the last pointer to it goes, in the action or where the instance is destroyed"),
    ]

    private static func watched(
        _ name: String, _ promise: String, _ kind: MemoryFault.Kind, mend: String
    ) -> Check {
        Check(
            name, promise, .author, mend: mend, needs: ["loads"],
            // A text without an owner is lost where it was copied.
            unless: (instances + states + calls + values + arguments + unusualArguments + hooks).map(\.name) + [
                "texts-have-owners"
            ],
            .watched(kind) { trial in
                let module = try trial.load()
                // Under valgrind a call takes fifty times as long.
                let calls =
                    module.callAll(varying: fewValues) + [0, 3].flatMap { module.callAll(counting: $0) }
                _ = module.host.releaseAll()
                // It destroys the instance, as no call is prepared.
                module.host.close(trial.name)
                return calls
            })
    }
}
