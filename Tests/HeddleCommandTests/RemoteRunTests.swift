// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A behaviour from a server", .enabled(if: Server.isPossible), .serialized)
struct RemoteRunTests {
    private let bench: Bench
    private let server: Server

    init() throws {
        bench = try Bench()
        server = try Server()
    }

    private func heddle(_ command: String, _ name: String, _ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run([command, "-m", bench.modules, server.url(name)] + options)
    }

    @Test("runs as one from a file does")
    func runs() throws {
        defer { server.stop() }
        try server.folder.write("stack.json", behaviour(#",{ "call": "probe.add", "with": [1, 2] }"#))
        let run = try heddle("run", "stack.json")
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "CALLED\n  probe.say(\"CALLED\")\n  probe.add(1, 2) = 3\n")
        #expect(try heddle("check", "stack.json").output == "\(server.url("stack.json")) is right: 2 steps\n")
        #expect(try heddle("plan", "stack.json").status == 0)
    }

    @Test("has its mistakes shown at its URL")
    func mistakes() throws {
        defer { server.stop() }
        try server.folder.write("stack.json", behaviour(",\n{ \"call\": \"probe.add\", \"with\": [1, \"x\"] }"))
        let run = try heddle("run", "stack.json")
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.contains("--> \(server.url("stack.json")):5:36\n"))
        let events = try heddle("check", "stack.json", "--json").events
        #expect(events.map { $0["at"] } == ["\(server.url("stack.json")):5:36"])
    }

    @Test("may not write to files")
    func files() throws {
        defer { server.stop() }
        let hook =
            #", "hooks": [{ "on": "probe.say", "after": { "track": { "label": "l", "to": { "file": "stolen.jsonl" } } } }]"#
        try server.folder.write("stack.json", behaviour(rest: hook))
        let run = try heddle("run", "stack.json")
        #expect(run.status == 3)
        #expect(
            run.errors.hasPrefix("error: \"to\" of track: a fetched behaviour may not write to files\n"))
    }

    @Test("may name modules on the module path only")
    func modules() throws {
        defer { server.stop() }
        for library in ["\(bench.modules)/probe.so", "./probe.so", "../probe", "libm.so.6", "probe.so"] {
            try server.folder.write(
                "stack.json", behaviour().replacing("\"library\": \"probe\"", with: "\"library\": \"\(library)\""))
            let run = try heddle("run", "stack.json")
            #expect(run.status == 4)
            #expect(run.output == "")
            #expect(
                run.errors.hasPrefix(
                    "error: a fetched behaviour may not name \"\(library)\": only modules on the module path, by bare name\n"
                ))
            #expect(run.errors.contains(":2:38\n"))
        }
        try server.folder.write(
            "stack.json", behaviour().replacing("\"library\": \"probe\"", with: "\"library\": \"prob\""))
        let missing = try heddle("run", "stack.json")
        #expect(missing.status == 4)
        #expect(missing.errors.hasPrefix("error: there is no module \"prob\" on the module path\n"))
    }

    @Test("may not annotate functions, which changes the memory that they get")
    func annotations() throws {
        defer { server.stop() }
        try server.folder.write(
            "stack.json",
            behaviour().replacing(
                "\"library\": \"probe\"",
                with: "\"library\": \"probe\", \"annotate\": { \"add\": { \"return\": \"_Idempotent_\" } }"))
        let run = try heddle("run", "stack.json")
        #expect(run.status == 4)
        #expect(
            run.errors.hasPrefix("error: a fetched behaviour may not annotate functions of \"probe\""), "\(run.errors)")
    }

    @Test("is unavailable where the server has none, or something else")
    func unavailable() throws {
        try server.folder.write("page.html", "<!DOCTYPE html><html></html>")
        let missing = try heddle("run", "none.json")
        #expect(missing.status == 6)
        #expect(missing.errors.contains("404"))
        let page = try heddle("run", "page.html")
        #expect(page.status == 6)
        #expect(page.errors.contains("HTML"))
        let scheme = try bench.heddle("run", "ftp://127.0.0.1/stack.json")
        #expect(scheme.status == 6)
        #expect(scheme.errors.contains("http"))
        let json = try heddle("run", "none.json", "--json")
        #expect(json.status == 6)
        #expect(try json.events.map { $0["subject"] } == ["source"])
        server.stop()
        let down = try heddle("run", "stack.json")
        #expect(down.status == 6)
        #expect(down.errors.contains("127.0.0.1:\(server.port)"))
    }

    @Test(
        "is refused before anything is asked when its URL is none", arguments: ["http://", "https://user@127.0.0.1/x"])
    func malformed(url: String) throws {
        defer { server.stop() }
        let run = try Program.built("heddle").run(["run", url])
        #expect(run.status == 6)
        #expect(run.output == "")
    }
}
