// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A C compiler of this machine, which knows better than we do what a declaration means.
enum Compiler: String, CaseIterable {
    case gcc
    case clang

    /// Those that are installed.
    static let installed = allCases.filter { $0.run(["--version"], input: "").status == 0 }

    /// What the compiler complains about in a text; nil where it accepts it.
    func complaint(about text: String) -> String? {
        let result = run(
            ["-std=gnu11", "-w", "-Wno-error", "-Wno-parentheses", "-fsyntax-only", "-x", "c", "-"], input: text)
        return result.status == 0 ? nil : String(result.output.prefix(2000))
    }

    private func run(_ arguments: [String], input: String) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [rawValue] + arguments
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
