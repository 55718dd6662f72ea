// SPDX-License-Identifier: Apache-2.0

import HeddleForeign
import HeddleReport
import HeddleSystem

extension RunOrigin {
    /// The version of this program.
    static let ownVersion = HostIdentity.heddleVersion

    /// The origin of a run that begins now, in this process.
    static var here: RunOrigin {
        RunOrigin(
            date: System.dateAndTime, host: System.hostName, system: System.kernel, processors: Environment.processors,
            version: ownVersion)
    }
}
