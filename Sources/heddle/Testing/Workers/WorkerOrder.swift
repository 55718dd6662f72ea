// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Heddle

/// What a worker is told to do. Both ends are the same program, so that the form is theirs alone: words with a zero byte
/// behind each but the last one, which may hold any bytes.
enum WorkerOrder {
    /// Take a behaviour, which later orders name by its number.
    case take(BehaviourText, number: Int)
    /// Run a case.
    case run(CaseOrder)

    private static let take = "take"
    private static let run = "run"

    var message: [UInt8] {
        switch self {
        case .take(let text, let number):
            let head = [Self.take, "\(number)", text.folder ?? "", "\(text.folder == nil)", text.source.name]
            return head.flatMap { Array($0.utf8) + [0] } + text.source.bytes
        case .run(let order):
            let numbers = [order.behaviour, order.attempt, order.attempts, order.repetition, Int(order.beginning)]
            return ([Self.run] + numbers.map(String.init)).flatMap { Array($0.utf8) + [0] } + order.name.utf8
        }
    }

    /// nil for what is no order.
    init?(_ message: [UInt8]) {
        let isTake = message.starts(with: Array(Self.take.utf8) + [0])
        let words = message.split(separator: 0, maxSplits: isTake ? 5 : 6, omittingEmptySubsequences: false)
        guard let last = words.last else { return nil }
        let head = words.dropLast().map { String(decoding: $0, as: UTF8.self) }
        if isTake, head.count == 5, let number = Int(head[1]) {
            let folder = head[3] == "true" ? nil : head[2]
            self = .take(BehaviourText(name: head[4], bytes: Array(last), folder: folder), number: number)
        } else if let order = CaseOrder(head.dropFirst().compactMap(Int.init), String(decoding: last, as: UTF8.self)) {
            self = .run(order)
        } else {
            return nil
        }
    }
}

/// One attempt at a case, by its names.
struct CaseOrder {
    let behaviour: Int
    let name: String
    let attempt: Int
    let attempts: Int
    let repetition: Int
    /// When the run began: the process may have to load the modules before it comes to the case.
    let beginning: UInt64

    init(_ job: CaseJob, of clock: RunClock) {
        behaviour = job.entry.behaviour
        name = job.entry.plan.name
        attempt = job.attempt
        attempts = job.attempts
        repetition = job.repetition
        beginning = clock.beginning
    }

    fileprivate init?(_ numbers: [Int], _ name: String) {
        guard numbers.count == 5, let beginning = UInt64(exactly: numbers[4]) else { return nil }
        (behaviour, attempt, attempts, repetition) = (numbers[0], numbers[1], numbers[2], numbers[3])
        self.beginning = beginning
        self.name = name
    }
}
