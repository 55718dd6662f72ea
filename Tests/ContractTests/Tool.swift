// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program of the machine that a test runs.
struct Tool {
    /// The result of a program.
    struct Run {
        let status: Int32
        /// Standard output and standard error, as they came.
        let output: String
    }

    /// The program's command line did not end with status 0.
    struct Failed: Error, CustomStringConvertible {
        let command: [String]
        let run: Run
        var description: String { "\(command.joined(separator: " ")) ended with \(run.status):\n\(run.output)" }
    }

    /// Runs a program of the PATH, or one given by its whole path, and waits for it.
    ///
    /// - Parameter environment: variables to set beside those of this process.
    static func run(_ command: [String], environment: [String: String] = [:]) throws -> Run {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The threads of Swift Testing block signals, and a cmake that inherits that waits for its children forever.
        process.arguments = ["--default-signal"] + command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }

    /// Runs a program that has to succeed, and returns what it printed.
    @discardableResult
    static func succeed(_ command: [String], environment: [String: String] = [:]) throws -> String {
        let run = try run(command, environment: environment)
        guard run.status == 0 else { throw Failed(command: command, run: run) }
        return run.output
    }

    /// Returns whether the PATH has a program.
    static func isInstalled(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// The functions and data that a shared library shows, without what the linker itself adds.
    static func exportedSymbols(of library: String) throws -> Set<String> {
        let names = try succeed(["nm", "--dynamic", "--defined-only", "--format=just-symbols", library])
        return Set(names.split(separator: "\n").map(String.init))
            .subtracting(["_init", "_fini", "_end", "_edata", "__bss_start"])
    }
}
