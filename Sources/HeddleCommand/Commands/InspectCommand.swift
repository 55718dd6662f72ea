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
        commandName: "inspect", abstract: "Show what a module declares, without running any of its code.")

    @ArgumentParser.Argument(
        help: "A module or any shared library: a file, or the soname of a system library such as libz.so.1.")
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let output = output.open()
        do {
            let library = try LibraryFile(named: file)
            if let warning = library.contractWarning { output.events.receive(.diagnostic(warning)) }
            output.data.write(output.isJSON ? library.json + "\n" : library.text)
        } catch {
            throw output.fail(error)
        }
    }
}

extension LibraryFile {
    /// The library for people.
    fileprivate var text: String {
        guard let description else { return textWithoutDescription }
        let newer = description.contract > Description.knownContract
        let contract =
            "contract \(description.contract)"
            + (newer ? ", newer than contract \(Description.knownContract) of this Heddle" : "")
        var lines = ["\(description.name ?? path) \(description.version ?? "")".printable + "  (\(contract))"]
        lines += section("actions", description.actions.map(\.text))
        lines += section("hooks", description.hooks.map { "\($0)" })
        lines += section("instances", [description.create, description.destroy].compactMap { $0.map { "\($0)" } })
        lines += section("settings", description.settings?.all.map(\.text) ?? [])
        lines += section("needs of the host", description.needs)
        lines += section("needs of the system", neededLibraries)
        return lines.joined(separator: "\n") + "\n"
    }

    private var textWithoutDescription: String {
        let lines =
            ["\(path.printable) describes nothing; its functions can be called once they are declared"]
            + section("functions", functions) + section("needs of the system", neededLibraries)
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ title: String, _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["\(title):"] + rows.map { "  \($0.printable)" }
    }

    fileprivate var json: String {
        var members = [Value.Member("event", .string("module")), .init("file", .string(path))]
        if let description {
            members += [
                .init("name", description.name.map { .string($0) } ?? .null),
                .init("version", description.version.map { .string($0) } ?? .null),
                .init("contract", .number(.integer(Int128(description.contract)))),
                .init("actions", .array(description.actions.map(\.value))),
                .init("hooks", .array(description.hooks.map { .string($0.symbol) })),
                .init("instances", .bool(description.create != nil)),
                .init("settings", description.settings.map { .array($0.all.map(\.value)) } ?? .null),
                .init("needs", .array(description.needs.map { .string($0) })),
            ]
        }
        members.append(.init("functions", .array(functions.map { .string($0) })))
        members.append(.init("libraries", .array(neededLibraries.map { .string($0) })))
        return Value.object(members).json
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

    fileprivate var value: Value {
        .object([.init("name", .string(name)), .init("declaration", .string("\(signature)"))])
    }
}

extension String {
    /// On one line and without what would steer a terminal: a module may say anything of itself.
    var printable: String { excerpt(limit: .max) }
}
