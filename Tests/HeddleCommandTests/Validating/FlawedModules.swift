// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// Modules in C that break one promise each, and are named for it: `Tests/Fixtures/Flawed`.
struct FlawedModules {
    let folder: ScratchFolder
    private let further: [String]

    private static let sources = "\(Sources.root)/Tests/Fixtures/Flawed"

    /// The names of all promises that a module breaks, in alphabetical order.
    static var allNames: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }
                .map { String($0.dropLast(2)) }.sorted()
        }
    }

    /// Compiles those of some names.
    ///
    /// - Parameter flags: further flags of the compiler.
    init(_ names: [String], flags: [String] = []) throws {
        folder = try ScratchFolder()
        further = flags
        for name in names { try compile(name) }
    }

    /// The flags of a module stand in its second line, and so does a library that it needs and that is not there later.
    private func compile(_ name: String) throws {
        let source = "\(Self.sources)/\(name).c"
        let lines = try String(contentsOfFile: source, encoding: .utf8).split(separator: "\n")
        func words(_ mark: String) -> [String] {
            lines.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count).split(separator: " ").map(String.init) }
                ?? []
        }
        var flags = words("// flags: ")
        for library in words("// needs: ") {
            let absent = try ScratchFolder()
            try BuiltModules.compile(
                "int nothing;\n", to: "lib\(library).so", flags: ["-Wl,-soname,lib\(library).so.9"], in: absent)
            flags += ["-L\(absent.path)", "-Wl,--no-as-needed", "-l\(library)"]
            try link(source, name, flags)
            return
        }
        try link(source, name, flags)
    }

    private func link(_ source: String, _ name: String, _ flags: [String]) throws {
        let common = [
            "-shared", "-fPIC", "-fvisibility=hidden", "-O1", "-Wall", "-Wextra", "-I\(Sources.root)/include",
        ]
        try Program("cc").succeed(common + further + [source, "-o", folder("\(name).so")] + flags)
    }
}

extension Program.Ended {
    /// The checks that did not pass and were not skipped, by the file names of modules without their ending.
    var findings: [String: [String]] {
        get throws {
            var findings: [String: [String]] = [:]
            for event in try events where event.kind == "caseEnded" {
                let (id, outcome): (String, String) = try (#require(event["id"]), #require(event["outcome"]))
                if outcome == "passed" || outcome == "skipped" { continue }
                let parts = id.split(separator: "/")
                findings[String(parts[parts.count - 2].dropLast(3)), default: []].append(String(parts[parts.count - 1]))
            }
            return findings
        }
    }
}
