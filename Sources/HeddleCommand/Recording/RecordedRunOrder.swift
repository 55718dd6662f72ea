// SPDX-License-Identifier: Apache-2.0

import HeddleSystem

/// What a process for one recorded run is told once it has planned the behaviour. Both ends are the same program, so the
/// form is private: words with spaces between.
struct RecordedRunOrder {
    /// True to run the cases rather than the steps that stand in none.
    let cases: Bool
    /// The second since the epoch in which it is not to begin; nil for none.
    let after: Int?

    init(cases: Bool, after: Int?) { (self.cases, self.after) = (cases, after) }

    /// The order in a message; nil if there is none.
    init?(_ message: [UInt8]?) {
        guard let words = message?.split(separator: UInt8(ascii: " ")), let first = words.first else { return nil }
        cases = first.elementsEqual(Self.cases.utf8)
        after = words.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    var message: [UInt8] {
        Array(([cases ? Self.cases : "steps"] + (after.map { ["\($0)"] } ?? [])).joined(separator: " ").utf8)
    }

    private static let cases = "cases"
}
