// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign

/// A file that is to be validated, with what Heddle says about it without running any of its code.
struct CandidateFile: Sendable {
    let path: String
    /// The reasons why Heddle refuses it; empty if it does not.
    let refusals: [Diagnostic]
    /// The module as it was read; nil if it is refused.
    let module: ReadModule?

    init(path: String) {
        self.path = path
        do throws(Diagnostics) {
            module = ReadModule(try LibraryFile(path: path))
            refusals = []
        } catch {
            (module, refusals) = (nil, error.all)
        }
    }

    /// The refusals of some kinds, in words.
    func refusals(_ codes: Set<DiagnosticCode>) -> [String] {
        refusals.filter { codes.contains($0.code) }.map(\.message)
    }
}

/// A module that Heddle accepts, as it was read.
struct ReadModule: Sendable {
    let file: LibraryFile
    let facts: LibraryFacts
    let dependencies: Dependencies

    init(_ file: LibraryFile) {
        self.file = file
        facts = file.facts
        dependencies = Dependencies(of: file)
    }

    /// Its description.
    ///
    /// - Throws: that there is none to check.
    func described() throws(Check.Skipped) -> Description {
        guard let description = file.description else { throw Check.Skipped(reason: "the module describes nothing") }
        return description
    }
}
