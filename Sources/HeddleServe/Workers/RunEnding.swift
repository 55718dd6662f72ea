// SPDX-License-Identifier: Apache-2.0

/// The ending of a run in one word, with which runs are counted.
enum RunEnding: String, Sendable, Comparable, CaseIterable {
    /// No call failed unexpectedly, and every expectation held.
    case held
    case failed
    /// It was asked to stop.
    case interrupted
    /// It has reached its time limit, and its process was killed.
    case timedOut
    /// Its process has ended by itself.
    case crashed
    /// It was not begun.
    case refused

    /// The ending for people.
    var words: String { self == .timedOut ? "timed out" : rawValue }

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
