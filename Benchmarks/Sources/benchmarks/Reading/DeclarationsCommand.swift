// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleDiagnostics
import Foundation

/// Reading the declarations of a library's header.
struct DeclarationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declarations", abstract: "Reading a header's declarations.",
        discussion: """
            echo '#include <sqlite3.h>' | clang -E -C - > sqlite3.i
            scripts/benchmarks declarations sqlite3.i --of sqlite3.h
            """)

    @ArgumentParser.Argument(help: "A header as clang -E -C leaves it.")
    var header: String

    @Option(help: "The end of the name of the file whose declarations count.")
    var of: String

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 21

    @OptionGroup var format: OutputOptions

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds must be at least 1") }
    }

    func run() throws {
        let text = try String(contentsOfFile: header, encoding: .utf8)
        let declarations = Self.declarations(in: text, of: of)
        let functions = declarations.count { $0.function != nil }
        let printed = declarations.map(\.description).joined(separator: ";\n")
        let rows = [
            ("the \(functions) functions of \(of), with its types", try milliseconds { try Self.read(printed) }),
            ("the whole text that the preprocessor leaves", try milliseconds { _ = Self.items(in: text) }),
        ]
        if format.json {
            for (name, time) in rows {
                print(Value.object([.init("reading", .string(name)), .init("ms", Value(time))]).json)
            }
        } else {
            print(Table(title: header, columns: ["ms"], rows: rows.map { [$0.0, $0.1.fixed(1)] }))
        }
    }

    private static func items(in text: String) -> [HeaderItem] {
        var scope = DeclarationScope()
        let source = SourceText(name: "header", text)
        return scope.readHeader(source.whole)
    }

    private static func declarations(in text: String, of file: String) -> [Declaration] {
        items(in: text).filter { $0.file.hasSuffix(file) }.flatMap { item -> [Declaration] in
            if case .declarations(let declarations) = item.content { declarations } else { [] }
        }
    }

    private static func read(_ text: String) throws {
        var scope = DeclarationScope()
        let source = SourceText(name: "declarations", text)
        _ = try scope.read(source.whole)
    }

    private func milliseconds(_ body: () throws -> Void) throws -> Double {
        try (0..<rounds).map { _ in try ContinuousClock().measure(body).nanoseconds / 1e6 }.median
    }
}
