// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The files that a command reads: nothing that it writes may take the place of one.
struct InputFiles {
    private var identities: Set<FileIdentity> = []

    /// - Parameter paths: those of the command line, `-` and URLs among them, and those of what was read for them.
    init(_ paths: [String]) {
        for path in paths {
            if let identity = FileIdentity(path) { identities.insert(identity) }
        }
    }

    /// The same files and others.
    func with(_ paths: [String]) -> InputFiles {
        var files = self
        files.identities.formUnion(InputFiles(paths).identities)
        return files
    }

    /// - Throws: an error for a path that leads to an input file.
    func check(_ outputs: [String]) throws(Diagnostic) {
        for path in outputs where path != "-" {
            guard let identity = FileIdentity(path), identities.contains(identity) else { continue }
            throw Diagnostic(
                .error, .usage, code: .report(.input),
                "the file \(path) is an input of this command and would be overwritten",
                suggestion: "write to another file")
        }
    }
}
