// SPDX-License-Identifier: Apache-2.0

import HeddleTrust

/// The time since the source of a behaviour last said which version is the newest.
///
/// Within one life of the host a steady clock measures it, so that a clock that jumps makes nothing old or new.
struct Freshness: Sendable {
    /// The last answer; nil if there was none.
    private(set) var answered: Timestamp?
    /// The beginning of the time that the steady clock measures, and the age that was reached before.
    private var measured: (since: ContinuousClock.Instant, before: Duration)?

    /// Notes that the source has answered.
    mutating func note(_ now: Moment) { (answered, measured) = (now.wall, (now.steady, .zero)) }

    /// Takes over an answer that an earlier life of the host got.
    ///
    /// One that lies in the future tells that a clock was or is wrong: its age counts from now on.
    mutating func restore(_ answer: Timestamp, _ now: Moment) {
        let age = max(0, now.wall.seconds - answer.seconds)
        (answered, measured) = (min(answer, now.wall), (now.steady, .seconds(age)))
    }

    /// The time since the last answer; nil if there was none.
    func age(_ now: Moment) -> Duration? { measured.map { max(.zero, now.steady - $0.since) + $0.before } }
}
