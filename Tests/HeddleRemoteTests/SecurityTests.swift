// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("TLS", .serialized, .timeLimit(.minutes(30)))
struct SecurityTests {
    /// The fetcher in an environment that trusts one certificate.
    private func fetcher(trusting certificate: String, in folder: String) async throws -> String {
        try await script("SSL_CERT_FILE='\(certificate)' exec '\(builtFetcher)' \"$@\"", in: folder)
    }

    @Test("A certificate that nobody vouches for is refused at the first attempt, and nothing is asked")
    func untrusted() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            try await Server.run(.ok("[]"), identity: identity) { server in
                let found = await refusal(of: server.url())
                #expect(found?.code == .source(.tls))
                #expect(found?.message.contains("certificate verify failed") == true)
                #expect(found?.message.contains("attempts") == false)
                #expect(found?.suggestion?.contains("SSL_CERT_FILE") == true)
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("A certificate that SSL_CERT_FILE names is trusted", arguments: ["127.0.0.1", "localhost"])
    func trusted(_ host: String) async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1,DNS:localhost", in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(.ok("[4]"), identity: identity) { server in
                let body = try await fetch(server.url(host: host), by: fetcher)
                #expect(body == "[4]")
            }
        }
    }

    @Test(
        "A server that speaks no newer TLS than 1.1 is refused, one of 1.2 is not",
        arguments: [("TLSv1", false), ("TLSv1_1", false), ("TLSv1_2", true)])
    func version(newest: String, isTaken: Bool) async throws {
        try await withScratchFolder { folder in
            var identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            identity.newest = newest
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(.ok("[]"), identity: identity) { server in
                let found = await refusal(of: server.url(), by: fetcher)
                #expect(found?.code == (isTaken ? nil : .source(.tls)))
                #expect(server.requests.isEmpty == !isTaken)
            }
        }
    }

    @Test("A trusted certificate of another host is refused")
    func otherHost() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "DNS:elsewhere.example", in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(.ok("[]"), identity: identity) { server in
                for host in ["localhost", "127.0.0.1"] {
                    let found = await refusal(of: server.url(host: host), by: fetcher)
                    #expect(found?.code == .source(.tls))
                    #expect(found?.message.contains("another host") == true)
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("A server that does not speak TLS is refused")
    func plain() async throws {
        try await Server.run(.ok("[]")) { server in
            #expect(await refusal(of: "https://127.0.0.1:\(server.port)/")?.code == .source(.tls))
        }
    }

    @Test(
        "A file without certificates is said to be the fault",
        arguments: ["/nowhere.pem", "/dev/null", "/etc/passwd", "/dev/zero"])
    func noCertificates(_ path: String) async throws {
        try await withScratchFolder { folder in
            let fetcher = try await fetcher(trusting: path, in: folder)
            let found = await refusal(of: "https://127.0.0.1:1/", by: fetcher)
            #expect(found?.code == .source(.tls))
            #expect(found?.message.contains(path) == true)
        }
    }

    @Test("A file whose certificate cannot be read is said to be the fault")
    func brokenCertificate() async throws {
        try await withScratchFolder { folder in
            let path = "\(folder)/broken.pem"
            try await shell("printf -- '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n' > '\(path)'")
            let fetcher = try await fetcher(trusting: path, in: folder)
            try await Server.run(Reply(.hang)) { server in
                let found = await refusal(of: "https://127.0.0.1:\(server.port)/", by: fetcher)
                #expect(found?.code == .source(.tls))
                #expect(found?.message.contains(path) == true)
            }
        }
    }

    @Test("A redirect may lead from http to https on the same host, and not back")
    func upgrade() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            let replies: [String: Reply] = ["/": .ok("[5]"), "/back": .redirect(to: "http://127.0.0.1/")]
            try await Server.run({ _ in replies }, identity: identity) { secure in
                try await Server.run(.redirect(to: secure.url())) { server in
                    let body = try await fetch(server.url(), by: fetcher)
                    #expect(body == "[5]")
                }
                #expect(await refusal(of: secure.url("/back"), by: fetcher)?.code == .source(.redirect))
            }
        }
    }

    @Test("A certificate that another authority vouches for is refused")
    func otherAuthority() async throws {
        try await withScratchFolder { folder in
            let other = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            let fetcher = try await fetcher(trusting: other.certificate, in: folder)
            try await withScratchFolder { folder in
                let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
                try await Server.run(.ok("[]"), identity: identity) { server in
                    let found = await refusal(of: server.url(), by: fetcher)
                    #expect(found?.code == .source(.tls))
                    #expect(server.requests.isEmpty)
                }
            }
        }
    }

    @Test("A certificate that has expired is refused, and said to have")
    func expired() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", days: -1, in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(.ok("[]"), identity: identity) { server in
                let found = await refusal(of: server.url(), by: fetcher)
                #expect(found?.code == .source(.tls))
                #expect(found?.message.contains("expired") == true)
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(
        "A body whose connection is cut is not taken for whole",
        arguments: [
            Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"), .cut),
            Reply(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[1\r\n"), .cut),
            Reply(.send("HTTP/1.1 200 OK\r\n\r\n[1"), .cut),
        ])
    func cut(_ reply: Reply) async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(reply, identity: identity) { server in
                #expect(await refusal(of: server.url(), by: fetcher)?.code == .source(.truncated))
            }
        }
    }

    @Test("A compressed body tells its own end")
    func packed() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            let fetcher = try await fetcher(trusting: identity.certificate, in: folder)
            try await Server.run(.packed(.init(form: "gzip", text: "[9]")), identity: identity) { server in
                let body = try await fetch(server.url(), by: fetcher)
                #expect(body == "[9]")
            }
        }
    }
}
