// SPDX-License-Identifier: Apache-2.0

/// The bytes of a server's response: nothing is added, repaired or framed.
struct Reply: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    enum Step: Sendable {
        case send(String)
        /// The same text again and again, with a pause before each.
        case drip(String, times: Int, every: Duration)
        /// Keeps the connection open without a word, until the client leaves.
        case hang
    }

    let steps: [Step]

    init(_ steps: Step...) { self.steps = steps }

    init(stringLiteral text: String) { self.init(.send(text)) }

    /// An honest answer.
    static func ok(_ body: String, type: String = "application/json") -> Reply {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    static func redirect(to location: String, status: String = "302 Found") -> Reply {
        "HTTP/1.1 \(status)\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
    }
}
