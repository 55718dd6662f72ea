// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The CMake package", .enabled(if: Tool.isInstalled("cmake") && Tool.isInstalled("ninja")))
struct PackageTests {
    private let folder: ScratchFolder
    private static let outside = [Record(1, "outside\n1"), Record(2, "int32_t seven(void)")]

    init() throws { folder = try ScratchFolder() }

    private func configure(_ source: String, _ build: String, _ options: String...) throws -> String {
        try Tool.succeed(["cmake", "-G", "Ninja", "-S", source, "-B", folder(build)] + options)
    }

    /// Installs the package without programs and moves it, since a package may not know where it was made.
    private func install() throws -> String {
        _ = try configure(
            Sources.root, "heddle", "-DCMAKE_Swift_COMPILER=NOTFOUND", "-DHEDDLE_PROGRAMS_DIR=\(folder("programs"))")
        try Tool.succeed(["cmake", "--install", folder("heddle"), "--prefix", folder("made")])
        try FileManager.default.moveItem(atPath: folder("made"), toPath: folder("moved"))
        return folder("moved")
    }

    @Test("serves a project outside by find_package")
    func findPackage() throws {
        let prefix = try install()
        _ = try configure(Sources.fixture("outside"), "outside", "-DCMAKE_PREFIX_PATH=\(prefix)")
        try Tool.succeed(["cmake", "--build", folder("outside")])
        #expect(try Record.read(from: folder("outside/modules/outside.so")) == Self.outside)
    }

    @Test("serves a project outside by pkg-config", .enabled(if: Tool.isInstalled("pkg-config")))
    func pkgConfig() throws {
        let environment = ["PKG_CONFIG_PATH": try install() + "/share/pkgconfig"]
        let flags = try Tool.succeed(["pkg-config", "--cflags", "heddle >= 0.1"], environment: environment)
        let words = flags.split(whereSeparator: \.isWhitespace).map(String.init)
        let module = folder("outside.so")
        try Tool.succeed(
            ["cc", "-shared", "-fPIC", "-o", module, Sources.fixture("outside/outside.c")] + words)
        #expect(try Record.read(from: module) == Self.outside)
    }

    @Test("serves a project beside the source tree, which is not installed")
    func sourceTree() throws {
        _ = try configure(Sources.root, "heddle", "-DCMAKE_Swift_COMPILER=NOTFOUND")
        _ = try configure(Sources.fixture("outside"), "outside", "-DCMAKE_PREFIX_PATH=\(folder("heddle"))")
        try Tool.succeed(["cmake", "--build", folder("outside")])
        #expect(try Record.read(from: folder("outside/modules/outside.so")) == Self.outside)
        guard Tool.isInstalled("pkg-config") else { return }
        let flags = try Tool.succeed(
            ["pkg-config", "--cflags", "heddle"], environment: ["PKG_CONFIG_PATH": folder("heddle/pkgconfig")])
        let words = flags.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(words == ["-I\(Sources.root)/include"])
    }

    @Test("serves a project that fetches the sources")
    func fetchContent() throws {
        _ = try configure(Sources.fixture("fetched"), "fetched", "-DHEDDLE_SOURCE_DIR=\(Sources.root)")
        try Tool.succeed(["cmake", "--build", folder("fetched")])
        #expect(try Record.read(from: folder("fetched/modules/fetched.so")) == Self.outside)
    }

    @Test(
        "builds each template on its own",
        arguments: [
            "first", "second", "auditor", "greeter", "screens", "analytics", "navigation", "account", "security",
        ])
    func templates(name: String) throws {
        let prefix = try install()
        _ = try configure("\(Sources.root)/Plugins/\(name)", name, "-DCMAKE_PREFIX_PATH=\(prefix)")
        try Tool.succeed(["cmake", "--build", folder(name)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("\(name)/modules")).count == 1)
    }

