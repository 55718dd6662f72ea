// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("A fetcher that is absent or not itself", .serialized, .timeLimit(.minutes(30)))
struct FetcherTests {
    private let url = "http://127.0.0.1:1/"

    /// Why the fetch failed when a script stood in for the fetcher.
    private func refusal(by lines: String, within limits: RemoteSource.Limits = ample) async throws -> Diagnostic? {
        try await withScratchFolder { folder in
            await HeddleRemoteTests.refusal(of: url, by: try await script(lines, in: folder), within: limits)
        }
    }

    @Test(
        "One that cannot be started is said to be missing, with its path",
        arguments: ["/nowhere/heddle-fetch", "/tmp", "/etc/passwd", "heddle-fetch", ""])
    func missing(_ path: String) async {
        let found = await HeddleRemoteTests.refusal(of: url, by: path)
        #expect(found?.code == .source(.fetcherMissing))
        #expect(found?.message.contains("at \(path)") == true)
        #expect(found?.suggestion?.contains("heddle-fetch") == true)
    }

    @Test("A crash is reported with its signal", arguments: [("SEGV", "11"), ("KILL", "9"), ("ABRT", "6")])
    func crash(_ signal: String, _ number: String) async throws {
        let found = try await refusal(by: "echo '[1]'; kill -\(signal) $$")
        #expect(found?.code == .source(.fetcherFailed))
        #expect(found?.message.contains("signal \(number)") == true)
    }

    @Test("An exit code that it never gives is reported with what it said")
    func strangeExit() async throws {
        let found = try await refusal(by: "echo 'no such luck' >&2; exit 64")
        #expect(found?.code == .source(.fetcherFailed))
        #expect(found?.message.contains("64") == true)
        #expect(found?.notes.first?.text.contains("no such luck") == true)
    }

    @Test(
        "A failure that it does not explain as agreed is not believed",
        arguments: [
            "exit 1", "echo nonsense >&2; exit 1", "printf 'source.nonsense\\tx\\n' >&2; exit 1",
            "printf 'source.status\\n' >&2; exit 1", "printf 'source.status\\t\\n' >&2; exit 1",
            "printf '\\377\\000\\n' >&2; exit 1", "exit 0",
        ])
    func garbage(_ lines: String) async throws {
        #expect(try await refusal(by: lines)?.code == .source(.fetcherFailed))
    }

    @Test("An explained failure is handed on, with its advice and without control characters")
    func explained() async throws {
        let found = try await refusal(by: "printf 'source.status\\twent \\033[2Jwrong\\tmend it\\n' >&2; exit 1")
        #expect(found?.code == .source(.status))
        #expect(found?.message == "went \u{FFFD}[2Jwrong")
        #expect(found?.suggestion == "mend it")
    }

    @Test("One that writes more than it was allowed is stopped")
    func endlessBody() async throws {
        #expect(try await refusal(by: "exec cat /dev/zero")?.code == .source(.fetcherFailed))
    }

    @Test("One that never stops complaining is stopped")
    func endlessMessage() async throws {
        #expect(try await refusal(by: "exec cat /dev/zero >&2")?.code == .source(.fetcherFailed))
    }

    @Test("One that does not keep the time is killed, even if it does not want to be")
    func overdue() async throws {
        try await withScratchFolder { folder in
            let stubborn = try await script(
                "trap '' TERM INT HUP; echo $$ > '\(folder)/pid'; while :; do :; done", in: folder)
            let found = await HeddleRemoteTests.refusal(of: url, by: stubborn, within: .init(time: .milliseconds(300)))
            #expect(found?.code == .source(.timeout))
            try await expectGone(in: folder)
        }
    }

    @Test("One whose result is no longer wanted is killed")
    func cancelled() async throws {
        try await withScratchFolder { folder in
            let sleeper = try await script("echo $$ > '\(folder)/pid'; exec sleep 50", in: folder)
            let transfer = Task { await HeddleRemoteTests.refusal(of: url, by: sleeper) }
            try await shell("until [ -s '\(folder)/pid' ]; do sleep 0.01; done")
            transfer.cancel()
            #expect(await transfer.value?.code == .source(.cancelled))
            try await expectGone(in: folder)
        }
    }

    @Test(
        "One that was ended before it could refuse user information does not make it known",
        arguments: ["http://secret@localhost/a", "http://a:secret@localhost/a", "http://a:/secret@@localhost/a"])
    func userInformation(_ url: String) async throws {
        try await withScratchFolder { folder in
            let sleeper = try await script("exec sleep 50", in: folder)
            let late = await HeddleRemoteTests.refusal(of: url, by: sleeper, within: .init(time: .milliseconds(50)))
            #expect(late?.message == "http://…@localhost/a did not arrive within 0.05 seconds")
            let transfer = Task { await HeddleRemoteTests.refusal(of: url, by: sleeper) }
            transfer.cancel()
            #expect(await transfer.value?.message == "the transfer of http://…@localhost/a was cancelled")
        }
    }

    @Test("A fetch that is cancelled before it begins asks nothing")
    func cancelledBefore() async throws {
        try await Server.run(.ok("[]")) { server in
            let transfer = Task {
                while !Task.isCancelled { await Task.yield() }
                return await HeddleRemoteTests.refusal(of: server.url())
            }
            transfer.cancel()
            #expect(await transfer.value?.code == .source(.cancelled))
        }
    }

    private func expectGone(in folder: String) async throws {
        let answer = try await shell("kill -0 \"$(cat '\(folder)/pid')\" 2>&1 || echo gone")
        #expect(answer.contains("gone"))
    }
}
