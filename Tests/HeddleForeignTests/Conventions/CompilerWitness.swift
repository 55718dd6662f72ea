// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workbench

/// A C compiler, as a witness of how values are passed on a platform.
struct CompilerWitness {
    enum Platform: String {
        case systemV = "x86_64-unknown-linux-gnu"
        case aarch64 = "aarch64-unknown-linux-gnu"
    }

    /// The error of the compiler about a text that it should have accepted.
    struct Failed: Error {
        let output: String
    }

    private let command: String
    private let platformFlags: [String]

    /// clang, which knows all platforms; nil where it is not installed.
    static func clang(for platform: Platform) -> Self? { Self("clang", ["-target", platform.rawValue]) }

    /// gcc for this machine; nil where it is not installed.
    static func gcc() -> Self? { Self("gcc", []) }

    private init?(_ command: String, _ platformFlags: [String]) {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard path.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(command)") }) else {
            return nil
        }
        self.command = command
        self.platformFlags = platformFlags
    }

    /// Compiles a text, and returns what comes of it.
    func compile(_ lines: [String], _ flags: String...) throws -> [Substring] {
        let folder = try ScratchFolder()
        let text = try folder.write(lines.joined(separator: "\n").utf8, to: "text.c")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["--default-signal", command] + platformFlags + flags
        process.arguments? += ["-std=gnu17", "-w", "-S", text, "-o", folder("output")]
        process.standardError = pipe
        try process.run()
        let problems = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(output: String(decoding: problems, as: UTF8.self)) }
        return try String(decoding: contents(of: folder("output")), as: UTF8.self).split(separator: "\n")
    }
}

/// True if gcc, where it is installed, speaks of x86-64.
#if arch(x86_64)
    let gccIsForSystemV = true
#else
    let gccIsForSystemV = false
#endif