    @Test("says that the Swift modules are left out where there is no Swift compiler")
    func withoutSwift() throws {
        let output = try configure(Sources.root, "heddle", "-DCMAKE_Swift_COMPILER=NOTFOUND")
        #expect(
            output.contains(
                "GenericProtocol.MyThirdModule and shows are left out: they need a Swift compiler, 6.3 or newer"))
    }

    @Test("says what heddle_add_module wants")
    func misuse() throws {
        let prefix = try install()
        let project = "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\nfind_package(heddle REQUIRED)\n"
        try FileManager.default.createDirectory(atPath: folder("misuse"), withIntermediateDirectories: true)
        try Data((project + "heddle_add_module(p p.c)").utf8).write(to: URL(filePath: folder("misuse/CMakeLists.txt")))
        let run = try Tool.run([
            "cmake", "-G", "Ninja", "-S", folder("misuse"), "-B", folder("b"), "-DCMAKE_PREFIX_PATH=\(prefix)",
        ])
        #expect(run.status != 0)
        #expect(run.output.contains("heddle_add_module(p ...) wants SOURCES and at least one file, nothing else"))
    }

    /// A project of one module, which is built as it is configured.
    private func build(_ declaration: String, _ generator: String, _ options: [String]) throws -> Tool.Run {
        let prefix = FileManager.default.fileExists(atPath: folder("moved")) ? folder("moved") : try install()
        try FileManager.default.createDirectory(atPath: folder("one"), withIntermediateDirectories: true)
        try folder.write(
            "one/CMakeLists.txt",
            """
            cmake_minimum_required(VERSION 3.25)
            project(one LANGUAGES C)
            find_package(heddle REQUIRED)
            heddle_add_module(one SOURCES one.c)
            """)
        try folder.write(
            "one/one.c",
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("one", "1.0.0")
            HEDDLE_ACTION(\(declaration))
            int32_t one(const char *p) { return p != 0; }
            """)
        try Tool.succeed(
            ["cmake", "-G", generator, "-S", folder("one"), "-B", folder("built"), "-DCMAKE_PREFIX_PATH=\(prefix)"]
                + options)
        return try Tool.run(["cmake", "--build", folder("built")])
    }

    private static let wrong = "int32_t, one, _In_reads_(n) const char *p"
    private static let right = "int32_t, one, _In_z_ const char *p"

    private func command() throws -> String { "-DHEDDLE_COMMAND=\(try Program.built("heddle").path)" }

    @Test(
        "makes a description that Heddle refuses an error of the build, until it is right",
        arguments: ["Ninja", "Unix Makefiles"])
    func inspection(generator: String) throws {
        let failed = try build(Self.wrong, generator, [command()])
        #expect(failed.status != 0)
        #expect(
            failed.output.contains(
                """
                in its description, there is no parameter "n" to count with
                 = in "int32_t one(_In_reads_(n) const char *p)"
                """))
        #expect(try Tool.run(["cmake", "--build", folder("built")]).status != 0, "a second build is none the better")
        let built = try build(Self.right, generator, [])
        #expect(built.status == 0, "\(built.output)")
        #expect(!built.output.contains("1.0.0"), "it shows the description: \(built.output)")
    }

    @Test(
        "builds without inspecting where that is not wanted, and where there is no command",
        arguments: [true, false])
    func noInspection(hasCommand: Bool) throws {
        let options = try hasCommand ? [command(), "-DHEDDLE_INSPECT_MODULES=OFF"] : []
        let built = try build(Self.wrong, "Ninja", options)
        #expect(built.status == 0, "\(built.output)")
    }

    @Test("says which programs are not installed since they are not built, and makes no package without them")
    func missingPrograms() throws {
        _ = try install()
        let installed = try Tool.succeed(["cmake", "--install", folder("heddle"), "--prefix", folder("made")])
        for name in ["heddle", "heddle-fetch", "heddle-serve"] {
            #expect(
                installed.contains(
                    "Not installed, since it is not built (scripts/build builds it): \(folder("programs/\(name)"))\n"))
        }
        let packaged = try Tool.run([
            "cpack", "--config", folder("heddle/CPackConfig.cmake"), "-B", folder("packages"),
        ])
        #expect(packaged.status != 0)
        let words = packaged.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("the package would lack the program heddle: \(folder("programs/heddle")) is not there"))
    }
}
