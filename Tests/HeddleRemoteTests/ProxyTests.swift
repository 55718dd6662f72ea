// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing

@Suite("Proxies of the system", .serialized, .timeLimit(.minutes(30)))
struct ProxyTests {
    /// The fetcher in an environment in which these variables alone are about proxies.
    private func fetcher(_ variables: String, in folder: String) async throws -> String {
        try await script(
            """
            unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY
            \(variables) exec '\(builtFetcher)' "$@"
            """, in: folder)
    }

    @Test("http_proxy and all_proxy are asked for what is at another host", arguments: ["http_proxy", "all_proxy"])
    func plain(_ variable: String) async throws {
        try await Server.run({ _ in ["http://heddle.invalid/x.json": .ok("[1]")] }) { proxy in
            try await withScratchFolder { folder in
                let fetcher = try await fetcher("\(variable)=\(proxy.url())", in: folder)
                let body = try await fetch("http://heddle.invalid/x.json", by: fetcher)
                #expect(body == "[1]")
                #expect(proxy.requests.count == 1)
            }
        }
    }

    @Test("HTTP_PROXY is not heeded: a web server sets it to what a client wishes")
    func upperCase() async throws {
        try await Server.run(.ok("[2]")) { server in
            try await withScratchFolder { folder in
                let fetcher = try await fetcher("HTTP_PROXY=http://127.0.0.1:1", in: folder)
                let body = try await fetch(server.url(), by: fetcher)
                #expect(body == "[2]")
            }
        }
    }

    @Test("no_proxy takes hosts out")
    func exception() async throws {
        try await Server.run(.ok("[3]")) { server in
            try await withScratchFolder { folder in
                let fetcher = try await fetcher("http_proxy=http://127.0.0.1:1 no_proxy=127.0.0.1", in: folder)
                let body = try await fetch(server.url(), by: fetcher)
                #expect(body == "[3]")
            }
        }
    }

    @Test("A server that is down beside the proxy is not taken for it")
    func exceptionDown() async throws {
        let url = try await Server.run(.ok("[]")) { $0.url() }
        try await withScratchFolder { folder in
            let fetcher = try await fetcher("http_proxy=http://127.0.0.1:1 no_proxy=127.0.0.1", in: folder)
            let found = await refusal(of: url, by: fetcher)
            #expect(found?.message.contains(" could not be reached: Connection refused") == true)
            #expect(found?.message.contains("proxy") == false)
        }
    }

    @Test("https goes through a tunnel, and the server's certificate is verified in it")
    func tunnel() async throws {
        try await withScratchFolder { folder in
            let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder)
            try await Server.run(.ok("[4]"), identity: identity) { server in
                try await Server.run(.ok("[]")) { proxy in
                    let trust = "SSL_CERT_FILE='\(identity.certificate)'"
                    let trusting = try await fetcher("https_proxy=\(proxy.url()) \(trust)", in: folder)
                    let body = try await fetch(server.url(), by: trusting)
                    #expect(body == "[4]")
                    #expect(proxy.requests.first?.hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n") == true)

                    let distrustful = try await fetcher("https_proxy=\(proxy.url())", in: folder)
                    #expect(await refusal(of: server.url(), by: distrustful)?.code == .source(.tls))
                    #expect(server.requests.count == 1)
                }
            }
        }
    }

    @Test("A redirect of a proxy to another host is refused")
    func redirect() async throws {
        try await Server.run({ _ in ["http://heddle.invalid/": .redirect(to: "http://elsewhere.invalid/")] }) { proxy in
            try await withScratchFolder { folder in
                let fetcher = try await fetcher("http_proxy=\(proxy.url())", in: folder)
                #expect(await refusal(of: "http://heddle.invalid/", by: fetcher)?.code == .source(.redirect))
                #expect(proxy.requests.count == 1)
            }
        }
    }

    @Test(
        "A proxy that is down is said to be, with the variable that names it",
        arguments: [("http", "http_proxy"), ("https", "https_proxy"), ("https", "HTTPS_PROXY"), ("http", "all_proxy")])
    func down(_ scheme: String, _ variable: String) async throws {
        let port = try await Server.run(.ok("[]")) { $0.port }
        try await withScratchFolder { folder in
            let fetcher = try await fetcher("\(variable)=http://user:secret@127.0.0.1:\(port)/", in: folder)
            let found = try #require(await refusal(of: "\(scheme)://heddle.invalid/", by: fetcher))
            #expect(found.code == .source(.unreachable))
            #expect(
                found.message.hasPrefix(
                    "the proxy 127.0.0.1:\(port), which \(variable) names, could not be reached: Connection refused"))
            #expect(found.suggestion?.contains("no_proxy") == true)
            #expect(!found.render().contains("secret"))
        }
    }

    @Test("A proxy that does not open a tunnel is said not to")
    func noTunnel() async throws {
        let port = try await Server.run(.ok("[]")) { $0.port }
        try await withScratchFolder { folder in
            try await Server.run(.ok("[]")) { proxy in
                let nobody = "https://127.0.0.1:\(port)/"
                let fetcher = try await fetcher("https_proxy=\(proxy.url())", in: folder)
                let found = try #require(await refusal(of: nobody, by: fetcher))
                #expect(found.code == .source(.unreachable))
                #expect(found.message.contains("which https_proxy names, answered 502 to CONNECT 127.0.0.1:"))
            }
        }
    }
}
