// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import Testing

@Suite("README's program")
struct ReadmeTests {
    @Test("compiles with import Heddle alone, and works")
    func program() throws {
        let printed = Lines()
        @Sendable func print(_ item: Any) { printed.add("\(item)") }
        // README begins.
        let host = ModuleHost()
        try host.module("m", library: "libm.so.6", declarations: ["double hypot(double x, double y)"])
        let token = try host.hook("m.*", .before) { call in print("about to call \(call.name)") }

        let length: Double = try host.call("m.hypot", 3, 4)
        print(length)
        token.remove()
        // README ends.
        #expect(printed.all == ["about to call m.hypot", "5.0"])
    }

    @Test(
        "is the one that stands in README and in the documentation",
        arguments: ["README.md", "Sources/Heddle/Heddle.docc/Heddle.md"])
    func shown(path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let document = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let parts = source.components(separatedBy: "        // README ")
        let program = parts[1].components(separatedBy: "\n").dropFirst().map { $0.drop { $0 == " " } }
        #expect(document.contains("import Heddle\n\n\(program.joined(separator: "\n"))"))
    }
}

/// Lines in the order in which they came, from any thread.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }
    func add(_ line: String) { lock.withLock { lines.append(line) } }
}
