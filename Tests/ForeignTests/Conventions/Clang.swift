// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The C compiler clang, as a witness of how values are passed on a platform.
enum Clang {
    enum Target: String {
        case systemV = "x86_64-unknown-linux-gnu"
        case aarch64 = "aarch64-unknown-linux-gnu"
    }

    /// What the compiler said of a text that it should have taken.
    struct Failed: Error {
        let output: String
    }

    static let isInstalled: Bool = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/clang") }
    }()

    /// Compiles a text, and returns what comes of it.
    static func compile(_ lines: [String], for target: Target, _ flags: String...) throws -> [Substring] {
        let folder = try ScratchFolder()
        let text = try folder.write(lines.joined(separator: "\n").utf8, to: "text.c")
        let output = folder("output")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["--default-signal", "clang", "-target", target.rawValue, "-std=gnu17", "-w", "-S", text, "-o", output] + flags
        process.standardError = pipe
        try process.run()
        let problems = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: String(decoding: problems, as: UTF8.self)) }
        return try String(decoding: contents(of: output), as: UTF8.self).split(separator: "\n")
    }
}
