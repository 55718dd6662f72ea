// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleSystem

/// `heddle serve`: keeps behaviours, and runs them. The program heddle-serve does that, which stands beside this one: no
/// server is in a process that loads modules.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Keep behaviours, and run them on occasions.",
        discussion: "heddle serve --help says more.")

    @ArgumentParser.Argument(
        parsing: .captureForPassthrough, help: "The configuration of the host, and options of heddle-serve.")
    var arguments: [String] = []

    func run() throws { throw ServeProgram.run("serve", arguments) }
}

/// `heddle source`: signs behaviours, and shows those of a host.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source", abstract: "Sign behaviours, and look at those of a host.",
        discussion: "heddle source --help says more.")

    @ArgumentParser.Argument(
        parsing: .captureForPassthrough, help: "keygen, sign, verify or status, and options of heddle-serve.")
    var arguments: [String] = []

    func run() throws { throw ServeProgram.run("source", arguments) }
}

/// `heddle lock`: writes the hashes of modules down.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Write the versions and hashes of modules, as a lock file for heddle serve.",
        discussion: "heddle lock --help says more.")

    @ArgumentParser.Argument(parsing: .captureForPassthrough, help: "Modules, and options of heddle-serve.")
    var arguments: [String] = []

    func run() throws { throw ServeProgram.run("lock", arguments) }
}

/// The program heddle-serve, which takes the place of this one.
enum ServeProgram {
    private static let verbs = [ServeCommand.self, SourceCommand.self, LockCommand.self] as [any ParsableCommand.Type]

    /// Lets it say what it does, where that is asked by the words of a command line. Returns where it is not, or where
    /// it cannot be started: then what this program knows is said.
    static func showHelp(askedBy words: [String]) {
        guard words.first == "help", words.count > 1, verbs.contains(where: { $0._commandName == words[1] }) else {
            return
        }
        _ = CurrentProcess.become(path, words)
    }

    private static var path: String { (Environment.executableFolder ?? ".") + "/heddle-serve" }

    /// Returns only if it cannot be started.
    static func run(_ verb: String, _ arguments: [String]) -> ExitCode {
        let path = Self.path
        let failure = CurrentProcess.become(path, [verb] + arguments)
        let missing = Diagnostic(
            .error, .usage, code: .usage(.programMissing), "\(path) cannot be started: \(failure.message)",
            suggestion: "install heddle-serve beside heddle")
        return OutputOptions.plain.open().fail(Diagnostics([missing]))
    }
}
