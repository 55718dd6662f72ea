// SPDX-License-Identifier: Apache-2.0

/// When, where and by which version a run was made.
package struct RunOrigin: Hashable, Sendable {
    /// The time of its start in UTC, such as `2026-11-24T22:10:31Z`.
    package var date: String
    /// The name of the machine.
    package var host: String
    /// The system with its release and architecture, such as `Linux 6.1.0-18-amd64 x86_64`.
    package var system: String
    /// The number of processors that the run could use.
    package var processors: Int
    /// The version of Heddle.
    package var version: String

    /// Creates an origin.
    package init(date: String, host: String, system: String, processors: Int, version: String) {
        self.date = date
        self.host = host
        self.system = system
        self.processors = processors
        self.version = version
    }
}
