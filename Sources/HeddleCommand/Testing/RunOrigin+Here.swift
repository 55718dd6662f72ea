// SPDX-License-Identifier: Apache-2.0

import HeddleReport
import HeddleSystem

extension RunOrigin {
    /// The version of this program.
    static let ownVersion = "0.1.0"

    /// That of a run that begins now, in this process.
    static var here: RunOrigin {
        RunOrigin(
            date: System.dateAndTime, host: System.hostName, system: System.kernel, processors: Environment.processors,
            version: ownVersion)
    }
}
