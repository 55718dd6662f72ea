// SPDX-License-Identifier: Apache-2.0

/// The requests of one connection as they pass, of which the heads are bounded.
///
/// The server reads a line in a time that grows with the square of its length, whoever sends it.
struct RequestBounds {
    /// The reason why a connection is given up.
    enum Refusal: Error {
        /// A line, or all of a head.
        case tooLarge
        /// The length of a body is missing, or no number.
        case noLength

        /// The answer to the client.
        var answer: String {
            let status =
                switch self {
                case .tooLarge: "431 Request Header Fields Too Large"
                case .noLength: "411 Length Required"
                }
            return "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
    }

    /// The largest line, and the largest head of a request, in bytes.
    private static let (longestLine, largestHead) = (4_096, 16_384)

    /// A further line of each head, with its end.
    private let mark: [UInt8]
    /// The head so far.
    private var head: [UInt8] = []
    /// The beginning of its last line.
    private var line = 0
    /// The length of the body that the head names.
    private var length = 0
    /// The number of bytes of the body that are still to come.
    private var body = 0

    /// - Parameter mark: a further line of each head, behind those of the client; nil for none.
    init(marking mark: String? = nil) {
        self.mark = mark.map { Array("\($0)\r\n".utf8) } ?? []
    }

    /// Takes bytes of the client.
    ///
    /// - Returns: the bytes that the server may read: whole heads, and bodies.
    mutating func take(_ bytes: [UInt8]) throws(Refusal) -> [UInt8] {
        var passed: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if body > 0 {
                passed += rest.prefix(body)
                let count = min(body, rest.count)
                body -= count
                rest = rest.dropFirst(count)
                continue
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            head += rest[..<(end.map { $0 + 1 } ?? rest.endIndex)]
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            if head.count - line > Self.longestLine || head.count > Self.largestHead { throw .tooLarge }
            guard end != nil else { continue }
            let text = head[line..<(head.count - 1)]
            let isLast = text.isEmpty || text.elementsEqual([UInt8(ascii: "\r")])
            if isLast {
                passed += head[..<line] + mark + head[line...]
                (body, head, line, length) = (length, [], 0, 0)
            } else {
                try note(String(decoding: text, as: UTF8.self))
                line = head.count
            }
        }
        return passed
    }

    /// Notes a line of a head. The last length counts, as it does for the server.
    private mutating func note(_ text: String) throws(Refusal) {
        guard let colon = text.firstIndex(of: ":") else { return }
        switch text[..<colon].filter({ !$0.isWhitespace }).lowercased() {
        case "content-length":
            let words = text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace)
            guard words.count == 1, let number = Int(words[0]), number >= 0 else { throw .noLength }
            length = number
        case "transfer-encoding": throw .noLength
        default: break
        }
    }
}
