// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The share of what a process prints that the log takes. Each run has one, from its start to that of the next; the loading
/// of the modules has one as well.
///
/// A module that prints without end fills neither the disk of the log nor the memory of what waits for a collector.
struct PrintedShare {
    /// The outcome of a line.
    enum Outcome: Equatable {
        case taken
        /// It is left out, as the first one.
        case exceeds
        case leftOut
    }

    /// The largest number of bytes, each line with its end, and of lines.
    static let (mostBytes, mostLines) = (1 << 16, 1_000)

    /// The words for the first line that is left out.
    static let words = "it has printed more than 64 KiB or 1,000 lines in this run; the rest is left out"

    private var bytes = 0
    private var lines = 0
    /// True once a line was left out.
    private(set) var isExceeded = false
    private var leftOut = (bytes: 0, lines: 0)

    /// Takes a line into the share.
    mutating func take(_ line: String) -> Outcome {
        let size = line.utf8.count + 1
        // A shorter line behind one that was left out would stand where that is missing.
        if !isExceeded, bytes + size <= Self.mostBytes, lines < Self.mostLines {
            bytes += size
            lines += 1
            return .taken
        }
        leftOut.bytes += size
        leftOut.lines += 1
        defer { isExceeded = true }
        return isExceeded ? .leftOut : .exceeds
    }

    /// The words for what was left out since they were last taken; nil if nothing was.
    mutating func takeLoss() -> String? {
        if leftOut.lines == 0 { return nil }
        defer { leftOut = (0, 0) }
        let verb = leftOut.lines == 1 ? "was" : "were"
        return "\(counted(leftOut.lines, "line")) of its output with \(counted(leftOut.bytes, "byte")) \(verb) left out"
    }
}
