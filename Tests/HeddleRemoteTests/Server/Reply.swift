// SPDX-License-Identifier: Apache-2.0

/// The bytes of a server's response: nothing is added, repaired or framed.
struct Reply: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    enum Step: Sendable {
        case send(String)
        /// The same text again and again, with a pause before each.
        case drip(String, times: Int, every: Duration)
        /// The headers of a compressed body, the end of the head, and the body.
        case packed(Packing)
        /// A file with its entity tag in quotes, or 304 to a request that names the tag.
        case file(String, etag: String)
        /// Keeps the connection for another request.
        case keep
        /// Keeps the connection open without a word, until the client leaves.
        case hang
        /// Ends the connection with a reset.
        case reset
        /// Ends the connection without the farewell of TLS.
        case cut
    }

    /// A compressed body, which the server makes.
    struct Packing: Sendable {
        /// `gzip`, `deflate`, or `members` for gzip of several members.
        let form: String
        let text: String
        /// How often the text stands in the body.
        var times = 1
        /// How many bytes are missing at the end.
        var without = 0
    }

    /// What is sent to the first client that asks, to the second one, and so on; the last one to all others.
    let turns: [[Step]]

    init(_ steps: Step...) { turns = [steps] }

    private init(turns: [[Step]]) { self.turns = turns }

    init(stringLiteral text: String) { self.init(.send(text)) }

    /// An honest answer.
    static func ok(_ body: String, type: String = "application/json") -> Reply {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    static func packed(_ packing: Packing) -> Reply {
        Reply(.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), .packed(packing))
    }

    static func redirect(to location: String, status: String = "302 Found") -> Reply {
        "HTTP/1.1 \(status)\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }

    /// A file of a version.
    static func file(_ text: String, etag: String) -> Reply { Reply(.file(text, etag: etag)) }

    /// The same, over a connection that is kept for another request.
    var kept: Reply { Reply(turns: turns.map { $0 + [.keep] }) }

    /// A status without a body.
    static func status(_ status: String, headers: String = "") -> Reply {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: 0\r\n\r\n"
    }

    /// Another reply for each request.
    static func inTurn(_ replies: Reply...) -> Reply { Reply(turns: replies.flatMap(\.turns)) }
}

extension Reply.Step {
    /// The step as the server reads it.
    var json: [String: Any] {
        switch self {
        case .send(let text): ["send": text]
        case .drip(let text, let times, let pause):
            ["drip": ["text": text, "times": times, "seconds": pause / .seconds(1)] as [String: Any]]
        case .packed(let packing):
            [
                "packed": [
                    "form": packing.form, "text": packing.text, "times": packing.times, "without": packing.without,
                ] as [String: Any]
            ]
        case .file(let text, let etag): ["file": ["text": text, "etag": etag]]
        case .keep: ["keep": true]
        case .hang: ["hang": true]
        case .reset: ["reset": true]
        case .cut: ["cut": true]
        }
    }
}
