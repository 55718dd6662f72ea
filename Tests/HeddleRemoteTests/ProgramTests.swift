// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("heddle-fetch by itself", .serialized, .timeLimit(.minutes(30)))
struct ProgramTests {
    /// The standard error of a program that fails; one that does not end by itself writes nothing.
    private func complaint(_ arguments: String) async throws -> String {
        do {
            let output = try await shell("timeout 300 '\(builtFetcher)' \(arguments)")
            Issue.record("it succeeded with \(output)")
            return ""
        } catch let failure as ShellFailure {
            return failure.message
        }
    }

    @Test("The body alone goes to standard output")
    func body() async throws {
        let output = try await Server.run(.ok("[7]")) { try await shell("'\(builtFetcher)' '\($0.url())'") }
        #expect(output == "[7]")
    }

    @Test("It keeps the time limit though nobody watches it")
    func time() async throws {
        let line = try await Server.run(Reply(.hang)) { try await complaint("--time 300 '\($0.url())'") }
        #expect(line.hasPrefix("source.timeout\t"))
        #expect(line.hasSuffix(" did not arrive within 0.3 s\n"))
    }

    @Test("It keeps the size limit though nobody watches it")
    func size() async throws {
        let line = try await Server.run("HTTP/1.1 200 OK\r\n\r\n[1, 2]") {
            try await complaint("--bytes 5 '\($0.url())'")
        }
        #expect(line.hasPrefix("source.too-large\t"))
    }

    @Test("A failure is one line: a code, a sentence and advice, parted by tabs")
    func line() async throws {
        let line = try await complaint("http://a:b@127.0.0.1/")
        #expect(line.split(separator: "\t").count == 3)
        #expect(line.hasSuffix("\n") && line.count(where: \.isNewline) == 1)
    }

    @Test("It says that it cannot write")
    func full() async throws {
        let line = try await Server.run(.ok("[7]")) { try await complaint("'\($0.url())' > /dev/full") }
        #expect(line == "the body cannot be written: No space left on device\n")
    }

    @Test("It says what it is for")
    func help() async throws {
        let text = try await shell("'\(builtFetcher)' --help")
        #expect(text.contains("Usage: heddle-fetch"))
        #expect(text.contains("SSL_CERT_FILE") && text.contains("no_proxy"))
    }

    @Test(
        "Limits that make no sense are refused",
        arguments: ["--bytes 0", "--time -1", "--time x", "--connect-time 0", "--attempts 0", "--agent", "--bytes"])
    func usage(_ option: String) async throws {
        #expect(try await complaint("\(option) http://127.0.0.1:1/").contains("Usage: heddle-fetch"))
    }
}
