// SPDX-License-Identifier: Apache-2.0

import Workbench

/// A folder in which a test types lines into `heddle shell`, from a file.
struct ShellBench {
    let folder: ScratchFolder
    private let heddle: Program

    init() throws {
        folder = try ScratchFolder()
        heddle = try Program.built("heddle")
    }

    /// Types lines, and returns what came of them.
    func type(
        _ lines: String..., into libraries: [String] = ["libm.so.6", "libc.so.6"], environment: [String: String] = [:]
    ) throws -> Program.Ended {
        try heddle.run(
            ["shell"] + libraries, in: folder.path, environment: environment,
            input: lines.map { "\($0)\n" }.joined())
    }

    /// Runs another command in the folder.
    func run(_ arguments: String...) throws -> Program.Ended { try heddle.run(arguments, in: folder.path) }

    /// The steps of a behaviour that was saved, a line each.
    func steps(of file: String = "saved.json") -> [String] {
        let lines = (folder.text(of: file) ?? "").split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasSuffix("\"steps\": [") }) else { return [] }
        return lines[(start + 1)...].prefix { $0.hasPrefix("        ") }.map { line in
            String(line.dropFirst(8).hasSuffix(",") ? line.dropFirst(8).dropLast() : line.dropFirst(8))
        }
    }
}
