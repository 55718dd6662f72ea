// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
import HeddleSystem

/// `heddle inspect`: what a module declares, read without running it.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show what a module declares and needs, without running any of its code.",
        discussion: """
            Besides the description it shows the libraries that the module needs and whether they are found, what it \
            exports beyond its actions, its build, and what will bite hosts, such as an executable stack. heddle \
            validate runs the module too.
            """)

    @ArgumentParser.Argument(
        help: "A module or any shared library: a file, or the soname of a system library such as libz.so.1.")
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let library = try LibraryFile(named: file)
            if let warning = library.contractWarning { output.events.receive(.diagnostic(warning)) }
            let inspected = InspectedLibrary(library)
            output.data.write(output.isJSON ? inspected.json + "\n" : inspected.text)
        } catch {
            throw output.fail(error)
        }
    }
}

/// A library with all that its file says.
private struct InspectedLibrary {
    private let file: LibraryFile
    private let facts: LibraryFacts
    private let dependencies: Dependencies

    init(_ file: LibraryFile) {
        self.file = file
        facts = file.facts
        dependencies = Dependencies(of: file)
    }

    // MARK: Facts

    private var path: String { file.path }

    /// The functions that it exports and that its description does not have.
    private var further: [String] {
        guard let known = file.description?.symbols else { return [] }
        return facts.functions.filter { !known.contains($0) }
    }

    /// The names that no library provides. Where libraries are missing too, these may provide them.
    private var missingSymbols: [String] { dependencies.missing(of: facts) }

    // MARK: For people

    var text: String { (head + tail).joined(separator: "\n") + "\n" }

    private var head: [String] {
        guard let description = file.description else {
            return ["\(path.printable) describes nothing; its functions can be called once they are declared"]
                + section("functions", file.functions)
        }
        let newer = description.contract > Description.knownContract
        let contract =
            "contract \(description.contract)"
            + (newer ? ", newer than contract \(Description.knownContract) of this Heddle" : "")
        var lines = ["\(description.name ?? path) \(description.version ?? "")".printable + "  (\(contract))"]
        lines += description.about["summary"].map { ["  \($0.printable)"] } ?? []
        lines += ["vendor", "license", "url"].compactMap { key in
            description.about[key].map { "\(key): \($0.printable)" }
        }
        lines += section("types", description.types.filter { !$0.isOpaque }.map(\.text))
        lines += section("actions", description.actions.flatMap { [$0.text] + words(about: $0.signature) })
        lines += section("hooks", description.hooks.flatMap { ["\($0)"] + words(about: $0) })
        lines += section("instances", [description.create, description.destroy].compactMap { $0.map { "\($0)" } })
        lines += section("settings", description.settings?.all.map(\.text) ?? [])
        lines += section("needs of the host", description.needs + neededFunctions(of: description))
        lines += section("offers", description.offers.keys.sorted())
        lines += section("lacks in this Heddle", description.unmetNeeds())
        return lines + section("uses where the host has it", description.wants)
    }

    /// The words for people about a function and its parameters, below its declaration.
    private func words(about signature: Signature) -> [String] {
        let help = signature.help
        let parameters = (signature.parameters.compactMap(\.name) + ["return"]).compactMap { name in
            help.parameters[name].map { "  \(name): \($0)" }
        }
        return (help.text.isEmpty ? [] : ["  \(help.text)"]) + parameters
    }

    private func neededFunctions(of description: Description) -> [String] {
        description.neededFunctions.map { "\($0.service): \($0.name)" }
    }

    private var tail: [String] {
        let own = dependencies.all.filter { $0.needer == path || $0.path == nil }
        let libraries = own.map { library in
            library.path != nil
                ? library.name
                : "\(library.name)  (not found)" + (library.needer == path ? "" : ", which \(library.needer) needs")
        }
        let build = facts.compilers + [facts.buildID.map { "build ID \($0)" }].compactMap(\.self)
        return section("needs of the system", libraries)
            + section("symbols that no library provides", missingSymbols)
            + section("exports beyond its description", further)
            + section("build", build) + section("will bite", file.hazards)
    }

