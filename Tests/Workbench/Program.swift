// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A program that a test starts as a child process.
package struct Program: Sendable {
    /// The path, or the name.
    package let path: String

    /// A program by its path, or by its name on the `PATH`.
    package init(_ path: String) {
        self.path = path
    }

    /// A product of the package: in the folder that `HEDDLE_PROGRAMS` names, if it is there, or else beside the tests.
    package static func built(_ name: String) throws -> Program {
        if let folder = ProcessInfo.processInfo.environment["HEDDLE_PROGRAMS"],
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        {
            return Program("\(folder)/\(name)")
        }
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return Program(URL(filePath: own).deletingLastPathComponent().appending(path: name).path)
    }

    /// Returns whether the `PATH` has a program.
    package static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

    /// Where the `PATH` has a program.
    package static func path(of name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs the program to its end, which comes at the latest after a minute.
    ///
    /// - Parameters:
    ///   - environment: variables to set beside those of this process, without those that Heddle heeds.
    ///   - input: what it reads from standard input.
    package func run(
        _ arguments: [String], in folder: String = Sources.root, environment: [String: String] = [:],
        input: String = ""
    ) throws -> Ended {
        // By its path, since the child may be given another PATH.
        let limited = [Self.path(of: "timeout") ?? "timeout", "-k", "1", "60", path]
        return try Started(limited + arguments, folder, environment, input).ended()
    }

    /// Runs a program that has to succeed, and returns what it printed.
    @discardableResult
    package func succeed(_ arguments: [String], in folder: String = Sources.root) throws -> String {
        let ended = try run(arguments, in: folder)
        guard ended.status == 0 else { throw Failed(command: [path] + arguments, ended: ended) }
        return ended.output
    }

    /// Starts the program and does not wait for it.
    package func start(_ arguments: [String], in folder: String = Sources.root) throws -> Started {
        try Started([path] + arguments, folder, [:], "")
    }

    /// The result of a program.
    package struct Ended: Sendable {
        /// Its exit status; of one that a signal ended, the signal's number and 128.
        package let status: Int32
        /// Its standard output.
        package let output: String
        /// Its standard error.
        package let errors: String
    }

    /// The program did not end with status 0.
    package struct Failed: Error, CustomStringConvertible {
        let command: [String]
        let ended: Ended
        /// Its output.
        package var description: String {
            "\(command.joined(separator: " ")) ended with \(ended.status):\n\(ended.output)\(ended.errors)"
        }
    }
}

/// A program that is running.
package final class Started {
    private let process = Process()
    private let folder: ScratchFolder

    fileprivate init(
        _ command: [String], _ directory: String, _ environment: [String: String], _ input: String
    ) throws {
        folder = try ScratchFolder()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The threads of Swift Testing block signals, which a child would inherit.
        process.arguments = ["--default-signal"] + command
        process.currentDirectoryURL = URL(filePath: directory)
        let heeded = [
            "NO_COLOR", "HEDDLE_MODULE_PATH", "CI_NODE_INDEX", "CI_NODE_TOTAL", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS",
            "TEST_SHARD_STATUS_FILE", "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID",
        ]
        process.environment = ProcessInfo.processInfo.environment.filter { !heeded.contains($0.key) }
            .merging(environment) { $1 }
        // Files, since a pipe that nobody empties stops whoever writes.
        process.standardInput = FileHandle(forReadingAtPath: try folder.write("input", input))
        process.standardOutput = FileHandle(forWritingAtPath: try folder.write("output", ""))
        process.standardError = FileHandle(forWritingAtPath: try folder.write("errors", ""))
        try process.run()
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until it has written something to standard output; false when it ended without that, or in a minute.
    package func waits(untilOutputHas text: String) -> Bool { waits { outputSoFar.contains(text) } }

    /// Waits until it has written something to standard error, so many times; false when it ended without that, or in a
    /// minute.
    package func waits(untilErrorsHave text: String, times: Int = 1) -> Bool {
        waits { errorsSoFar.ranges(of: text).count >= times }
    }

    private func waits(until isThere: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !isThere() {
            guard process.isRunning, ContinuousClock.now < end else { return false }
            usleep(5_000)
        }
        return true
    }

    /// Its standard output so far.
    package var outputSoFar: String { folder.text(of: "output") ?? "" }
    /// Its standard error so far.
    package var errorsSoFar: String { folder.text(of: "errors") ?? "" }

    /// Waits for its end.
    package func ended() -> Program.Ended {
        process.waitUntilExit()
        let base: Int32 = process.terminationReason == .exit ? 0 : 128
        return Program.Ended(
            status: base + process.terminationStatus, output: outputSoFar, errors: errorsSoFar)
    }
}
