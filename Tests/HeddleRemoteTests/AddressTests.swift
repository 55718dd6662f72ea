// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("What counts as a URL", .serialized, .timeLimit(.minutes(30)))
struct AddressTests {
    @Test(
        "http and https in any case are remote",
        arguments: ["http://a", "https://a", "HTTP://A/b", "hTTps://a/b", "http://", "https://"])
    func remote(_ argument: String) {
        #expect(RemoteSource.isRemote(argument))
    }

    @Test(
        "Everything else is not",
        arguments: [
            "", "a.json", "/http://a", "http:/a", "http", "https:/", "ftp://a", "file:///a", "httpx://a", "https;//a",
            " http://a", "-http://a", "httр://a",
        ])
    func local(_ argument: String) {
        #expect(!RemoteSource.isRemote(argument))
    }

    @Test(
        "What cannot be asked is refused before anything is asked",
        arguments: [
            "", "a.json", "ftp://127.0.0.1/a", "file:///etc/passwd", "--help", "http://", "http:///a", "https://:80/",
            "http://127.0.0.1:0/", "http://127.0.0.1:65536/", "http://127.0.0.1:99999999999999999999/",
            "http://127.0.0.1:x/", "http://127.0.0.1:-1/", "http://a b/", "http://a\nb/",
            "http://127.0.0.1/\0", "http://ä/", "http://127.0.0.1%00.a/", "http://a%2Fb/", "http://[::1",
            "http://[::1%25lo]/", "http://a\\b/", "http://127.0.0.1/%", "http://127.0.0.1/<>", "http://*/",
        ])
    func malformed(_ url: String) async {
        let found = await refusal(of: url)
        #expect(found?.code == .source(.invalidURL))
        #expect(found?.subject == .source)
    }

    @Test(
        "User information is refused and not repeated",
        arguments: [
            "http://secret@127.0.0.1/", "http://a:secret@127.0.0.1/", "https://:secret@127.0.0.1/",
            "http://@127.0.0.1/", "http://a:secret@127.0.0.1:x/", "http://a:secret@127.0.0.1/ x",
        ])
    func userInformation(_ url: String) async {
        let found = await refusal(of: url)
        #expect(found?.code == .source(.invalidURL))
        #expect(found?.render().contains("secret") == false)
    }

    @Test(
        "A port that there is none of is refused by its form",
        arguments: [
            ("http://a:65536/", "65536"), ("http://a:0/", "0"), ("http://[::1]:99999/v1", "99999"),
            ("https://a:x", "x"), ("http://a:+1/", "+1"), ("http://a:/", ""),
        ])
    func port(_ url: String, _ port: String) {
        let found = #expect(throws: Diagnostic.self) { try RemoteSource.check(url) }
        #expect(found?.message == "\(url) has the port \"\(port)\"")
        #expect(found?.suggestion == "a port is a number from 1 to 65535")
    }

    @Test(
        "A port from 1 to 65535, and a host without one, pass",
        arguments: [
            "http://a:1/", "http://a:65535", "http://[::1]/", "http://[::1]:8080/a:b", "https://a/b:x", "http://a?b:c",
        ])
    func noPort(_ url: String) throws { try RemoteSource.check(url) }

    @Test("A very long URL is no more than a URL")
    func long() async throws {
        let path = "/" + String(repeating: "a", count: 8_000)
        #expect(try await Server.run({ _ in [path: .ok("[6]")] }) { try await fetch($0.url(path)) } == "[6]")
    }
}
