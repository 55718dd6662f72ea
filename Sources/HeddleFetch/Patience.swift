// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The attempts of a transfer, and the pauses between them.
struct Patience {
    private let most: Int
    private let deadline: Deadline
    private var attempt = 1

    init(attempts: Int, until deadline: Deadline) {
        most = attempts
        self.deadline = deadline
    }

    /// Waits until it is time to ask again; throws the failure if that is of no use.
    mutating func wait(after failure: Failure) throws(Failure) {
        guard let wish = failure.pause, attempt < most else { throw failure.saying(attempts: attempt) }
        let usual = usualPause
        let pause = max(wish, usual)
        guard pause < deadline.left else {
            throw wish > usual ? failure.saying(wish: wish) : failure.saying(attempts: attempt)
        }
        HostSystem.pause(for: pause)
        attempt += 1
    }

    /// 0.2 s, then four times as long each time; half of it more or less, so that those who failed together do not come
    /// back together.
    private var usualPause: Duration {
        let steady = (1..<attempt).reduce(Duration.milliseconds(200)) { pause, _ in min(pause * 4, .seconds(60)) }
        return steady * Double.random(in: 0.5..<1.5)
    }
}

extension Failure {
    fileprivate func saying(attempts: Int) -> Failure {
        var failure = self
        if attempts > 1 { failure.message += " (\(attempts) attempts)" }
        return failure
    }

    fileprivate func saying(wish: Duration) -> Failure {
        var failure = self
        failure.message += " and asks to wait \(wish.inSeconds), which is more than is left of the time"
        failure.suggestion = nil
        return failure
    }
}

extension AnswerHead {
    /// The time that the server asks to wait before the next request, zero if it does not say; nil if another request
    /// is of no use, which depends on what is asked.
    func pause(whilePassing statuses: Set<Int> = [408, 429, 502, 503, 504]) -> Duration? {
        guard statuses.contains(status) else { return nil }
        guard let time = values(of: "retry-after").first, !time.isEmpty else { return .zero }
        if time.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(min(Int64(time) ?? .max, Int64(Int32.max)))
        }
        return HostSystem.time(until: time) ?? .zero
    }
}
