// SPDX-License-Identifier: Apache-2.0

import HeddleRemote
import HeddleSystem
import HeddleTrust
import Logging

/// The facts that all behaviours of a host share.
struct ServeHost: Sendable {
    let name: String
    let began = Timestamp.now
    let modulePath: [String]
    /// The folder for what must survive the process.
    let state: String
    let log: Logger
    let metrics: Metrics
    /// The collector that gets the traces of runs; nil for none.
    let traces: String?
    /// The folder of the programs, which stand beside each other.
    let programs: String

    /// - Parameter traces: the collector that gets the traces of runs; nil for none.
    init(_ configuration: ServeConfiguration, log: Logger, metrics: Metrics, traces: String?) {
        name = configuration.name
        modulePath = configuration.modulePath
        state = configuration.state
        self.log = log
        self.metrics = metrics
        self.traces = traces
        programs = Environment.executableFolder ?? "."
    }

    /// The command line of the workers of a behaviour.
    func program(for entry: BehaviourEntry) -> WorkerProcess.Program {
        WorkerProcess.Program(
            path: "\(programs)/heddle", modulePath: modulePath, modules: entry.modules, actions: entry.actions,
            traces: traces.map { ($0, name) })
    }

    /// A connection for the source of one behaviour.
    func makeConnection() -> RemoteConnection {
        RemoteConnection(fetcher: "\(programs)/heddle-fetch", agent: "heddle-serve")
    }
}
