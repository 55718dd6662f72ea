// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Events of a run for a server", .serialized, .timeLimit(.minutes(30)))
struct DeliveryRunTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        // A call writes its number and the time to a file, past all buffers.
        let source = """
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <time.h>
            #include <unistd.h>
            long next(const char *log) {
                struct timespec now;
                clock_gettime(CLOCK_MONOTONIC, &now);
                long number = now.tv_sec * 1000000000L + now.tv_nsec;
                char line[32];
                int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
                if (write(file, line, snprintf(line, sizeof line, "%ld\\n", number)) < 0) abort();
                close(file);
                usleep(2000);
                return number;
            }
            void crash(void) { *(volatile int *)8 = 0; }
            """
        try BuiltModules.compile(source, to: "n.so", flags: ["-Wno-array-bounds"], in: folder)
    }

    private func write(_ providers: String, calls: Int, then last: String = "") throws {
        let call = #"{ "call": "n.next", "with": ["\#(folder("log"))"] }"#
        try folder.write(
            "b.json",
            """
            { "behaviour": 1,
              "modules": { "n": { "library": "./n.so", "declarations": [
                "long next(const char *log)", "void crash(void)"] } },
              "tracking": { "providers": { \(providers) },
                "events": [ { "module": "n", "action": "next", "label": "next", "data": { "n": "result" } } ] },
              "steps": [ \(Array(repeating: call, count: calls).joined(separator: ", ")) \(last) ] }
            """)
    }

    private func heddle(_ prefix: String = "") throws -> String {
        try "cd '\(folder.path)'; \(prefix) XDG_STATE_HOME='\(folder("state"))' "
            + "exec '\(Program.built("heddle").path)' run b.json"
    }

    /// The numbers of the calls so far.
    private var called: [Int] { (folder.text(of: "log") ?? "").split(separator: "\n").compactMap { Int($0) } }

    private func arrived(at server: Server) throws -> [Int] {
        try server.requests.flatMap { request in
            try (request.components(separatedBy: "\r\n\r\n").last ?? "").split(separator: "\n").map { line in
                let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return try #require((event?["data"] as? [String: Any])?["n"] as? Int)
            }
        }
    }

    @Test("All arrive by the end of the run")
    func whole() async throws {
        try await Server.run(.status("200 OK").kept) { server async throws in
            try write(#""s": { "http": "\#(server.url())" }"#, calls: 50)
            let run = try Program("/bin/sh").run(["-c", try heddle()])
            #expect(run.status == 0, "\(run.errors)")
            #expect(try arrived(at: server) == called)
        }
    }

    @Test("A crash loses none of them: those that have not arrived do with the next run")
    func crash() async throws {
        try await Server.run(.status("200 OK").kept) { server async throws in
            let provider = #""s": { "http": "\#(server.url())" }"#
            try write(provider, calls: 20, then: #", { "call": "n.crash" }"#)
            #expect(try Program("/bin/sh").run(["-c", try heddle()]).status == 5)
            try write(provider, calls: 1)
            #expect(try Program("/bin/sh").run(["-c", try heddle()]).status == 0)
            #expect(Set(try arrived(at: server)) == Set(called))
            #expect(called.count == 21)
        }
    }

    @Test("Kill -9 at random moments loses none that was older than a moment")
    func kill() async throws {
        let kills = ProcessInfo.processInfo.environment["HEDDLE_KILLS"].flatMap { Int($0) } ?? 6
        try await Server.run(.inTurn(.status("503 Later"), .status("200 OK").kept)) { server async throws in
            let provider = #""s": { "http": "\#(server.url())" }"#
            // Far more than a busy machine lets pass until the kill.
            try write(provider, calls: 20_000)
            var promised: Set<Int> = []
            for _ in 0..<kills {
                let before = called.count
                let run = try Program("/bin/sh").start(["-c", try heddle()])
                let start = ContinuousClock.now
                while called.count == before, ContinuousClock.now - start < .seconds(30) {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 1_000..<3_000)))
                var now = timespec()
                unsafe clock_gettime(CLOCK_MONOTONIC, &now)
                run.signal(9)
                #expect(run.ended().status == 128 + 9, "it ended before it was killed")
                // A machine that is busy may let the thread that writes wait for its turn, and for its disk.
                let bound = now.tv_sec * 1_000_000_000 + now.tv_nsec - 500_000_000
                // The last calls of the runs before were promised by nobody.
                promised.formUnion(called.dropFirst(before).filter { $0 < bound })
            }
            try write(provider, calls: 1)
            var last = try Program("/bin/sh").run(["-c", try heddle()])
            for _ in 0..<20 where last.errors.contains("warning") {
                last = try Program("/bin/sh").run(["-c", try heddle()])
            }
            #expect(!last.errors.contains("warning"), "\(last.errors)")
            let missing = promised.subtracting(try arrived(at: server))
            #expect(missing.isEmpty, "\(missing.count) of \(promised.count)")
            #expect(promised.count > kills)
        }
    }

    @Test("A disk that takes nothing more, or a folder that is none, changes no call: what is lost is told of")
    func full() async throws {
        let port = try await Server.run(.ok("")) { $0.port }
        try write(
            #""s": { "http": "http://127.0.0.1:\#(port)/" }, "t": { "sqlite": "t.sqlite", "table": "t" }"#, calls: 300)
        let small = try Program("bash").run(["-c", "set -o pipefail; (ulimit -f 32; \(try heddle()) --json) | cat"])
        #expect(small.status == 0, "\(small.errors)")
        let finding = try #require(small.output.split(separator: "\n").first { $0.contains(#""event":"finding""#) })
        #expect(!finding.contains(#""lost":0"#) && finding.contains(#""reason":"#), "\(finding)")
        #expect(called.count == 300)
        let nowhere = try heddle().replacing(folder("state"), with: "/proc/nowhere")
        let run = try Program("/bin/sh").run(["-c", nowhere + " --json"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""lost":300,"reason":"http://127.0.0.1:\#(port)/: "#))
    }

    @Test("check and plan send nothing and make no file")
    func checked() async throws {
        try await Server.run(.ok("")) { server async throws in
            try write(#""s": { "otlp": "\#(server.url(""))" }, "t": { "sqlite": "t.sqlite", "table": "t" }"#, calls: 1)
            for verb in ["check", "plan"] {
                let run = try Program("/bin/sh").run(["-c", try heddle().replacing(" run b", with: " \(verb) b")])
                #expect(run.status == 0, "\(run.errors)")
            }
            #expect(server.requests.isEmpty)
            #expect(folder.text(of: "t.sqlite") == nil)
            #expect(!FileManager.default.fileExists(atPath: folder("state")))
        }
    }

    @Test(
        "A fetched behaviour names no receivers",
        arguments: [#"{ "http": "http://a/" }"#, #"{ "otlp": "http://a/" }"#, #"{ "sqlite": "a", "table": "b" }"#])
    func fetched(_ provider: String) async throws {
        let text = """
            { "behaviour": 1, "modules": {}, "tracking": { "providers": { "s": \(provider) }, "events": [
              { "module": "m", "action": "a", "label": "l" } ] }, "steps": [] }
            """
        try await Server.run(.ok(text)) { server async throws in
            let run = try Program.built("heddle").run(["check", server.url()])
            #expect(run.status == 3 || run.status == 6)
            #expect(run.errors.contains("a fetched behaviour may not say where events are sent"), "\(run.errors)")
        }
    }
}
