// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// The order to a process for one recorded run, which begins with it once it has planned the behaviour. Both ends are the same program, so the
/// form is private: words with a zero byte behind each.
struct RecordedRunOrder {
    /// True to run the cases rather than the steps that stand in none.
    let cases: Bool
    /// The second since the epoch in which it is not to begin; nil for none.
    let after: Int?
    /// The path at which it may make a temporary folder.
    let folder: String

    init(cases: Bool, after: Int?, folder: String) {
        (self.cases, self.after, self.folder) = (cases, after, folder)
    }

    /// The order in a message; nil if there is none.
    init?(_ message: [UInt8]?) {
        let words = message?.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let words, words.count == 4 else { return nil }
        (cases, after, folder) = (words[0] == Self.cases, Int(words[1]), words[2])
    }

    var message: [UInt8] {
        [cases ? Self.cases : "steps", after.map { "\($0)" } ?? "", folder].flatMap { Array($0.utf8) + [0] }
    }

    private static let cases = "cases"
}
