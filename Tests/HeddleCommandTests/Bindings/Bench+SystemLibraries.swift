// SPDX-License-Identifier: Apache-2.0

import Workbench

extension Bench {
    /// Runs steps that call libraries of the system, of which the behaviour declares nothing.
    ///
    /// - Parameter steps: `c` is the C library and `m` that of mathematics.
    /// - Returns: what went wrong; empty where all that was expected held, without a warning.
    func mistakes(_ steps: String) throws -> String {
        let run = try heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" }, "m": { "library": "libm.so.6" } },
                  "policy": { "onFailure": "continue" }, "steps": [\(steps)] }
                """)
        return run.status == 0 && !run.errors.contains("warning") ? "" : "\(run.output)\(run.errors)"
    }
}
