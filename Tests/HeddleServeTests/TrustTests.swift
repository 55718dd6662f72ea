// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A signed behaviour from a server", .serialized)
struct TrustTests {
    private let host: RunningHost
    private let server: VersionServer
    private let heddle: Program
    private let key: String

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        heddle = try Program.built("heddle")
        key = try heddle.succeed(["source", "keygen", host.folder("release.key")]).trimmingCharacters(in: .newlines)
    }

    /// Puts a signed behaviour on the server.
    private func publish(_ text: String, key: String = "release.key", _ options: String...) throws {
        try host.folder.write("plain.json", text)
        let signed = try heddle.succeed(
            ["source", "sign", host.folder("plain.json"), "--key", host.folder(key), "--identity", "add"] + options)
        try server.folder.write("add.json", signed)
    }

    private func start(_ rest: String = "") throws {
        try host.start(
            #""add": {"from": "\#(server.url("add.json"))", "modules": ["probe"], "keys": ["release"], "#
                + #""poll": {"every": "150 ms"}\#(rest)}"#, rest: #", "keys": {"release": "\#(key)"}"#)
    }

    /// The content of a file of the state, once the host has written it: that is soon after a version is active.
    private func kept(_ name: String, not former: String? = nil) throws -> String {
        #expect(host.wait { host.folder.text(of: "state/add/\(name)").map { $0 != former } ?? false })
        return try #require(host.folder.text(of: "state/add/\(name)"))
    }

    private func isRejected(_ code: String) -> Bool {
        host.wait {
            let rejected = try host.status(of: "add")["rejected"] as? [String: Any]
            return (rejected?["diagnostics"] as? [[String: Any]])?.first?["code"] as? String == code
        }
    }

    @Test("runs, and the status says which version it is and who has signed it")
    func accepted() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        // On a machine that is busy the first fetch can take too long.
        #expect(host.wait { try host.status(of: "add")["active"] is [String: Any] })
        let active = try #require(try host.status(of: "add")["active"] as? [String: Any])
        #expect(active["version"] as? Int == 7)
        #expect(active["key"] as? String == "release")
        #expect(try host.run("add")["ending"] as? String == "held")
        let status = try heddle.succeed(["source", "status", "--socket", host.folder("control")])
        #expect(status == "add  ready  version 7  \(server.url("add.json"))\n")
    }

    @Test("is refused unsigned, changed, of another key, for another identity, or behind its time")
    func refused() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        try server.folder.write("add.json", adding(1, 2, is: 3))
        #expect(isRejected("source.unsigned"))
        try heddle.succeed(["source", "keygen", host.folder("mine.key")])
        try publish(adding(1, 2, is: 3), key: "mine.key", "--version", "8")
        #expect(isRejected("source.bad-signature"))
        try publish(adding(1, 2, is: 3), "--version", "8", "--identity", "other")
        #expect(isRejected("source.wrong-identity"))
        server.pause()
        try publish(adding(1, 2, is: 3), "--version", "8", "--valid-for", "1 s")
        sleep(2)
        server.resume()
        #expect(isRejected("source.expired"))
        #expect(try host.status(of: "add")["swaps"] as? Int == 1)
    }

    @Test("is refused when it is older than one that was accepted, also after a restart")
    func rollback() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        try publish(adding(2, 2, is: 4), "--version", "8")
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        try publish(adding(1, 2, is: 3), "--version", "7")
        #expect(isRejected("source.rollback"))
        try host.stop()
        try start()
        #expect(isRejected("source.rollback"))
        let active = try #require(try host.status(of: "add")["active"] as? [String: Any])
        #expect(active["version"] as? Int == 8)
    }

    @Test("is refused when it is not known any more which versions were accepted")
    func damagedRatchet() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        _ = try (kept("versions.json"), kept("active"))
        try host.folder.write("state/add/versions.json", "{{")
        try publish(adding(2, 2, is: 4), "--version", "6")
        #expect(isRejected("source.unkept"))
        #expect((try host.status(of: "add")["active"] as? [String: Any])?["version"] as? Int == 7)
    }

    @Test(
        "is refused when one of the versions that were accepted is no number any more",
        arguments: ["\"7\"", "null", "7.5"])
    func damagedNumber(_ number: String) throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        _ = try kept("active")
        let noted = try JSONSerialization.jsonObject(with: Data(kept("versions.json").utf8)) as? [String: Int]
        let id = try #require(noted?.keys.first)
        try host.folder.write("state/add/versions.json", #"{"another": 3, "\#(id)": \#(number)}"#)
        try publish(adding(2, 2, is: 4), "--version", "6")
        #expect(isRejected("source.unkept"))
        #expect(try version() == 7)
    }

    @Test("is verified again when it comes from disk")
    func disk() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        try host.stop()
        server.stop()
        let kept = try #require(host.folder.text(of: "state/add/active"))
        try host.folder.write("state/add/active", kept.replacing("\"payload\":\"e", with: "\"payload\":\"f"))
        try start()
        #expect(try host.state(of: "add") == "rejected")
        #expect(try host.run("add")["ending"] as? String == "refused")
    }

    @Test("stops running at its time, until another version comes")
    func expiry() throws {
        try publish(adding(1, 2, is: 3), "--version", "7", "--valid-for", "15 s")
        try start()
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(host.wait { try host.state(of: "add") == "expired" })
        #expect(try host.run("add")["ending"] as? String == "refused")
        try publish(adding(1, 2, is: 3), "--version", "8")
        #expect(host.wait { try host.state(of: "add") == "ready" })
    }

    @Test("for a share of hosts waits on the others")
    func rollout() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        try publish(adding(2, 2, is: 4), "--version", "8", "--percent", "0")
        #expect(host.wait { try host.status(of: "add")["held"] as? Int == 8 })
        #expect((try host.status(of: "add")["active"] as? [String: Any])?["version"] as? Int == 7)
        try publish(adding(2, 2, is: 4), "--version", "9", "--percent", "100")
        #expect(host.wait { (try host.status(of: "add")["active"] as? [String: Any])?["version"] as? Int == 9 })
        #expect(try host.status(of: "add")["held"] == nil)
    }

    @Test("is left for the version before when as many runs fail as its signer allows, for good")
    func stopOn() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        try publish(adding(1, 2, is: 4), "--version", "8", "--stop-on-failures", "2")
        func version() throws -> Int? { (try host.status(of: "add")["active"] as? [String: Any])?["version"] as? Int }
        #expect(host.wait { try version() == 8 })
        #expect(try host.run("add")["ending"] as? String == "failed")
        #expect(try version() == 8)
        host.signal(SIGKILL)
        _ = try host.ended()
        try start()
        #expect(try version() == 8)
        #expect(try host.run("add")["ending"] as? String == "failed")
        #expect(host.wait { try version() == 7 })
        #expect(isRejected("source.abandoned"))
        #expect(try host.run("add")["ending"] as? String == "held")
        try host.stop()
        try start()
        sleep(1)
        #expect(try version() == 7)
        try publish(adding(2, 2, is: 4), "--version", "9", "--stop-on-failures", "2")
        #expect(host.wait { try version() == 9 })
    }

    @Test("goes on where the version before does not start any more, which is told once, until that starts")
    func stranded() throws {
        let modules = try ScratchFolder()
        try FileManager.default.copyItem(atPath: "\(RunningHost.modules)/probe.so", toPath: modules("probe.so"))
        func buildOther() throws {
            let source = """
                #include <heddle/module.h>
                HEDDLE_MODULE("other", "1.0.0")
                HEDDLE_ACTION(int, two, void)
                int two(void) { return 2; }
                """
            try BuiltModules.compile(source, to: "other.so", in: modules)
        }
        try buildOther()
        try publish(
            #"{"behaviour": 1, "modules": {"other": {"library": "other"}}, "steps": [{"call": "other.two"}]}"#,
            "--version", "7")
        try host.start(
            #""add": {"from": "\#(server.url("add.json"))", "modules": ["probe", "other"], "keys": ["release"], "#
                + #""poll": {"every": "150 ms"}}"#, rest: #", "keys": {"release": "\#(key)"}"#, modules: modules.path)
        #expect(host.wait { try version() == 7 })
        try publish(adding(1, 2, is: 4), "--version", "8", "--stop-on-failures", "1")
        #expect(host.wait { try version() == 8 })
        try FileManager.default.removeItem(atPath: modules("other.so"))
        for _ in 0..<3 { #expect(try host.run("add")["ending"] as? String == "failed") }
        #expect(try version() == 8)
        #expect(try host.state(of: "add") == "ready")
        #expect((try host.status(of: "add")["rejected"] as? [String: Any])?["version"] as? Int == 7)
        let words = "version 8 fails, and version 7 before it does not start: "
        #expect(host.log.components(separatedBy: words).count == 2, "\(host.log)")
        try buildOther()
        #expect(try host.run("add")["ending"] as? String == "failed")
        #expect(host.wait { try version() == 7 })
        #expect(isRejected("source.abandoned"))
    }

    private func version() throws -> Int? {
        (try host.status(of: "add")["active"] as? [String: Any])?["version"] as? Int
    }

    @Test("goes on running when it is signed again, such as for a larger share")
    func renewal() throws {
        try publish(adding(1, 2, is: 3), "--version", "7", "--valid-for", "10 s")
        try start()
        try publish(adding(1, 2, is: 3), "--version", "7", "--percent", "100")
        #expect(host.wait { host.log.contains("version 7 was signed again") })
        sleep(10)
        #expect(try host.state(of: "add") == "ready")
        #expect(try host.status(of: "add")["swaps"] as? Int == 1)
        try host.stop()
        server.stop()
        try start()
        #expect(try host.state(of: "add") == "ready")
    }

    @Test("is left also in another envelope, and a server that still has it counts as heard")
    func leftForGood() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start(#", "staleAfter": "1 s""#)
        try publish(adding(1, 2, is: 4), "--version", "8", "--stop-on-failures", "1", "--percent", "100")
        #expect(host.wait { try version() == 8 })
        try host.run("add")
        #expect(host.wait { try version() == 7 })
        try publish(adding(1, 2, is: 4), "--version", "8", "--stop-on-failures", "1")
        sleep(2)
        #expect(try version() == 7)
        #expect(host.wait { try host.state(of: "add") == "ready" })
        #expect(server.requests.last?.hasPrefix("304") == true)
        // Behind a restart, too, where the version before is not the one that was left.
        try host.stop()
        try start()
        #expect(try version() == 7)
        #expect(host.folder.text(of: "state/add/previous") == nil)
    }

    @Test("whose host was killed as it went back is not run again")
    func killedOnTheWayBack() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try start()
        let good = try kept("active")
        try publish(adding(1, 2, is: 4), "--version", "8", "--stop-on-failures", "1")
        #expect(host.wait { try version() == 8 })
        let bad = try kept("active", not: good)
        try host.run("add")
        #expect(host.wait { try version() == 7 })
        server.stop()
        host.signal(SIGKILL)
        _ = try host.ended()
        try host.folder.write("state/add/active", bad)
        try host.folder.write("state/add/previous", good)
        try start()
        #expect(try version() == 7)
    }

    @Test("that has expired while the host was away is kept, and not run")
    func expiredMeanwhile() throws {
        try publish(adding(1, 2, is: 3), "--version", "7", "--valid-for", "10 s")
        try start()
        try host.stop()
        server.stop()
        sleep(10)
        try start()
        #expect(try host.state(of: "add") == "expired")
        #expect(try host.status(of: "add")["rejected"] == nil)
        #expect(try host.run("add")["ending"] as? String == "refused")
    }

    @Test("is not accepted when the disk cannot remember it")
    func fullDisk() throws {
        try publish(adding(1, 2, is: 3), "--version", "7")
        try host.folder.write("state", "a file in the place of the folder")
        try start()
        #expect(isRejected("source.unkept"))
        #expect(try host.state(of: "add") == "rejected")
        try FileManager.default.removeItem(atPath: host.folder("state"))
        #expect(host.wait { try host.state(of: "add") == "ready" }, "there is room again")
    }

    @Test("is shown by heddle source verify, which refuses the key of another")
    func verify() throws {
        try publish(adding(1, 2, is: 3), "--version", "7", "--percent", "5")
        let shown = try heddle.succeed(["source", "verify", server.folder("add.json"), "--key", key])
        #expect(shown.hasPrefix("identity  add\nversion   7\nexpires   20"))
        #expect(shown.contains("rollout   5.0 % of hosts\nbehaviour \(adding(1, 2, is: 3).utf8.count) bytes\n"))
        let text = try heddle.succeed(["source", "verify", server.folder("add.json"), "--key", key, "--behaviour"])
        #expect(text == adding(1, 2, is: 3))
        let other = try heddle.succeed(["source", "keygen", host.folder("other.key")])
        let refused = try heddle.run(
            ["source", "verify", server.folder("add.json"), "--key", other.trimmingCharacters(in: .newlines)])
        #expect(refused.status == 6)
        #expect(refused.errors.hasPrefix("error: \(server.folder("add.json")) is refused: it is signed with the key"))
    }

    @Test("needs a key that nobody else can read, and never overwrites one")
    func keys() throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: host.folder("release.key"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try heddle.run(["source", "keygen", host.folder("release.key")])
        #expect(again.status == 2)
        #expect(again.errors.contains("file exists"))
    }
}
