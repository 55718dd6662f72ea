// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A C compiler of this machine, which knows better than we do what a declaration means.
enum Compiler: String, CaseIterable {
    case gcc
    case clang

    /// Those that are installed.
    static let installed = allCases.filter { $0.run(["--version"], input: "").status == 0 }

    /// The error of the compiler about a text; nil if it accepts it.
    func complaint(about text: String) -> String? {
        let result = run(Self.options + ["-fsyntax-only", "-x", "c", "-"], input: text)
        return result.status == 0 ? nil : String(result.output.prefix(2000))
    }

    /// The output of a program, or the error of the compiler.
    func output(of program: String) -> String {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("heddle-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: place) }
        let built = run(Self.options + ["-o", place, "-x", "c", "-"], input: program)
        return built.status == 0 ? Self.run(place, [], input: "").output : String(built.output.prefix(2000))
    }

    /// The output of the preprocessor for a text, with its comments.
    func preprocessed(_ text: String) -> String {
        run(["-E", "-C", "-x", "c", "-"], input: text).output
    }

    private static let options = ["-std=gnu11", "-w", "-Wno-error", "-Wno-parentheses"]

    private func run(_ arguments: [String], input: String) -> (status: Int32, output: String) {
        Self.run("/usr/bin/env", [rawValue] + arguments, input: input)
    }

    private static func run(_ path: String, _ arguments: [String], input: String) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (incoming, outgoing) = (Pipe(), Pipe())
        process.standardInput = incoming
        process.standardOutput = outgoing
        process.standardError = outgoing
        guard (try? process.run()) != nil else { return (-1, "not found") }
        Thread.detachNewThread {
            try? incoming.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? incoming.fileHandleForWriting.close()
        }
        let output = outgoing.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

/// The headers that define what a scope knows from the start.
let standardHeaders = """
    #include <stdbool.h>
    #include <stddef.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/types.h>
    #include <time.h>
    #include <wchar.h>
    #define _Nullable

    """
