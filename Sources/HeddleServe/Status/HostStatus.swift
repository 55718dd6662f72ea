// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleTrust

/// The status of the host and of all its behaviours.
struct HostStatus {
    private static let began = Timestamp.now

    let host: String
    let behaviours: [BehaviourStatus]

    /// The status as JSON.
    var value: Value {
        .object([
            .init("host", .string(host)), .init("began", .string("\(Self.began)")),
            .init("time", .string("\(Timestamp.now)")),
            .init("behaviours", .array(behaviours.map(\.value))),
        ])
    }
}
