// SPDX-License-Identifier: Apache-2.0

import Description
import Glibc
import HeddleModule

/// Half of the range of the tide, in metres.
private let amplitude = 2.5
/// The hours from one high water to the next.
private let period = 12.42

/// Gives the height of the tide above low water.
@c @implementation
public func height(_ hour: Double) -> Double {
    action {
        guard hour >= 0, hour.isFinite else { throw Failure("noHour", "\(hour) is no hour since high water") }
        return amplitude * (1 + cos(2 * .pi * hour / period))
    }
}

/// Rounds the hours of a call to whole ones.
@c @implementation
public func round_hour(_ call: UnsafeMutablePointer<heddle_call>!) {
    hook(call) { call in
        let hour: Double = try call.argument("hour")
        try call.setArgument("hour", to: hour.rounded())
    }
}
