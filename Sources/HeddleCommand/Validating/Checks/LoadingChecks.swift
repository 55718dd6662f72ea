// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleForeign
import HeddleSystem

extension Check {
    /// Promises about loading a module, and about the end of a process that has loaded it.
    static let loading: [Check] = [
        Check(
            "loads", "The module loads: the dynamic linker takes it, and its constructors return.", .author,
            mend: "leave the work of constructors to the function that makes the instance",
            needs: ["symbols-are-provided", "no-sanitizer", "action-names-differ"],
            unless: [
                "describes-itself", "needs-are-met", "instances-are-made", "releases-are-exported", "has-name",
                "action-names-are-words",
            ],
            .running { trial in
                do { _ = try trial.loadLibrary() } catch let refusal as Diagnostic { return [refusal.message] }
                return []
            }),
        .afterLoading(
            "loading-prints-nothing", "Loading the module prints nothing.",
            mend: "write messages by heddle->log, from an action or from the function that makes the instance"
        ) { trial in
            guard let capture = OutputCapture() else { throw Skipped(reason: "output cannot be captured here") }
            _ = try trial.loadLibrary()
            let printed = capture.end()
            return [("output", printed.output), ("error", printed.error)].filter { $0.1?.isEmpty != true }
                .map { "loading it writes to standard \($0.0)" }
        },
        .afterLoading(
            "loads-beside-itself", "A second build of the module loads beside the first one.",
            mend: "keep nothing in constructors that only one copy can have"
        ) { trial in
            if trial.isOfSystem { throw Skipped(reason: "a process has one of each library of the system") }
            // The constructors may change the current folder.
            let folder = System.currentFolder ?? "."
            _ = try trial.loadLibrary()
            let file = try trial.read()
            let copy = "\(folder)/second-\(trial.path.split(separator: "/").last ?? "module.so")"
            // One byte more makes it another build, which the dynamic linker loads once more.
            try System.writeCopy(of: file.bytes + [0], to: copy)
            do { _ = try Library.load(LibraryFile(path: copy), for: trial.makeHost().services) } catch let refusal
                as Diagnostic
            {
                // Libraries beside its own file are not found from the folder of the trial.
                if file.facts.searchFolders.contains(where: { $0.contains("$") }) {
                    throw Skipped(reason: "the module has libraries beside it")
                }
                return [refusal.message]
            }
            return []
        },
        Check(
            "process-ends", "A process that has loaded the module ends in order.", .author,
            mend: "leave nothing to destructors and to functions of atexit", needs: ["loads"],
            .runningToTheEnd { trial in
                _ = try trial.loadLibrary()
                return []
            }),
    ]

    /// A promise about loading a module that can be loaded.
    static func afterLoading(
        _ name: String, _ promise: String, mend: String, _ body: @escaping @Sendable (Trial) throws -> [String]
    ) -> Check {
        Check(name, promise, .author, mend: mend, needs: ["loads"], .running(body))
    }
}
