// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
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
            heddle shell libm.so.6                        calls as you type them

            Exit status: 0 everything held, 1 an expectation or a call failed, 2 usage, 3 the file is wrong, 4 a module \
            or symbol is missing or refused, 5 native code crashed, ended the process or took too long, 6 a source was \
            unavailable or refused, 7 nothing matched, 8 out of file descriptors, processes, memory or disk space, \
            130 interrupted.
            """,
        version: RunOrigin.ownVersion,
        subcommands: [
            RunCommand.self, TestCommand.self, WatchCommand.self, CheckCommand.self, PlanCommand.self, CallCommand.self,
            ShellCommand.self, InspectCommand.self, ValidateCommand.self, ListCommand.self, NewCommand.self,
            BindCommand.self, ReportCommand.self, RecordCommand.self, ServeCommand.self, SourceCommand.self,
            LockCommand.self, ExplainCommand.self, SchemaCommand.self, ManualCommand.self, WorkerCommand.self,
            RecordedRunCommand.self, ServeWorkerCommand.self, ValidateWorkerCommand.self, ShellWorkerCommand.self,
        ])

    static func main() {
        StandardStream.prepare()
        StandardStream.output.flushLines()
        CrashReport.install(exitStatus: ExitStatus.crashed.rawValue)
        let arguments = ChildRun.unmarked(Array(CommandLine.arguments.dropFirst()))
        if let mistake = misspeltVerb(in: arguments) ?? CallEngine.environmentRefusal {
            var output = OutputOptions.plain
            output.json = arguments.contains("--json")
            exit(for: output.open().fail(Diagnostics([mistake])))
        }
        ServeProgram.showHelp(askedBy: arguments)
        do {
            let words = CallCommand.markingNumbers(in: BindCommand.separatingMacros(in: arguments))
            var command = try parseAsRoot(words)
            try command.run()
            exit(for: ExitCode.success)
        } catch {
            exit(for: error)
        }
    }

    /// The mistake of a first word that is no verb; nil if it is one, or an option.
    private static func misspeltVerb(in arguments: [String]) -> Diagnostic? {
        let verbs = configuration.subcommands.map { $0._commandName }
        guard let word = arguments.first, !word.hasPrefix("-"), !(verbs + ["help"]).contains(word) else { return nil }
        return Diagnostic(
            .error, .usage, code: .usage(.verb), "there is no verb \(Value.string(word).excerpt(limit: 60))",
            suggestion: didYouMean(word, among: verbs) ?? verb(for: word))
    }

    /// The verb that somebody may mean who has named a file alone.
    private static func verb(for word: String) -> String {
        let file = word.split(separator: "/").last.map(String.init) ?? ""
        if !file.hasSuffix(".json"), case .soname = LibraryName(file) {
            return "heddle inspect \(word) shows what it has, heddle call \(word) 'DECLARATION' calls a function"
        }
        if file.hasSuffix(".jsonl") { return "heddle report --from \(word) makes reports of a kept run" }
        return word.contains(where: { $0 == "." || $0 == "/" })
            ? "heddle run \(word) runs a behaviour" : "heddle --help lists the verbs"
    }

    /// Ends the process; the argument parser's own status for a wrong command line is another than ours.
    private static func exit(for error: any Error) -> Never {
        // Libraries may wait for ever at the end.
        Interrupts.finish()
        let code = exitCode(for: error)
        // The argument parser begins its mistakes unlike all others.
        let said = fullMessage(for: error)
        let message = said.hasPrefix("Error: ") ? "e" + said.dropFirst() : said
        if !message.isEmpty {
            (code == .success ? StandardStream.output : StandardStream.error).write(message + "\n")
        }
        let loss = StandardStream.tellLoss()
        let status = code == .validationFailure ? ExitStatus.usage.code : code
        CurrentProcess.end(status: code == .success ? loss?.rawValue ?? 0 : status.rawValue)
    }
}
