// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSystem
import HeddleTrust
import Subprocess
import SystemPackage

/// `heddle lock`: writes down which files the modules of a host are, by their hashes.
struct LockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Write the versions and hashes of modules, as a lock file.",
        discussion: """
            heddle lock -m modules > heddle.lock

            heddle run, test and call take it by --lock, a host of heddle serve by "modules": {"lock": "heddle.lock"}: \
            they load these modules alone, each as the file that it is now. Without names it takes all modules of the \
            module path. No code of a module runs.
            """)

    @Argument(help: "The modules, by the names that behaviours have for their libraries.")
    var names: [String] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("A folder to search for modules; may be given several times.", valueName: "folder"))
    var modulePath: [String] = []

    func run() async throws {
        var (modules, refused) = try await found()
        for (name, words) in refused.sorted(by: { $0.key < $1.key }) where names.isEmpty || names.contains(name) {
            StandardStream.error.write("warning: not in the lock file: \(words)\n")
        }
        for name in names where modules[name] == nil {
            let missing = Diagnostic(
                .error, .module, code: .module(.missing), "there is no module \(Value.string(name).excerpt())",
                suggestion: didYouMean(name, among: modules.keys.sorted()) ?? "heddle list shows those that there are")
            StandardStream.error.write(missing.render(styled: false) + "\n")
            throw ExitCode(ExitStatus.nothingMatched.rawValue)
        }
        if !names.isEmpty { modules = modules.filter { names.contains($0.key) } }
        if modules.isEmpty {
            StandardStream.error.write("there is no module on the module path; -m names a folder with modules\n")
            throw ExitCode(ExitStatus.nothingMatched.rawValue)
        }
        // A line for each module, so that a change of one is one line for those who compare versions of the file.
        let lines = modules.sorted { $0.key < $1.key }.map { name, module in
            "    \(Value.string(name).json): \(module.json)"
        }
        StandardStream.output.write(
            "{\n  \"lock\": 1,\n  \"modules\": {\n\(lines.joined(separator: ",\n"))\n  }\n}\n")
    }

    /// The modules of the module path with their versions and hashes, and the reasons why others are refused, by the names
    /// of their libraries. The first file of a name counts, as for behaviours.
    private func found() async throws -> (modules: [String: Value], refused: [String: String]) {
        let program = (Environment.executableFolder ?? ".") + "/heddle"
        let arguments = ["list", "--json"] + modulePath.flatMap { ["--module-path", $0] }
        let list = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), output: .string(limit: SourceText.largestSize),
            error: .discarded)
        var modules: [String: Value] = [:]
        var refused: [String: String] = [:]
        for line in list.standardOutput.split(separator: "\n") {
            guard let event = try? JSONNode.read(SourceText(name: "heddle list", String(line))).value,
                case .string(let file)? = event["file"], let name = LexicalPath(file).libraryName,
                modules[name] == nil, refused[name] == nil
            else { continue }
            guard event["event"] == .string("module") else {
                if case .array(let reasons)? = event["reasons"], case .string(let reason)? = reasons.first {
                    refused[name] = reason
                }
                continue
            }
            let hash = Value.Member("sha256", .string(sha256(of: try FileContents.read(file))))
            modules[name] = .object(
                (event["version"].flatMap { $0 == .null ? nil : [.init("version", $0)] } ?? []) + [hash])
        }
        return (modules, refused)
    }
}
