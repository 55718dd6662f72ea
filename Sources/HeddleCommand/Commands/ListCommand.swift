// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// `heddle list`: the modules on the module path, and why others were refused; or the cases of behaviours.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the modules on the module path, and why other files were refused.",
        discussion: """
            With --cases it lists the cases of behaviours, with one line for each row of a table, by the names that \
            heddle test uses. No module is searched or loaded.
            """)

    @Flag(help: "List the cases of behaviours.")
    var cases = false

    @ArgumentParser.Argument(help: "With --cases: behaviour files, folders of them, - for standard input, or URLs.")
    var files: [String] = []

    @OptionGroup var path: ModulePathOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if cases, files.isEmpty { throw ValidationError("--cases needs files") }
        if !cases, !files.isEmpty { throw ValidationError("files need --cases") }
    }

    func run() throws {
        if cases { return try CaseList(files: files).tell(output.open()) }
        let files = ModulePath(path.folders).files().map(Found.init)
        for file in files { file.tell(json: output.json) }
        guard files.contains(where: \.isModule) else {
            StandardStream.error.write("no module was found in: \(path.folders.joined(separator: ", ").printable)\n")
            throw ExitStatus.nothingMatched.code
        }
    }
}

/// A file on the module path.
private struct Found {
    let path: String
    let result: Result<LibraryFile, Diagnostics>

    init(path: String) {
        self.path = path
        result = Result { () throws(Diagnostics) in try LibraryFile(path: path) }
    }

    var isModule: Bool { if case .success = result { true } else { false } }

    func tell(json: Bool) {
        if json { return StandardStream.output.write(value.json + "\n") }
        switch result {
        case .success(let file):
            let actions = file.description?.actions.map(\.name).joined(separator: ", ") ?? "describes nothing"
            let version = file.description?.version.map { " \($0)" } ?? ""
            let contract = file.description.map(\.contract) ?? 0
            let newer = contract > Description.knownContract ? "  (contract \(contract), newer than this Heddle)" : ""
            StandardStream.output.write(
                "\(file.description?.name ?? path)\(version)  \(actions)".printable + newer + "\n")
        case .failure(let mistakes):
            StandardStream.error.write("refused: \(mistakes.all.map(\.message).joined(separator: "; ").printable)\n")
        }
    }

    private var value: Value {
        switch result {
        case .success(let file):
            .object([
                .init("event", .string("module")), .init("file", .string(path)),
                .init("name", file.description?.name.map { .string($0) } ?? .null),
                .init("version", file.description?.version.map { .string($0) } ?? .null),
                .init("contract", file.description.map { .number(.integer(Int128($0.contract))) } ?? .null),
                .init("actions", .array(file.description?.actions.map { .string($0.name) } ?? [])),
            ])
        case .failure(let mistakes):
            .object([
                .init("event", .string("refused")), .init("file", .string(path)),
                .init("reasons", .array(mistakes.all.map { .string($0.message) })),
            ])
        }
    }
}
