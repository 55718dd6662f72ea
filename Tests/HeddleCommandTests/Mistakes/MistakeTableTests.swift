// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A typical mistake and the text that a user sees.
struct TypicalMistake: CustomTestStringConvertible {
    let title: String
    /// The arguments of the command.
    let arguments: [String]
    /// The content of `mistake.json`.
    let file: String
    /// The expected output.
    let printed: String

    var testDescription: String { title }

    /// Reads a section: the title, `$ heddle` with the arguments, the file, `---` and the output.
    init?(_ section: Substring) {
        let parts = section.split(separator: "\n---\n", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, head.count >= 2, head[1].hasPrefix("$ heddle ") else { return nil }
        title = String(head[0])
        arguments = head[1].dropFirst(9).split(separator: " ").map(String.init)
        file = head.count == 3 ? String(head[2]) : ""
        printed = String(parts[1])
    }

    static let areas = [
        "json", "keys", "calls", "declarations", "conditions", "modules", "hooks", "tracking", "cases", "commands",
    ]

    static func path(of area: String) -> String {
        "\(Sources.root)/Tests/HeddleCommandTests/Golden/Mistakes/\(area).txt"
    }

    static func table(of area: String) throws -> [TypicalMistake] {
        let text = try String(contentsOfFile: path(of: area), encoding: .utf8)
        let sections = text.split(separator: "=== ")
        let mistakes = sections.compactMap { TypicalMistake($0) }
        try #require(mistakes.count == sections.count, "each section has a title, a command and an output")
        return mistakes
    }

    /// The section with another output.
    func section(printing output: String) -> String {
        let head = "=== \(title)\n$ heddle \(arguments.joined(separator: " "))\n"
        return head + (file.isEmpty ? "" : file + "\n") + "---\n" + output + "\n"
    }
}

@Suite("A typical mistake is told once, at its place")
struct MistakeTableTests {
    /// `HEDDLE_WRITE_MISTAKES=1` writes the tables anew from the output of the command.
    private let isWriting = ProcessInfo.processInfo.environment["HEDDLE_WRITE_MISTAKES"] != nil

    @Test("in the words of the table", arguments: TypicalMistake.areas)
    func words(area: String) throws {
        let bench = try Bench()
        var written = ""
        for mistake in try TypicalMistake.table(of: area) {
            try bench.folder.write("mistake.json", mistake.file)
            let program = try Program.built("heddle")
            let ended = try program.run(
                mistake.arguments, in: bench.folder.path, environment: ["XDG_DATA_HOME": "/DATA"])
            let folder = URL(filePath: program.path).deletingLastPathComponent().path
            let printed = (ended.output + ended.errors).replacing(folder, with: "BIN")
            written += mistake.section(printing: printed)
            if !isWriting { #expect(printed + "\n" == mistake.printed, "\(mistake.title)") }
        }
        if isWriting { try written.write(toFile: TypicalMistake.path(of: area), atomically: true, encoding: .utf8) }
    }
}
