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
            Each file of the module path has a state: ready; undescribed, which runs once it is declared; shadowed by an \
            earlier file of its name; unmet, which needs services that this Heddle lacks; or refused. No code of a \
            module runs.

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
        var (first, named): ([String: String], [String: String]) = ([:], [:])
        let files = ModulePath(path.folders).files().map { path in
            let name = LexicalPath(path).libraryName ?? path
            let found = Found(path: path, shadow: first[name], namesakes: named)
            if first[name] == nil { first[name] = path }
            if found.shadow == nil, let name = found.name, named[name] == nil { named[name] = path }
            return found
        }
        for file in files { file.tell(json: output.json) }
        guard files.contains(where: \.isModule) else {
            StandardStream.error.write("no module was found in: \(path.folders.joined(separator: ", ").printable)\n")
            throw ExitStatus.nothingMatched.code
        }
    }
}

/// A file on the module path.
private struct Found {
    /// The state of a file, as it is told.
    private enum State: String {
        case ready, undescribed, shadowed, unmet, refused
    }

    private let path: String
    /// The earlier file that is found by its name.
    let shadow: String?
    /// The earlier file that describes itself by the same name, if this one is found.
    private let namesake: String?
    private let result: Result<LibraryFile, Diagnostics>

    /// - Parameter namesakes: the files that are found, by the names in their descriptions.
    init(path: String, shadow: String?, namesakes: [String: String]) {
        (self.path, self.shadow) = (path, shadow)
        let result = Result { () throws(Diagnostics) in try LibraryFile(path: path) }
        namesake = shadow == nil ? (try? result.get().description?.name).flatMap { namesakes[$0] } : nil
        self.result = result
    }

    /// The name in its description.
    var name: String? { try? result.get().description?.name }

    var isModule: Bool { if case .success = result { true } else { false } }

    private var state: State {
        guard case .success(let file) = result else { return .refused }
        if shadow != nil { return .shadowed }
        guard let description = file.description else { return .undescribed }
        return description.unmetNeeds().isEmpty ? .ready : .unmet
    }

    /// The reasons why it is not simply ready, in words.
    private var reasons: [String] {
        let notes = namesake.map { ["\($0) has the same name"] } ?? []
        return notes + refusals
    }

    private var refusals: [String] {
        switch (state, result) {
        case (.refused, .failure(let mistakes)): mistakes.all.map(\.message)
        case (.shadowed, _): ["\(shadow ?? "") is found first"]
        case (.unmet, .success(let file)): file.description?.unmetNeeds().map { "it needs \($0)" } ?? []
        case (.ready, .success(let file)): file.description?.uncallable ?? []
        default: []
        }
    }

    func tell(json: Bool) {
        if json { return StandardStream.output.write(value.json + "\n") }
        switch result {
        case .success(let file):
            let actions = file.description?.actions.map(\.name).joined(separator: ", ") ?? "describes nothing"
            let version = file.description?.version.map { " \($0)" } ?? ""
            let contract = file.description.map(\.contract) ?? 0
            let newer = contract > Description.knownContract ? "  (contract \(contract), newer than this Heddle)" : ""
            let kept = reasons.isEmpty ? "" : "  (\(path): \(state), \(reasons.joined(separator: ", ")))"
            StandardStream.output.write(
                "\(file.description?.name ?? path)\(version)  \(actions)\(kept)".printable + newer + "\n")
        case .failure:
            StandardStream.error.write("refused: \(reasons.joined(separator: "; ").printable)\n")
        }
    }

    private var value: Value {
        var members = [
            Value.Member("event", .string(isModule ? "module" : "refused")), .init("file", .string(path)),
            .init("state", .string(state.rawValue)),
        ]
        if case .success(let file) = result {
            members += [
                .init("name", file.description?.name.map { .string($0) } ?? .null),
                .init("version", file.description?.version.map { .string($0) } ?? .null),
                .init("contract", file.description.map { .number(.integer(Int128($0.contract))) } ?? .null),
                .init("actions", .array(file.description?.actions.map { .string($0.name) } ?? [])),
            ]
        }
        if !reasons.isEmpty { members.append(.init("reasons", .array(reasons.map { .string($0) }))) }
        return .object(members)
    }
}
