// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem

/// The start options and time limits of processes that run cases.
struct WorkerStart {
    /// The arguments behind the name of the command.
    let arguments: [String]
    let limits: TimeLimits
    /// True if cases share processes.
    let isShared: Bool

    /// Starts a process, and hands it the behaviour whose cases it is to run.
    ///
    /// - Parameter order: the order to plan it.
    /// - Throws: why the system does not let it.
    func process(
        for text: BehaviourText, by order: (BehaviourText) -> WorkerOrder
    ) throws(Diagnostic) -> WorkerProcess {
        let process = try ChildProcess(arguments: [WorkerCommand.name] + arguments)
        process.send(order(text).message)
        return WorkerProcess(process: process)
    }
}

/// A process with the modules of one behaviour, and what of its lines was not taken yet.
struct WorkerProcess {
    let process: ChildProcess
    var lines = WorkerLines()
}
