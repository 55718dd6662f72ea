// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleForeign

extension Check {
    /// Promises about the file, without which Heddle does not load it.
    static let files: [Check] = [
        .ofFile(
            "library-is-whole", "The file is a whole shared library for this machine.", .build,
            mend: "build it with -shared for this machine, and copy it whole", [.unreadable, .notLoadable]),
        .ofFile(
            "actions-are-exported", "The library exports each function that it describes.", .build,
            mend: "define it in the module, with HEDDLE_EXPORT where it is built with -fvisibility=hidden",
            [.notExported]),
        Check(
            "layouts-agree", "The compiler lays each described type out as its declaration says.", .description,
            mend: "write packed and aligned attributes into the declaration",
            .file { file in
                if let unsized = file.module?.file.description?.unsized {
                    throw Remarks(
                        all: [unsized], mend: "declare it by HEDDLE_SIZED_TYPE, and its fields by HEDDLE_FIELD")
                }
                return file.refusals([.module(.layout)])
            }),
        .ofFile(
            "records-agree", "One record each names the module and makes and destroys its instances.", .description,
            mend: "keep one of them in the sources that are linked to the module", [.repeated]),
        .ofFile(
            "action-names-differ", "No two actions have the same name.", .description,
            mend: "give one of them another name", [.repeatedAction]),
        Check(
            "description-is-readable", "Heddle can read the description.", .description,
            mend: "correct the declaration that the finding quotes",
            .file { file in
                let others: [DiagnosticCode.Module] = [
                    .unreadable, .notLoadable, .notExported, .layout, .repeated, .repeatedAction,
                ]
                return file.refusals.filter { !others.map(DiagnosticCode.module).contains($0.code) }.map(\.message)
            }),
    ]

    private static func ofFile(
        _ name: String, _ promise: String, _ culprit: Culprit, mend: String, _ codes: [DiagnosticCode.Module]
    ) -> Check {
        Check(
            name, promise, culprit, mend: mend,
            .file { $0.refusals(Set(codes.map(DiagnosticCode.module))) })
    }
}
