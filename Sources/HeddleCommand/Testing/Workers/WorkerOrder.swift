// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleSystem

/// An order to a worker. Both ends are the same program, so the form is private: words with a zero byte
/// behind each but the last one, which may hold any bytes.
enum WorkerOrder {
    /// Plan a behaviour, and tell what was found.
    case plan(BehaviourText)
    /// Plan a behaviour that was found to be right before.
    case take(BehaviourText)
    /// The same, anew in the process of each case: one that has loaded the modules cannot be forked.
    case hold(BehaviourText)
    /// Run a case of the behaviour.
    case run(CaseOrder)

    private static let plan = "plan"
    private static let take = "take"
    private static let hold = "hold"
    private static let run = "run"
    private static let runAlone = CaseProcess.orderWord

    var message: [UInt8] {
        switch self {
        case .plan(let text): return Self.message(Self.plan, text)
        case .take(let text): return Self.message(Self.take, text)
        case .hold(let text): return Self.message(Self.hold, text)
        case .run(let order):
            let isAhead = order.isAhead ? 1 : 0
            let numbers = [
                order.worker, order.attempt, order.attempts, order.repetition, Int(order.beginning), isAhead,
            ]
            let word = order.isAlone ? Self.runAlone : Self.run
            let head = [word] + numbers.map(String.init) + [order.folder]
            return head.flatMap { Array($0.utf8) + [0] } + order.name.utf8
        }
    }

    private static func message(_ order: String, _ text: BehaviourText) -> [UInt8] {
        let head = [order, text.folder ?? "", "\(text.folder == nil)", text.source.name]
        return head.flatMap { Array($0.utf8) + [0] } + text.source.bytes
    }

    /// nil for what is no order.
    init?(_ message: [UInt8]) {
        let isAlone = message.starts(with: Array(Self.runAlone.utf8) + [0])
        let isRun = isAlone || message.starts(with: Array(Self.run.utf8) + [0])
        let words = message.split(separator: 0, maxSplits: isRun ? 8 : 4, omittingEmptySubsequences: false)
        guard let last = words.last else { return nil }
        let head = words.dropLast().map { String(decoding: $0, as: UTF8.self) }
        if !isRun, head.count == 4 {
            let folder = head[2] == "true" ? nil : head[1]
            let text = BehaviourText(name: head[3], bytes: Array(last), folder: folder)
            self = head[0] == Self.plan ? .plan(text) : head[0] == Self.take ? .take(text) : .hold(text)
        } else if isRun, let folder = head.last,
            let order = CaseOrder(
                head.dropFirst().dropLast().compactMap(Int.init), String(decoding: last, as: UTF8.self), folder: folder,
                isAlone: isAlone)
        {
            self = .run(order)
        } else {
            return nil
        }
    }
}

/// One attempt at a case, by its names.
struct CaseOrder {
    /// Its number in events.
    let worker: Int
    let name: String
    let attempt: Int
    let attempts: Int
    let repetition: Int
    /// The start of the run. The process may have to load the modules before the case.
    let beginning: UInt64
    /// The path at which it may make its temporary folder.
    let folder: String
    /// True if no other case is to see what it does to its process.
    let isAlone: Bool
    /// True if it is given while another case runs: it is left where the run is stopped before it begins.
    let isAhead: Bool

    init(_ job: CaseJob, on worker: Int, of clock: RunClock, folder: String, isAlone: Bool, isAhead: Bool) {
        self.worker = worker
        name = job.entry.outline.name
        attempt = job.attempt
        attempts = job.attempts
        repetition = job.repetition
        beginning = clock.beginning
        self.folder = folder
        self.isAlone = isAlone
        self.isAhead = isAhead
    }

    fileprivate init?(_ numbers: [Int], _ name: String, folder: String, isAlone: Bool) {
        guard numbers.count == 6, let beginning = UInt64(exactly: numbers[4]) else { return nil }
        (worker, attempt, attempts, repetition) = (numbers[0], numbers[1], numbers[2], numbers[3])
        self.beginning = beginning
        self.folder = folder
        self.isAlone = isAlone
        isAhead = numbers[5] == 1
        self.name = name
    }
}
