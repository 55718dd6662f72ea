// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Modules that are built once for all tests of the process.
///
/// ## Topics
/// - ``probes``
/// - ``plugins``
package enum BuiltModules {
    /// The folder of the fixtures: `probe` and `counter`.
    package static var probes: String { get throws { try probeFolder.get().path } }

    /// The folder of the modules of `Plugins/`; those in Swift are there only where ``hasSwift``.
    package static var plugins: String { get throws { try pluginFolder.get().path } }

    /// True if the modules in Swift can be built.
    package static let hasSwift = Program.isInstalled("swiftc")

    /// The name of the third module.
    package static let third = "GenericProtocol.MyThirdModule"

    /// Compiles a text in C to a shared library without a description of its own, and returns its path.
    ///
    /// Many tests make the same library in folders of their own. It is compiled once, and each gets a copy: the dynamic
    /// linker knows a file by its inode.
    @discardableResult
    package static func compile(
        _ source: String, to name: String, by compiler: String = "cc", flags: [String] = [], in folder: ScratchFolder
    ) throws -> String {
        let text = try folder.write("\(name).c", source)
        let library = CompiledLibrary(source: source, name: name, compiler: compiler, flags: flags)
        if let known = compiled.withLock({ $0[library] }) {
            // Nobody sees it before it is whole, nor in the place of another one that is loaded.
            try known.write(to: URL(filePath: folder(name)), options: .atomic)
            return folder(name)
        }
        try Program(compiler).succeed(common + [text, "-o", folder(name)] + flags)
        // Debug information and the messages of assertions have the path of the text in them.
        // A header beside it may be another one in another folder.
        if !flags.contains(where: { $0.hasPrefix("-g") }), !source.contains("assert"), !source.contains("#include \"") {
            let bytes = FileManager.default.contents(atPath: folder(name))
            compiled.withLock { $0[library] = bytes }
        }
        return folder(name)
    }

    /// All that a library depends on.
    private struct CompiledLibrary: Hashable {
        let source: String
        let name: String
        let compiler: String
        let flags: [String]
    }

    private static let compiled = Mutex<[CompiledLibrary: Data]>([:])

    private static let compiler = Program("cc")
    private static let common = ["-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-I\(Sources.root)/include"]

    // MARK: What is built

    private static let probeFolder = Result {
        let folder = try removedAtExit()
        for name in ["probe", "counter"] {
            try compiler.succeed(
                common + [
                    "-std=c11", "-D_GNU_SOURCE", "-fvisibility=hidden",
                    "\(Sources.root)/Tests/Fixtures/CommandProbe/\(name).c", "-o", folder("\(name).so"),
                ])
        }
        return folder
    }

    private static let pluginFolder = Result {
        let folder = try removedAtExit()
        for (source, name) in [
            ("first/first.c", "GenericProtocol.MyFirstModule"), ("auditor/auditor.c", "auditor"),
            ("greeter/greeter.c", "greeter"), ("screens/screens.c", "screens"), ("analytics/analytics.c", "analytics"),
            ("navigation/navigation.c", "navigation"), ("security/security.c", "security"),
        ] {
            try compiler.succeed(common + hidden + ["\(Sources.root)/Plugins/\(source)", "-o", folder("\(name).so")])
        }
        for (source, name) in [
            ("second/second.cpp", "GenericProtocol.MySecondModule"), ("account/account.cpp", "account"),
        ] {
            try Program("c++").succeed(
                common + hidden + ["\(Sources.root)/Plugins/\(source)", "-o", folder("\(name).so")])
        }
        if hasSwift {
            try buildSwift("third", to: third, in: folder)
            try buildSwift("shows", to: "shows", in: folder)
        }
        return folder
    }

    private static let hidden = ["-fvisibility=hidden"]

    /// Builds a module in Swift, whose description is in C, from the folder of `Plugins/` with its name.
    private static func buildSwift(_ source: String, to name: String, in folder: ScratchFolder) throws {
        let path = "\(Sources.root)/Plugins/\(source)/\(source)"
        try compiler.succeed(
            ["-c"] + common.filter { $0 != "-shared" } + ["\(path).c", "-o", folder("\(source).o")])
        try Program("swiftc").succeed([
            "-emit-library", "-swift-version", "6", "-module-name", source, "-import-objc-header", "\(path).h", "-Xcc",
            "-I\(Sources.root)/include", "\(path).swift", folder("\(source).o"), "-o", folder("\(name).so"),
        ])
    }

    // MARK: Tidying

    private static let made = Mutex<[ScratchFolder]>([])

    /// A folder that lives as long as the process.
    private static func removedAtExit() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let isFirst = made.withLock { made in
            made.append(folder)
            return made.count == 1
        }
        if isFirst { atexit { BuiltModules.made.withLock { $0.forEach { $0.remove() } } } }
        return folder
    }
}
