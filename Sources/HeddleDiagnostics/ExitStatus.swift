// SPDX-License-Identifier: Apache-2.0

/// The exit status of the programs.
package enum ExitStatus: Int32 {
    case held = 0
    case failed = 1
    case usage = 2
    case wrongFile = 3
    case missing = 4
    case crashed = 5
    case sourceUnavailable = 6
    case nothingMatched = 7
    case exhausted = 8
    case interrupted = 130

    /// The status for mistakes: a wrong file wins over what is missing. Where the machine had no more of something,
    /// other mistakes may only follow from that.
    package init(_ mistakes: Diagnostics) {
        let subjects = Set(mistakes.errors.map(\.subject))
        self =
            if subjects.contains(.resource) {
                .exhausted
            } else if subjects.contains(.usage) {
                .usage
            } else if subjects.contains(.document) {
                .wrongFile
            } else if subjects.contains(.source) {
                .sourceUnavailable
            } else if subjects.contains(.module) {
                .missing
            } else {
                .held
            }
    }

    /// The one of two that weighs more.
    package static func gravest(_ first: ExitStatus, _ second: ExitStatus) -> ExitStatus {
        first.rawValue < second.rawValue ? second : first
    }
}
