// SPDX-License-Identifier: Apache-2.0

/// The requests of the program that started this one, as they come.
struct RequestReader {
    enum Request {
        case get(url: String, tag: String, wait: Int?)
        case post(url: String, type: String, headers: [String], body: [UInt8])
    }

    /// The bytes are no request, and the start of the next one is unknown.
    struct Mistake: Error {
        let text: String
    }

    private static let longestLine = 64 << 10
    private static let longestBody = 64 << 20

    private let file: Int32
    private var bytes: [UInt8] = []
    private var start = 0

    init(from file: Int32) {
        self.file = file
    }

    /// The next request; nil at the end.
    mutating func next() throws(Mistake) -> Request? {
        guard let line = try line() else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch fields.first {
        case "GET" where fields.count == 4:
            let wait = Int(fields[3])
            guard fields[3].isEmpty || (0...86_400).contains(wait ?? -1) else { break }
            return .get(url: fields[1], tag: fields[2], wait: wait)
        case "POST" where fields.count >= 4:
            guard let length = Int(fields[3]), (0...Self.longestBody).contains(length),
                !fields[2].isEmpty, fields[2].utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { break }
            let headers = Array(fields[4...])
            guard headers.allSatisfy(Self.isHeader) else { break }
            return .post(url: fields[1], type: fields[2], headers: headers, body: try body(length))
        default: break
        }
        throw Mistake(text: "a line of standard input is no request")
    }

    /// Returns whether a text is a name, a colon, a space and a value; by a `;` alone libcurl would understand more.
    private static func isHeader(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text[colon...].hasPrefix(": ") else {
            return false
        }
        return text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && !text[..<colon].contains { $0 == " " || $0 == ";" }
    }

    private mutating func line() throws(Mistake) -> String? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
            guard bytes.count - start <= Self.longestLine else {
                throw Mistake(text: "a line of standard input is longer than \(Self.longestLine) bytes")
            }
            searched = bytes.count - start
            guard readOn() else {
                if bytes.isEmpty { return nil }
                throw Mistake(text: "standard input ends within a line")
            }
        }
    }

    private mutating func body(_ length: Int) throws(Mistake) -> [UInt8] {
        while bytes.count - start < length {
            guard readOn() else { throw Mistake(text: "standard input ends within a body") }
        }
        defer { start += length }
        return Array(bytes[start..<start + length])
    }

    /// Reads more, and forgets what has been used; false at the end.
    private mutating func readOn() -> Bool {
        bytes.removeFirst(start)
        start = 0
        let more = HostSystem.read(from: file)
        bytes += more
        return !more.isEmpty
    }
}
