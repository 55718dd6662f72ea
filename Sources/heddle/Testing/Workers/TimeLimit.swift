// SPDX-License-Identifier: Apache-2.0

import Aspects

/// How long a case may take, from its beginning to its end, its `always` steps among it.
struct TimeLimit {
    /// What the time is counted for.
    enum Stage {
        /// The process may have to load the modules first, which the limit is not for.
        case loading(UInt64)
        case running(UInt64)
        /// The limit was reached, and the process was asked for its last words.
        case overtime(UInt64)
    }

    /// How a process's last words begin when the limit is reached.
    static let words = "still"

    private let nanoseconds: UInt64

    /// Reads a text such as `1.5 s`; nil for one that is no duration, or is none at all.
    init?(_ text: String) {
        guard let nanoseconds = DurationText.nanoseconds(text), nanoseconds > 0 else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// When a stage is over, in nanoseconds of the run.
    func end(of stage: Stage) -> UInt64 {
        switch stage {
        case .loading(let start): start + nanoseconds + 60_000_000_000
        case .running(let start): start + nanoseconds
        case .overtime(let start): start + 500_000_000
        }
    }

    /// Why a case did not come to its end.
    func reason(_ lastWords: String?) -> String {
        let words = lastWords ?? "and the process did not answer"
        return "the time limit of \(DurationText.text(nanoseconds)) was reached, \(words)"
    }
}
