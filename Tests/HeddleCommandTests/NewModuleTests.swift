// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle new")
struct NewModuleTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A language and the programs that its README names.
    struct Language: CustomTestStringConvertible {
        let name: String
        let tools: [String]
        /// A part of the failure that the third case expects.
        let failure: String
        /// The action of the second case, as `heddle inspect` shows it.
        var action = "int32_t divide(int32_t dividend, int32_t divisor)"

        var testDescription: String { name }
        var missing: String? { tools.first { !Program.isInstalled($0) } }

        static let all = [
            Language(name: "c", tools: ["cmake", "ctest", "cc"], failure: "noQuotient: 7 cannot be divided by 0"),
            Language(
                name: "cpp", tools: ["cmake", "ctest", "c++"], failure: "noQuotient: 7 cannot be divided by 0",
                action: "divide  =  int divide_action(int dividend, int divisor)"),
            Language(name: "rust", tools: ["cargo", "rustc", "cc"], failure: "panic: 7 cannot be divided by 0"),
            Language(name: "swift", tools: ["swift", "pkg-config"], failure: "noQuotient: 7 cannot be divided by 0"),
        ]
    }

    @Test(
        "makes a module that builds, passes its tests and validates by the commands of its README",
        .enabled(if: Program.isInstalled("cmake")),
        arguments: Language.all)
    func builds(language: Language) throws {
        if let tool = language.missing { try Test.cancel("\(tool) is not installed") }
        let installed = try InstalledTree.shared.get()
        let made = try installed.run("heddle new calculator --language \(language.name)", in: bench.folder.path)
        try #require(made.status == 0, "\(made.errors)")
        let folder = bench.folder("calculator")
        let files = try contents(of: folder)
        #expect(made.output.split(separator: "\n").map { String($0.dropFirst("calculator/".count)) }.sorted() == files)

        let readme = try #require(bench.folder.text(of: "calculator/README.md"))
        let commands = try #require(readme.firstMatch(of: /```sh\n((?:.*\n)*?)```/)?.output.1)
        let ended = try installed.run(String(commands), in: folder)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.errors.contains("3 cases: 3 passed"))
        #expect(ended.output.contains("calculator 1.0.0"))
        #expect(ended.output.contains("  \(language.action)\n"))

        let call = try #require(readme.firstMatch(of: /`(heddle call .*? 7) 2`/)?.output.1)
        #expect(try installed.run("\(call) 2", in: folder).output == "3\n")
        #expect(
            try installed.run("\(call) 0", in: folder).errors.contains("calculator.divide failed: \(language.failure)"))
        let module = try #require(readme.firstMatch(of: /heddle inspect (\S+)/)?.output.1)
        let validated = try installed.run("heddle validate \(module) --quiet --jobs auto", in: folder)
        #expect(validated.status == 0, "\(validated.output)\(validated.errors)")
        // What was made is still there.
        for file in files { #expect(FileManager.default.fileExists(atPath: "\(folder)/\(file)")) }
    }

    @Test("tests a module of C by CTest from the installed tree", .enabled(if: Program.isInstalled("ctest")))
    func ctest() throws {
        let installed = try InstalledTree.shared.get()
        let ended = try installed.run(
            """
            heddle new calculator --language c
            cmake -S calculator -B build
            cmake --build build
            ctest --test-dir build
            """, in: bench.folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("100% tests passed, 0 tests failed out of 4"))
        #expect(ended.output.contains("calculator.fails to divide by 0"))
    }

    @Test(
        "is in an installed tree with its manual, completions and the schema",
        .enabled(if: Program.isInstalled("cmake")))
    func tree() throws {
        let installed = try InstalledTree.shared.get()
        #expect(
            try installed.run("heddle schema", in: bench.folder.path).output
                == installed.text(of: "heddle/behaviour.schema.json"))
        #expect(installed.text(of: "man/man1/heddle-test.1")?.hasPrefix(#".TH HEDDLE\-TEST 1 "#) == true)
        for (shell, file) in [
            ("bash", "bash-completion/completions/heddle"), ("zsh", "zsh/site-functions/_heddle"),
            ("fish", "fish/vendor_completions.d/heddle.fish"),
        ] {
            let script = try installed.run("heddle --generate-completion-script \(shell)", in: bench.folder.path).output
            #expect(installed.text(of: file) == script)
            #expect(script.contains("cpp"), "\(shell)")
        }
    }

    @Test("fills a folder that is empty, and gives the files as data too")
    func data() throws {
        try FileManager.default.createDirectory(atPath: bench.folder("m"), withIntermediateDirectories: true)
        let ended = try bench.heddle("new", "m", "--language", "c", "--json")
        #expect(ended.status == 0)
        let events = try ended.events
        #expect(events.map(\.kind) == Array(repeating: "file", count: 5))
        #expect(events.map { $0["path"] } == ["m/m.c", "m/m.json", "m/test.c", "m/CMakeLists.txt", "m/README.md"])
        for file in try contents(of: bench.folder("m")) {
            #expect(bench.folder.text(of: "m/\(file)")?.contains("@") == false)
        }
    }

    @Test(
        "refuses a name that is no identifier, or that the tools of the language have, and gives another",
        arguments: [
            ("my-module", "c", "is no identifier of C", "my_module"),
            ("9lives", "c", "is no identifier of C", "module9lives"),
            ("", "c", "is no identifier of C", "module"), ("../x", "c", "is no identifier of C", "___x"),
            ("test", "c", "means something else to the tools of c", "test_module"),
            ("self", "rust", "means something else to the tools of rust", "self_module"),
            ("Swift", "swift", "means something else to the tools of swift", "Swift_module"),
            ("FakeHost", "swift", "means something else to the tools of swift", "FakeHost_module"),
        ])
    func names(name: String, language: String, reason: String, other: String) throws {
        let ended = try bench.heddle("new", name, "--language", language)
        #expect(ended.status == 2)
        #expect(ended.errors == "error: the name \"\(name)\" of the module \(reason)\n = use \"\(other)\"\n1 error\n")
        #expect(try contents(of: bench.folder.path) == [])
        #expect(try bench.heddle("new", other, "--language", language).status == 0)
    }

    @Test(
        "refuses a language without a template, and names the nearest or all",
        arguments: [
            ("rsut", "did you mean \"rust\"?"), ("C", "the languages are c, cpp, swift, rust"),
            ("zig", "the languages are c, cpp, swift, rust"),
        ])
    func languages(language: String, suggestion: String) throws {
        let ended = try bench.heddle("new", "m", "--language", language)
        #expect(ended.status == 2)
        #expect(
            ended.errors == """
                error: there is no template of a module in the language "\(language)"
                 = \(suggestion)
                1 error

                """)
    }

    @Test("refuses a folder that holds something, and a file, and leaves them as they are")
    func taken() throws {
        try FileManager.default.createDirectory(atPath: bench.folder("m"), withIntermediateDirectories: true)
        try bench.folder.write("m/.hidden", "kept")
        let full = try bench.heddle("new", "m", "--language", "rust")
        #expect(full.status == 2)
        #expect(
            full.errors == """
                error: the folder m is not empty: it holds ".hidden"
                 = choose another name, or empty the folder
                1 error

                """)
        #expect(try contents(of: bench.folder("m")) == [".hidden"])
        try bench.folder.write("n", "kept")
        let file = try bench.heddle("new", "n", "--language", "c")
        #expect(file.status == 2)
        #expect(file.errors.hasPrefix("error: the folder n cannot be read: not a directory\n"))
        #expect(bench.folder.text(of: "n") == "kept")
    }

    private func contents(of folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            // Nil of a folder.
            FileManager.default.contents(atPath: "\(folder)/\($0)") != nil
        }.sorted()
    }
}

/// What `cmake --install` puts in place, with the command that was built beside the tests.
private struct InstalledTree {
    private let folder: ScratchFolder

    /// One tree for all tests.
    static let shared = Result { try InstalledTree() }

    private init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder("programs"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder("programs/heddle"), withDestinationPath: Program.built("heddle").path)
        let cmake = Program("cmake")
        try cmake.succeed([
            "-S", Sources.root, "-B", folder("build"), "-DCMAKE_Swift_COMPILER=NOTFOUND",
            "-DHEDDLE_PROGRAMS_DIR=\(folder("programs"))",
        ])
        try cmake.succeed(["--install", folder("build"), "--prefix", folder("prefix")])
    }

    /// The text of a file in its folder for data; nil where there is none.
    func text(of name: String) -> String? { folder.text(of: "prefix/share/\(name)") }

    /// Runs lines of a shell, with the installed command on the `PATH`, until one fails.
    func run(_ lines: String, in folder: String) throws -> Program.Ended {
        let path = "PATH=\(self.folder("prefix/bin")):$PATH"
        return try Program("sh").start(["-ec", "\(path)\n\(lines)"], in: folder).ended()
    }
}