    private func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["\(title):"] + rows.map { "  \($0.printable)" }
    }

    // MARK: For programs

    var json: String {
        var members = [Value.Member("event", .string("module")), .init("file", .string(path))]
        if let description = file.description {
            members += [
                .init("name", description.name.map { .string($0) } ?? .null),
                .init("version", description.version.map { .string($0) } ?? .null),
                .init("contract", .number(.integer(Int128(description.contract)))),
                .init("about", described(description.about)),
                .init("types", texts(description.types.map(\.text))),
                .init("actions", .array(description.actions.map { .object($0.members + help(of: $0)) })),
                .init("hooks", .array(description.hooks.map { .string($0.symbol) })),
                .init("instances", .bool(description.create != nil)),
                .init("settings", description.settings.map { .array($0.all.map(\.value)) } ?? .null),
                .init("needs", texts(description.needs + neededFunctions(of: description))),
                .init("unmet", texts(description.unmetNeeds())), .init("wants", texts(description.wants)),
                .init("offers", texts(description.offers.keys.sorted())),
                .init("further", texts(further)),
            ]
        }
        members += [
            .init("functions", texts(file.functions)), .init("libraries", texts(file.neededLibraries)),
            .init("dependencies", .array(dependencies.all.map(\.value))), .init("missing", texts(missingSymbols)),
            .init("soname", facts.soname.map { .string($0) } ?? .null),
            .init("buildID", facts.buildID.map { .string($0) } ?? .null),
            .init("compilers", texts(facts.compilers)), .init("searchPath", texts(facts.searchFolders)),
            .init("runtimes", texts(facts.runtimes.map(\.rawValue))), .init("bites", texts(file.hazards)),
        ]
        return Value.object(members).json
    }

    private func help(of action: Description.Action) -> [Value.Member] {
        let help = action.signature.help
        return [
            .init("help", help.text.isEmpty ? .null : .string(help.text)),
            .init("parameters", described(help.parameters)),
        ]
    }

    private func described(_ words: [String: String]) -> Value {
        .object(words.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }

    private func texts(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }
}

extension Dependencies.Dependency {
    fileprivate var value: Value {
        .object([
            .init("name", .string(name)), .init("for", .string(needer)),
            .init("path", path.map { .string($0) } ?? .null),
        ])
    }
}

extension Setting {
    /// The declaration with the default, and the words for people.
    fileprivate var text: String {
        let initial =
            switch initial {
            case nil: "  (required)"
            case .null?: ""
            case let value?: " = \(isSecret ? Value.secretWord : value.excerpt())"
            }
        return "\(self)\(initial)" + (help.isEmpty ? "" : "  \(help.excerpt())")
    }

    fileprivate var value: Value {
        var members = [Value.Member("name", .string(name)), .init("declaration", .string("\(self)"))]
        if let initial { members.append(.init("default", isSecret ? .secret : initial)) }
        return .object(
            members + [.init("required", .bool(isRequired)), .init("help", help.isEmpty ? .null : .string(help))])
    }
}

extension Description.Action {
    fileprivate var text: String { name == signature.symbol ? "\(signature)" : "\(name)  =  \(signature)" }

    fileprivate var members: [Value.Member] {
        [
            .init("name", .string(name)), .init("declaration", .string("\(signature)")),
            .init("tags", .array(signature.tags.map { .string($0) })),
            .init(
                "secrets",
                .array(
                    signature.parameters.indices.filter { signature.parameters[$0].isSecret }
                        .map { .string(signature.name(of: $0)) })),
        ]
    }
}

extension String {
    /// On one line and without what would steer a terminal: a module may say anything of itself.
    var printable: String { excerpt(limit: .max) }
}
