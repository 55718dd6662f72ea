// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

private let mayMount =
    (try? Program("unshare").run(["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status == 0) ?? false

/// A host whose state is on a small disk of its own, which takes a mount, and so root.
@Suite("A disk that takes nothing", .serialized, .enabled(if: mayMount))
struct DiskTests {
    private let host: RunningHost
    private let server: VersionServer

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
    }

    /// Starts a host in a mount namespace of its own, behind commands of the shell there.
    private func start(_ entry: String, rest: String = "", behind commands: String) throws {
        host.environment = [
            "unshare", "--mount", "sh", "-c",
            "mkdir -p state && mount -t tmpfs -o size=64k tmpfs state && \(commands) exec \"$0\" \"$@\"",
        ]
        try host.start(entry, rest: rest)
    }

    @Test("since it is full keeps a signed version out until there is room")
    func full() throws {
        let heddle = try Program.built("heddle")
        let key = try heddle.succeed(["source", "keygen", host.folder("release.key")]).trimmingCharacters(in: .newlines)
        try host.folder.write("plain.json", adding(1, 2, is: 3))
        try server.folder.write(
            "add.json",
            try heddle.succeed([
                "source", "sign", host.folder("plain.json"), "--key", host.folder("release.key"), "--identity", "add",
            ]))
        try start(
            #""add": {"from": "\#(server.url("add.json"))", "modules": ["probe"], "keys": ["release"], "#
                + #""poll": {"every": "150 ms"}}"#, rest: #", "keys": {"release": "\#(key)"}"#,
            behind: "head -c 100k /dev/zero >state/filler 2>/dev/null; (sleep 4; rm state/filler) &")
        #expect(host.wait { try code() == "source.unkept" })
        #expect(try host.state(of: "add") == "rejected")
        #expect(host.wait { try host.state(of: "add") == "ready" }, "there is room again")
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("since it is read-only leaves an unsigned version running, which is said")
    func readOnly() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try start(#""add": {"from": "add.json"}"#, behind: "mount -o remount,ro state;")
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(host.log.contains("warning"))
        #expect(host.log.contains("ead-only file system"))
    }

    private func code() throws -> String? {
        let rejected = try host.status(of: "add")["rejected"] as? [String: Any]
        return (rejected?["diagnostics"] as? [[String: Any]])?.first?["code"] as? String
    }
}
