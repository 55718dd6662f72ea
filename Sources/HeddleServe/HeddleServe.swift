// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleSystem

/// `heddle-serve`: the programs behind `heddle serve`, `heddle source` and `heddle lock`.
///
/// It has what a host that stays needs, such as signatures and the control interface, and what no process should have
/// that runs native code. Behaviours run in processes of `heddle`.
@main
struct HeddleServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heddle", abstract: "Runs native code from a JSON file.",
        subcommands: [ServeCommand.self, SourceCommand.self, LockCommand.self])

    static func main() async {
        StandardStream.prepare()
        System.keepNewFilesPrivate()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let mistakes as Diagnostics {
            fail(mistakes)
        } catch let mistake as Diagnostic {
            fail(Diagnostics([mistake]))
        } catch {
            let code = exitCode(for: error)
            let said = fullMessage(for: error)
            let message = said.hasPrefix("Error: ") ? "e" + said.dropFirst() : said
            if !message.isEmpty {
                (code == .success ? StandardStream.output : StandardStream.error).write(message + "\n")
            }
            if code != .success {
                CurrentProcess.end(status: code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
            }
        }
        CurrentProcess.end(status: StandardStream.tellLoss()?.rawValue ?? 0)
    }

    private static func fail(_ mistakes: Diagnostics) -> Never {
        for mistake in mistakes.shown { StandardStream.error.write(mistake.render(styled: false) + "\n") }
        CurrentProcess.end(status: ExitStatus(mistakes).rawValue)
    }
}
