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
    /// - Parameter isPlanned: true if the behaviour was checked before. Then nothing is reported, and output of modules
    ///   during loading is not shown again.
    /// - Throws: why the system does not let it.
    func process(for text: BehaviourText, isPlanned: Bool) throws(Diagnostic) -> WorkerProcess {
        let process = try ChildProcess(arguments: [WorkerCommand.name] + arguments)
        process.send((isPlanned ? WorkerOrder.take(text) : WorkerOrder.plan(text)).message)
        return WorkerProcess(process: process)
    }
}

/// A process with the modules of one behaviour, and what of its lines was not taken yet.
struct WorkerProcess {
    let process: ChildProcess
    var lines = WorkerLines()
}
