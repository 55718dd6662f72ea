// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// Builds the example modules once for a suite, with every warning an error.
struct BuiltPlugins: SuiteTrait, TestScoping {
    /// The folder of the build, while the suite runs.
    @TaskLocal static var build: ScratchFolder?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try ScratchFolder()
        let strict = "-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"
        try Tool.succeed([
            "cmake", "-G", "Ninja", "-S", Sources.root, "-B", folder.path, "-DCMAKE_C_FLAGS=\(strict)",
            "-DCMAKE_CXX_FLAGS=\(strict)", "-DCMAKE_Swift_FLAGS=-warnings-as-errors",
        ])
        try Tool.succeed(["cmake", "--build", folder.path])
        try await Self.$build.withValue(folder) { try await function() }
    }

    /// A built module.
    static func module(_ name: String) throws -> String {
        let folder = try #require(build)
        return folder("modules/\(name).so")
    }

    /// Compiles a host that stands in for Heddle, with a module's source linked in where one is named.
    static func host(_ fixture: String, with source: String? = nil, in folder: ScratchFolder) throws -> Host {
        let sources = [Sources.fixture("\(fixture).c")] + (source.map { ["\(Sources.root)/Plugins/\($0)"] } ?? [])
        let flags = ["-Wall", "-Wextra", "-Werror", "-I\(Sources.root)/include"]
        try Tool.succeed(["cc"] + flags + sources + ["-o", folder(fixture)])
        return Host(path: folder(fixture), folder: folder)
    }

    /// A compiled host, and the folder that it stands in.
    struct Host {
        let path: String
        let folder: ScratchFolder
    }
}

extension Trait where Self == BuiltPlugins {
    /// The example modules are built for this suite.
    static var builtPlugins: Self { Self() }
}
