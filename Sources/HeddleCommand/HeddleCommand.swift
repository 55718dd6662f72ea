// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleForeign
import HeddleSystem

/// `heddle`: runs native code from a JSON file.
@main
struct HeddleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heddle",
        abstract: "Runs native code from a JSON file.",
        discussion: """
            heddle run behaviour.json                     run a behaviour
            heddle test behaviour.json                    run its cases
            heddle call libm.so.6 'double cos(double x)' 0      one call from the shell

            Exit status: 0 everything held, 1 an expectation or a call failed, 2 usage, 3 the file is wrong, 4 a module \
            or symbol is missing or refused, 5 native code crashed, ended the process or took too long, 6 a source was \
            unavailable or refused, 7 nothing matched, 8 out of file descriptors, processes, memory or disk space, \
            130 interrupted.
            """,
        version: "0.1.0",
        subcommands: [
            RunCommand.self, TestCommand.self, WatchCommand.self, CheckCommand.self, PlanCommand.self, CallCommand.self,
            InspectCommand.self, ListCommand.self, BindCommand.self, ReportCommand.self,
            RecordCommand.self, ExplainCommand.self, SchemaCommand.self, WorkerCommand.self, RecordedRunCommand.self,
        ])

    static func main() {
        StandardStream.prepare()
        StandardStream.output.flushLines()
        CrashReport.install(exitStatus: ExitStatus.crashed.rawValue)
        do {
            let arguments = ChildRun.unmarked(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot(BindCommand.separatingMacros(in: arguments))
            try command.run()
            exit(for: ExitCode.success)
        } catch {
            exit(for: error)
        }
    }

    /// Why output was lost, which is no success; nil where it was not. A reader that went away wants no message.
    private static func lossOfOutput() -> ExitStatus? {
        StandardStream.flush()
        guard let reason = StandardStream.failure else { return nil }
        if StandardStream.hasLostReader { return .interrupted }
        StandardStream.error.write("error: the output cannot be written: \(reason)\n")
        return .failed
    }

    /// Ends the process; the argument parser's own status for a wrong command line is another than ours.
    private static func exit(for error: any Error) -> Never {
        let (code, message) = (exitCode(for: error), fullMessage(for: error))
        if !message.isEmpty {
            (code == .success ? StandardStream.output : StandardStream.error).write(message + "\n")
        }
        let loss = lossOfOutput()
        let status = code == .validationFailure ? ExitStatus.usage.code : code
        CurrentProcess.end(status: code == .success ? loss?.rawValue ?? 0 : status.rawValue)
    }
}
