// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Heddle
import Report

/// Takes what comes through a worker's channel, piece by piece: events, a line each, and last words.
struct WorkerLines {
    enum Line {
        case event(Event)
        /// What should never come.
        case mistake(Diagnostics)
    }

    private var pending: [UInt8] = []
    private var start = 0
    /// What the process had to say when it ended.
    private(set) var lastWords: String?

    mutating func add(_ piece: [UInt8]) {
        pending.removeFirst(start)
        start = 0
        pending += piece
    }

    /// The next line that is whole.
    mutating func next() -> Line? {
        while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(pending[start..<end])
            start = end + 1
            if line.first == UInt8(ascii: "{") { return Self.event(line) }
            lastWords = String(decoding: line, as: UTF8.self)
        }
        return nil
    }

    private static func event(_ line: [UInt8]) -> Line {
        do throws(Diagnostics) {
            return .event(try Event(kept: SourceText(name: "worker", bytes: line)))
        } catch {
            return .mistake(error)
        }
    }
}
