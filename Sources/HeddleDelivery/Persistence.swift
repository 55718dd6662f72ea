// SPDX-License-Identifier: Apache-2.0

/// The pauses between attempts: from a fifth of a second to five minutes, half of it more or less, so that those who
/// failed together do not come back together.
struct Persistence {
    private var attempt = 0

    /// The pause after a further failure, and not shorter than a server has asked for.
    mutating func pause(atLeast wish: Duration?) -> Duration {
        let steady = min(Duration.milliseconds(200) * Double(UInt64(1) << min(attempt, 20)), .seconds(300))
        attempt += 1
        return max(steady * Double.random(in: 0.5..<1.5), min(wish ?? .zero, .seconds(86_400)))
    }

    mutating func succeed() { attempt = 0 }
}
