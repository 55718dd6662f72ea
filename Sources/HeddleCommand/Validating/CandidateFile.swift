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

    /// - Parameters:
    ///   - isBound: true where bindings declare its functions.
    ///   - offered: the services that modules offer it.
    init(path: String, isBound: Bool, offered: Set<String>) {
        self.path = path
        do throws(Diagnostics) {
            module = ReadModule(try LibraryFile(named: path), isBound: isBound, offered: offered)
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
    /// True where bindings declare its functions.
    let isBound: Bool
    /// The services that modules offer it.
    let offered: Set<String>

    init(_ file: LibraryFile, isBound: Bool, offered: Set<String>) {
        self.file = file
        self.isBound = isBound
        self.offered = offered
        facts = file.facts
        dependencies = Dependencies(of: file)
    }

    /// True for a part of the C library, such as libm, which shares names with the others.
    var isOfCLibrary: Bool {
        let name = facts.soname ?? ""
        return ["libc", "libm", "libmvec", "libpthread", "libdl", "librt", "libresolv", "libutil"].contains {
            name.hasPrefix("\($0).so.")
        }
    }

    /// Its description.
    ///
    /// - Throws: that there is none to check.
    func described() throws(Check.Skipped) -> Description {
        guard let description = file.description else { throw Check.Skipped(reason: Self.describesNothing) }
        return description
    }

    private static let describesNothing = "the module describes nothing"

    /// Its description, or nil if it has none.
    ///
    /// - Throws: that it needs none, since bindings declare its functions.
    func describedUnlessBound() throws(Check.Skipped) -> Description? {
        if file.description == nil, isBound { throw Check.Skipped(reason: Self.describesNothing) }
        return file.description
    }
}
