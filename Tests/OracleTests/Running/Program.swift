// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that runs beside the test.
final class Program {
    /// The output of a program that should not have failed.
    struct Failed: Error {
        let command: String
        let output: String
    }

    private let process = Process()
    private let pipe = Pipe()
    private let command: [String]

    /// Starts it; what it writes to either stream is its output.
    init(_ command: [String]) throws {
        self.command = command
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The test's own process ignores signals that a compiler must not.
        process.arguments = ["--default-signal"] + command
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
    }

    /// Waits for its end.
    func output() throws -> String {
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, process.terminationReason == .exit else {
            throw Failed(command: command.joined(separator: " "), output: String(output.prefix(3000)))
        }
        return output
    }

    /// Waits for its end, which may be any.
    func outputWhateverHappens() -> String {
        let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns whether a command is there.
    static func exists(_ name: String) -> Bool {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
