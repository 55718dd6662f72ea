// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleReport
import HeddleSystem

/// The time limits of a case in a separate process, and of loading its modules.
struct TimeLimits {
    /// The phase that the time limit applies to.
    enum Stage {
        /// The process may have to load the modules first, which has a separate limit.
        case loading(UInt64)
        case running(UInt64)
        /// The case is over, and its process is to end.
        case ending(UInt64)
        /// It did not end in time, and was killed.
        case missedEnd
        /// A limit was reached, and the process was asked for its last words.
        case overtime(UInt64, wasLoading: Bool)
    }

    /// The nanoseconds in which a process ends that is to end.
    static let patience: UInt64 = 5_000_000_000
    /// The reason why a case is lost whose process does not end.
    static let reasonOfMissingEnd =
        "its process did not end within \(DurationText.text(patience)) behind the case: \(atExit)"
    /// The reason why a process does not end.
    static let atExit = "what runs at exit takes longer"
    /// The prefix of a process's last message when a limit is reached.
    static let words = "still"

    /// From the beginning of a case to its end, its `always` steps among it.
    private let running: TimeLimit?
    private let loading: TimeLimit?

    /// - Parameter loading: nil for a minute if cases have a limit, and otherwise for no limit.
    init(running: TimeLimit?, loading: TimeLimit?) {
        self.running = running
        self.loading = loading ?? running.map { _ in .minute }
    }

    /// When a stage is over, in nanoseconds of the run; nil for one without an end.
    func end(of stage: Stage) -> UInt64? {
        switch stage {
        case .loading(let start): loading.map { start + $0.nanoseconds }
        case .running(let start): running.map { start + $0.nanoseconds }
        case .ending(let start): start + Self.patience
        case .missedEnd: nil
        case .overtime(let start, _): start + 500_000_000
        }
    }

    /// Returns whether a case has taken longer than it may.
    func isExceeded(by nanoseconds: UInt64) -> Bool { running.map { nanoseconds > $0.nanoseconds } ?? false }

    /// The reason why a case that has ended was too late.
    var reasonOfLateEnd: String { "it ended after the time limit of \(running.text)" }

    /// The remaining nanoseconds of a stage; nil for no limit.
    func nanosecondsLeft(of stage: Stage, at now: UInt64) -> UInt64? {
        end(of: stage).map { $0 - min($0, now) }
    }

    /// Ends a process whose stage takes too long. It is first asked for its last message, and killed if it has none.
    func enforce(on process: ChildProcess, in stage: inout Stage, at now: UInt64) {
        guard let end = end(of: stage), now >= end else { return }
        switch stage {
        case .missedEnd: return
        case .overtime: return process.kill()
        case .ending:
            stage = .missedEnd
            return process.kill()
        case .loading: stage = .overtime(now, wasLoading: true)
        case .running: stage = .overtime(now, wasLoading: false)
        }
        process.askForLastWords()
    }

    /// The outcome of the work that a process was doing when it ended.
    ///
    /// - Parameter words: the messages of the process.
    func loss(of process: ChildProcess, in stage: Stage, _ words: String?) -> Loss {
        loss(process.ending, in: stage, words, during: process.call)
    }

    /// The outcome of the work that a process was doing when it ended.
    ///
    /// - Parameters:
    ///   - words: its own last message.
    ///   - call: the call that it made then.
    func loss(_ ending: ProcessEnding?, in stage: Stage, _ words: String?, during call: String?)
        -> Loss
    {
        if case .missedEnd = stage, words == nil {
            return Loss(outcome: .crashed, reason: Self.reasonOfMissingEnd)
        }
        guard case .overtime(_, let wasLoading) = stage else {
            return Loss(outcome: .crashed, reason: ChildProcess.loss(ending, words, in: call))
        }
        let place =
            switch words {
            case nil: "\(Self.words) \(call.map { "in \($0)" } ?? "outside of a call")"
            case let words? where words.hasPrefix(Self.words): words
            // Native code may answer the signal that asks for the last words.
            case let words: "and then \(ChildProcess.loss(ending, words, in: call))"
            }
        let reason =
            wasLoading
            ? "the modules were not loaded within \(loading.text), \(place)"
            : "the time limit of \(running.text) was reached, \(place)"
        return Loss(outcome: .timedOut, reason: reason)
    }
}

/// The outcome of work that a process was doing when it ended, and the reason.
struct Loss {
    let outcome: CaseOutcome
    let reason: String
}

/// An amount of time that something may take.
struct TimeLimit {
    static let minute = TimeLimit(nanoseconds: 60_000_000_000)
    static let halfMinute = TimeLimit(nanoseconds: 30_000_000_000)

    let nanoseconds: UInt64

    private init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Reads a text such as `1.5 s`; nil if it is not a duration, or is zero.
    init?(_ text: String) {
        guard let nanoseconds = DurationText.nanoseconds(text), nanoseconds > 0 else { return nil }
        self.nanoseconds = nanoseconds
    }
}

extension TimeLimit? {
    fileprivate var text: String { DurationText.text(self?.nanoseconds ?? 0) }
}
