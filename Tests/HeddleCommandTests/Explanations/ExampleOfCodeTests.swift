// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("An example of the catalogue yields its code, and its mend does not")
struct ExampleOfCodeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("as a behaviour, which is right once it is mended", arguments: Explained.all(with: "behaviour"))
    func behaviour(_ explained: Explained) throws {
        let example = try #require(explained.example)
        #expect(try run(behaviour: example.wrong).tells(explained.code))
        let mended = try run(behaviour: example.mended)
        #expect(!mended.tells(explained.code))
        #expect(mended.status == 0)
    }

    @Test(
        "as a command, which succeeds once it is mended", .enabled(if: Program.isInstalled("clang")),
        arguments: Explained.all(with: "command").filter { !$0.needsServer })
    func command(_ explained: Explained) throws {
        let example = try #require(explained.example)
        #expect(try run(command: example.wrong).tells(explained.code))
        if example.mended.contains("//localhost") { return }
        let mended = try run(command: example.mended)
        #expect(!mended.tells(explained.code))
        #expect(mended.status == 0)
    }

    @Test("as a module, which may fail otherwise once it is mended", arguments: Explained.all(with: "module"))
    func module(_ explained: Explained) throws {
        let example = try #require(explained.example)
        #expect(try run(module: example.wrong).tells(explained.code))
        #expect(!(try run(module: example.mended).tells(explained.code)))
    }

    // MARK: Running

    private func run(behaviour: String) throws -> Program.Ended {
        try Program.built("heddle").run(["run", "-", "--json"], in: folder.path, input: behaviour)
    }

    /// Runs lines of a shell, the last of which is a command of heddle.
    private func run(command: String) throws -> Program.Ended {
        let heddle = try Program.built("heddle").path
        let lines = "PATH=\"${0%/*}:$PATH\"\n\(command.dropLast()) --json"
        return try Program("sh").run(["-c", lines, heddle], in: folder.path)
    }

    /// Calls the action `act` of a module, with the hook `watch` behind all its actions where there is one.
    private func run(module: String) throws -> Program.Ended {
        let source = try folder.write("example.cpp", module)
        try Program("c++").succeed(
            ["-std=c++17", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", "-I\(Sources.root)/include"]
                + [source, "-o", folder("example.so")])
        let watching = #"[{ "on": "example.*", "after": "example.watch", "background": true }]"#
        return try run(
            behaviour: """
                { "behaviour": 1, "modules": { "example": { "library": "./example.so" } },
                  "hooks": \(module.contains("HEDDLE_HOOK(watch)") ? watching : "[]"), "steps": [{ "call": "example.act" }] }
                """)
    }
}

extension Explained {
    /// True if it is about a server of the domain that the standards keep for examples.
    fileprivate var needsServer: Bool { example?.wrong.contains("example.org") == true }
}

extension Program.Ended {
    /// Returns whether the events have a code, or quote a failure that has it. A call that failed and an expectation
    /// that did not hold are events of their own kinds.
    fileprivate func tells(_ code: String) -> Bool {
        switch code {
        case "call.failed": output.contains("\"status\":\"failed\"")
        case "expectation.failed": output.contains("\"held\":false")
        default: output.contains("\"code\":\"\(code)\"") || output.contains(": \(code): ")
        }
    }
}
