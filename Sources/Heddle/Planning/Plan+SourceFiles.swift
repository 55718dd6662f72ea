// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDiagnostics
internal import HeddleForeign

extension Plan {
    /// The paths of the golden files that it compares with.
    package var goldenFiles: [String] { body.steps.calls.golden.places.sorted() }

    /// The paths of the files that it was made from beside the behaviour itself: those that it includes, bindings, and
    /// modules.
    package var sourceFiles: [String] {
        let bindings = behaviour.modules.flatMap { entry in
            entry.bindings.map { files.origin(of: $0.range.source).place(of: $0.value) }
        }
        // A path without a folder is a name by which the system finds a library.
        return files.places + bindings + body.modules.map(\.library.path).filter { $0.contains("/") }
    }
}
