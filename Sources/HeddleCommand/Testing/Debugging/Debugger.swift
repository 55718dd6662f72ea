// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// gdb, which runs this program and stops in the native code that a step calls.
enum Debugger {
    /// Runs gdb, and waits for its end.
    ///
    /// - Parameter arguments: those that this program is run with in it.
    /// - Throws: that it is not there, or cannot be started.
    static func run(_ arguments: [String]) throws(Diagnostic) {
        guard let path = Environment.program("gdb") else {
            throw missing("there is no debugger: gdb is not on the PATH")
        }
        do {
            try CurrentProcess.run(path, words(arguments))
        } catch {
            throw missing("\(path) cannot be started: \(error.message)")
        }
    }

    private static func missing(_ words: String) -> Diagnostic {
        Diagnostic(.error, .usage, code: .usage(.programMissing), words, suggestion: "install gdb")
    }

    /// Stops at the step, goes on to the code that it calls, and stops there once its arguments are in place.
    private static func words(_ arguments: [String]) -> [String] {
        let commands = [
            "tbreak heddle_at_step", "run", #"eval "tbreak %s", (char *)&heddle_step_place"#, "continue",
        ]
        return ["-q"] + commands.flatMap { ["-ex", $0] } + ["--args", Environment.executable ?? "heddle"] + arguments
    }
}
