// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// `heddle watch`: runs behaviours again whenever something changes that they depend on.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Run behaviours again whenever they or their modules change.",
        discussion: """
            heddle watch tests/stack.json -m build/modules --with --fail-fast --retries 1

            Behaviours with cases are tested, others are run, each time in a new process. A change of a behaviour, an \
            include, bindings or a module ends the current run and starts the next one. Ctrl-C ends the command.
            """)

    @ArgumentParser.Argument(help: "Behaviour files, or folders of them.")
    var files: [String]

    @Option(help: ArgumentHelp("Run the cases with this name; * stands for any characters.", valueName: "pattern"))
    var name: [String] = []

    @Option(help: "Run the cases with this tag.")
    var tag: [String] = []

    @OptionGroup var path: ModulePathOptions

    @Option(help: ArgumentHelp("The engine that makes the calls: own or libffi.", valueName: "engine"))
    var calls: String?

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            "Pass everything after this to heddle test or heddle run.", valueName: "options"))
    var with: [String] = []

    func validate() throws {
        if let file = files.first(where: { $0 == "-" || $0.contains("://") }) {
            throw ValidationError("\(file == "-" ? "standard input" : file) cannot be watched; name files or folders")
        }
    }

    func run() throws {
        do {
            let behaviours = WatchedBehaviours(files, modulePath: path.folders)
            var watching = Watching(behaviours, on: try FileWatch(), commands: commands)
            throw watching().code
        } catch let mistake as Diagnostic {
            throw OutputOptions.plain.open().fail(Diagnostics([mistake]))
        }
    }

    /// The behaviours with cases together, and each of the others by itself.
    private func commands(of behaviours: WatchedBehaviours) -> [[String]] {
        let modules = path.modulePath.flatMap { ["--module-path", $0] } + (calls.map { ["--calls", $0] } ?? [])
        let chosen = name.flatMap { ["--name", $0] } + tag.flatMap { ["--tag", $0] }
        let tested = behaviours.files.filter { behaviours.hasCases($0) || !chosen.isEmpty }
        let test = tested.isEmpty ? [] : [["test"] + modules + chosen + with + ["--"] + tested]
        return test
            + behaviours.files.filter { !tested.contains($0) }.map { ["run"] + modules + with + ["--", $0] }
    }
}
