// SPDX-License-Identifier: Apache-2.0

import HeddleRemote
import HeddleSystem
import Logging

/// The facts that all behaviours of a host share.
struct ServeHost: Sendable {
    let name: String
    let modulePath: [String]
    /// The folder for what must survive the process.
    let state: String
    let log: Logger
    let metrics: Metrics
    /// The folder of the programs, which stand beside each other.
    let programs: String

    init(_ configuration: ServeConfiguration, log: Logger, metrics: Metrics) {
        name = configuration.name
        modulePath = configuration.modulePath
        state = configuration.state
        self.log = log
        self.metrics = metrics
        programs = Environment.executableFolder ?? "."
    }

    /// The command line of the workers of a behaviour.
    func program(for entry: BehaviourEntry) -> Worker.Program {
        Worker.Program(
            path: "\(programs)/heddle", modulePath: modulePath, modules: entry.modules, actions: entry.actions)
    }

    /// A connection for the source of one behaviour.
    func makeConnection() -> RemoteConnection {
        RemoteConnection(fetcher: "\(programs)/heddle-fetch", agent: "heddle-serve")
    }
}
