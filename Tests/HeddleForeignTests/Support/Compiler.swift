// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workbench

/// The C compiler of this machine, for modules that no package would build.
enum Compiler {
    /// The error of the compiler about a text that it should have accepted.
    struct Failed: Error {
        let output: String
    }

    /// Its command; nil where there is none.
    static let command: String? = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return ["clang", "gcc"].first { name in
            path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        }
    }()

    static var isInstalled: Bool { command != nil }

    /// Compiles a text to a file in a folder; a shared library unless the flags say otherwise. Returns its path.
    @discardableResult
    static func build(
        _ source: String, to name: String = "module.so", flags: [String] = ["-shared", "-fPIC"],
        in folder: ScratchFolder
    ) throws -> String {
        let text = try folder.write(source.utf8, to: "\(name).c")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["--default-signal", command ?? "cc", "-std=c17", "-I\(include)", text, "-o", folder(name)] + flags
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: String(decoding: output, as: UTF8.self)) }
        return folder(name)
    }

    /// The folder of the header.
    private static let include = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../../../include").standardized.path
}
