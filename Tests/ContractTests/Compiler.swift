// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A compiler and the standard that it is to follow.
struct Compiler: Sendable, CustomTestStringConvertible {
    enum Family: String, CaseIterable {
        case gcc
        case clang

        func command(for language: Language) -> String {
            switch (self, language) {
            case (.gcc, .cxx): "g++"
            case (.clang, .cxx): "clang++"
            default: rawValue
            }
        }
    }

    enum Language: String {
        case c
        case cxx = "c++"
    }

    let family: Family
    let language: Language
    let standard: String

    var testDescription: String { "\(family.command(for: language)) -std=\(standard)" }

    /// The compilers of this machine with each standard of C from C99 on, C99 also as gcc extends it.
    static let c = both(.c, ["c99", "gnu99", "c11", "c17", "c2x"])
    /// The compilers of this machine with each standard of C++ from C++11 on.
    static let cxx = both(.cxx, ["c++11", "c++14", "c++17", "c++20", "c++2b"])
    /// The compilers of this machine with each standard that `module.hpp` takes.
    static let modernCXX = both(.cxx, ["c++17", "c++20", "c++2b"])
    /// The compilers of this machine with a usual standard each.
    static let usual = both(.c, ["c17"]) + usualCXX
    /// Those of C++ among them.
    static let usualCXX = both(.cxx, ["c++17"])

    private static func both(_ language: Language, _ standards: [String]) -> [Compiler] {
        Family.allCases.filter { Tool.isInstalled($0.command(for: language)) }.flatMap { family in
            standards.map { Compiler(family: family, language: language, standard: $0) }
        }
    }

    /// The warnings that a careful author enables, all as errors.
    private static let warnings = [
        "-Werror", "-Wpedantic", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wsign-conversion", "-Wundef",
        "-Wcast-qual", "-Wmissing-declarations",
    ]

    /// Compiles fixtures with every warning on.
    ///
    /// - Parameter headers: the folder of `heddle/module.h`; nil for today's.
    @discardableResult
    func compile(_ fixtures: [String], _ flags: [String], headers: String? = nil) throws -> Tool.Run {
        let strict = Self.warnings + (language == .cxx ? ["-Wold-style-cast"] : ["-Wstrict-prototypes"])
        return try Tool.run(
            [family.command(for: language), "-x", language.rawValue, "-std=\(standard)"] + strict
                + ["-I\(headers ?? "\(Sources.root)/include")"] + flags + fixtures.map(Sources.fixture))
    }

    /// Builds a module from fixtures, which has to succeed, and returns its path.
    func module(
        _ fixtures: String..., flags: [String] = [], headers: String? = nil, in folder: ScratchFolder
    ) throws -> String {
        let path = folder("module.so")
        let run = try compile(
            fixtures, ["-fPIC", "-shared", "-fvisibility=hidden", "-Wl,-z,defs", "-o", path] + flags, headers: headers)
        guard run.status == 0 else { throw Tool.Failed(command: [testDescription] + fixtures, run: run) }
        return path
    }
}
