// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// valgrind, under which the process of a check watches the memory of a module.
enum Valgrind {
    /// Its path; nil where the `PATH` has none.
    static var path: String? { Environment.program("valgrind") }

    /// The file that it writes, in the folder of a check.
    static func log(in folder: String) -> String { "\(folder)/.valgrind.xml" }

    /// Becomes valgrind, which runs this program; returns for nothing else.
    ///
    /// The descriptors stay, and so does the number of the process.
    ///
    /// - Parameters:
    ///   - arguments: those that this program is run with.
    ///   - folder: the folder of the check.
    /// - Throws: that it is not there, or cannot be started.
    static func become(running arguments: [String], in folder: String) throws(Check.Skipped) -> Never {
        guard let path, let program = Environment.executable else {
            throw Check.Skipped(reason: missing)
        }
        let options = [
            "--tool=memcheck", "--quiet", "--xml=yes", "--xml-file=\(log(in: folder))", "--child-silent-after-fork=yes",
            "--leak-check=full", "--show-leak-kinds=definite", "--undef-value-errors=no", "--num-callers=40",
            "--error-limit=no", "--vgdb=no",
        ]
        let failure = CurrentProcess.become(path, options + [program] + arguments)
        throw Check.Skipped(reason: "\(path) cannot be started: \(failure.message)")
    }

    /// The reason why a check that needs it says nothing where it is missing.
    static let missing = "there is no valgrind on the PATH"

    /// The reason where it cannot read the debug information of this program, as some versions cannot read Swift's.
    static var unreadable: String {
        "valgrind cannot read the debug information of \(Environment.executable ?? "heddle"): use one without (strip -g)"
    }
}
