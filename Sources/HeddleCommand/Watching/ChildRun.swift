// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem
import Subprocess
import Synchronization
import SystemPackage

/// This command in a child process, which may crash, and whose modules are unloaded with it.
final class ChildRun: Sendable {
    /// Its ending.
    enum Ending: Sendable {
        case status(Int32)
        case signal(Int32)
        /// Native code has ended it, with this status.
        case endedItself(Int32)
        /// It could not be started, for this reason.
        case notStarted(String)
    }

    private let outcome = Mutex<Ending?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Its ending; nil while it runs.
    var ending: Ending? { outcome.withLock { $0 } }

    /// Starts it, on the same standard streams.
    ///
    /// - Parameter waker: is woken when it has ended.
    init(_ arguments: [String], waker: FileWatch.Waker) {
        task.withLock { task in
            task = Task {
                let ending = await Self.run(arguments)
                outcome.withLock { $0 = ending }
                waker.wake()
            }
        }
    }

    /// Ends it: in order, and if that takes more than two seconds, at once.
    func end() { task.withLock { $0?.cancel() } }

    /// Goes before everything else on the command line of such a process.
    private static let markOption = "--end-mark"

    /// A command line without the mark that a process was started with, which is used from here on.
    static func unmarked(_ arguments: [String]) -> [String] {
        guard arguments.count >= 2, arguments[0] == markOption else { return arguments }
        EndMark.use(arguments[1])
        return Array(arguments.dropFirst(2))
    }

    private static func run(_ arguments: [String]) async -> Ending {
        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        let mark = EndMark()
        let marked = (mark.map { [Self.markOption, $0.path] } ?? []) + arguments
        do {
            let result = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(marked), platformOptions: options,
                input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
            switch result.terminationStatus {
            case .exited(let status):
                let isInOrder = mark?.isSet ?? true || status == ExitStatus.crashed.rawValue
                return isInOrder ? .status(status) : .endedItself(status)
            case .signaled(let number): return .signal(number)
            }
        } catch {
            return .notStarted("\(error)")
        }
    }
}
