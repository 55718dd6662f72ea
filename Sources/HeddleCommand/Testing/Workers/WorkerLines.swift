// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// Takes what comes through a worker's channel, piece by piece: events, a line each, and last words.
struct WorkerLines {
    enum Line {
        case event(Event)
        /// The behaviour is planned.
        case planned(PlannedFiles, canFork: Bool)
        /// The process of the case has ended, and that of the worker goes on.
        case ended(ProcessEnding, CaseProcess.Remains)
        /// A line that should never come.
        case mistake(Diagnostics)
    }

    private var pending: [UInt8] = []
    private var start = 0
    /// The index up to which no line ends.
    private var searched = 0
    /// The last message of the process.
    private(set) var lastWords: String?

    mutating func add(_ piece: [UInt8]) {
        // It costs a move of all that is pending.
        if piece.isEmpty { return }
        pending.removeFirst(start)
        searched -= start
        start = 0
        pending += piece
    }

    /// The next line that is whole.
    mutating func next() -> Line? {
        nextBytes().map {
            let line = Array($0)
            return switch line.first {
            case UInt8(ascii: "["): Self.planned(line)
            case UInt8(ascii: "("): Self.ended(line)
            default: Self.event(line)
            }
        }
    }

    /// The next line that is whole, as it came.
    mutating func nextBytes() -> ArraySlice<UInt8>? {
        while let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = pending[start..<end]
            (start, searched) = (end + 1, end + 1)
            switch line.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): return line
            case nil: break
            default: lastWords = String(decoding: line, as: UTF8.self)
            }
        }
        searched = pending.count
        return nil
    }

    /// The line that says that a behaviour is planned.
    ///
    /// - Parameter canFork: whether the process can be forked for each case.
    static func planned(_ files: PlannedFiles, canFork: Bool) -> [UInt8] {
        let golden = Value.array(files.golden.map { .string($0) })
        return Array((Value.array([.bool(canFork), golden] + files.sources.map { .string($0) }).json + "\n").utf8)
    }

    private static func planned(_ line: [UInt8]) -> Line {
        guard case .array(let parts)? = try? Value.read(SourceText(name: "worker", bytes: line)) else {
            return .planned(PlannedFiles(), canFork: false)
        }
        let golden = parts.flatMap { part -> [Value] in if case .array(let golden) = part { golden } else { [] } }
        return .planned(
            PlannedFiles(sources: parts.compactMap(\.text), golden: golden.compactMap(\.text)),
            canFork: parts.first == .bool(true))
    }

    /// Reads what ``CaseProcess/endTelling(on:)`` writes.
    private static func ended(_ line: [UInt8]) -> Line {
        let numbers = line.split { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ")") }
            .map { Int32(String(decoding: $0, as: UTF8.self)) ?? -1 }
        guard numbers.count == 4 else {
            return .ended(ProcessEnding(-1), .init(processes: 0, segments: 0, returnedForks: 0))
        }
        let remains = CaseProcess.Remains(
            processes: Int(numbers[1]), segments: Int(numbers[2]), returnedForks: Int(numbers[3]))
        return .ended(ProcessEnding(numbers[0]), remains)
    }

    /// Forgets the last message: from here on another case speaks.
    mutating func forgetLastWords() { lastWords = nil }

    private static func event(_ line: [UInt8]) -> Line {
        do throws(Diagnostics) {
            return .event(try Event(kept: SourceText(name: "worker", bytes: line)))
        } catch {
            return .mistake(error)
        }
    }
}

extension Value {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
