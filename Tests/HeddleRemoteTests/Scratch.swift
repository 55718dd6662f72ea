// SPDX-License-Identifier: Apache-2.0

import Subprocess
import SystemPackage

struct ShellFailure: Error { let message: String }

/// Runs a line of shell and answers what it printed.
@discardableResult
func shell(_ line: String) async throws -> String {
    let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", line], output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else { throw ShellFailure(message: result.standardError) }
    return result.standardOutput
}

/// A folder of one test's own, gone when the test is.
func withScratchFolder<Value: Sendable>(_ body: @Sendable (String) async throws -> Value) async throws -> Value {
    let folder = try await shell("mktemp -d").filter { !$0.isNewline }
    do {
        let value = try await body(folder)
        try await shell("rm -r '\(folder)'")
        return value
    } catch {
        try await shell("rm -r '\(folder)'")
        throw error
    }
}

/// Writes a shell script that stands in for the fetcher, and answers its path.
///
/// Another process writes it: a file that this one holds open for writing could not be executed.
func script(_ lines: String, in folder: String) async throws -> String {
    let path = "\(folder)/fetcher"
    try await shell("cat > '\(path)' <<'END'\n#!/bin/sh\n\(lines)\nEND\nchmod 755 '\(path)'")
    return path
}
