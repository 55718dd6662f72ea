// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleTrust

/// The status of the host and of all its behaviours.
struct HostStatus {
    let host: String
    let began: Timestamp
    let behaviours: [BehaviourStatus]

    /// The status as JSON.
    var value: Value {
        .object([
            .init("host", .string(host)), .init("began", .string("\(began)")),
            .init("time", .string("\(Timestamp.now)")),
            .init("behaviours", .array(behaviours.map(\.value))),
        ])
    }
}
