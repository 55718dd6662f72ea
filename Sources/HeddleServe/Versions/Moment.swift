// SPDX-License-Identifier: Apache-2.0

import HeddleTrust

/// A moment by two clocks: that of the wall, which everybody knows and which can jump, and one that only goes on.
struct Moment: Sendable {
    let wall: Timestamp
    let steady: ContinuousClock.Instant

    static var now: Moment { Moment(wall: .now, steady: .now) }
}
