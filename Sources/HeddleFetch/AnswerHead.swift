// SPDX-License-Identifier: Apache-2.0

/// The status and the headers of an answer.
struct AnswerHead {
    /// The version of HTTP, such as `HTTP/1.1`.
    private(set) var version = ""
    /// The status, such as 404.
    private(set) var status = 0
    /// The server's own words for the status, such as `Not Found`; HTTP/2 has none.
    private(set) var reason = ""
    private var headers: [(name: String, value: String)] = []

    /// Begins with a line such as `HTTP/1.1 404 Not Found`; nil if the line is another one.
    init?(statusLine line: String) {
        guard line.hasPrefix("HTTP/") else { return nil }
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        version = String(words[0])
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        reason = words.count > 2 ? String(words[2]) : ""
    }

    /// Adds a line with a header, or with the rest of the one before it.
    mutating func add(_ line: String) {
        if line.first == " " || line.first == "\t", !headers.isEmpty {
            headers[headers.count - 1].value += " " + line.withoutBlanks
        } else if let colon = line.firstIndex(of: ":") {
            headers.append((line[..<colon].withoutBlanks.lowercased(), line[line.index(after: colon)...].withoutBlanks))
        }
    }

    /// The values of a header, whose name is in lower case. Of several headers of one name each counts: whatever reads
    /// the answer next may look at another one.
    func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The entity tag of the file; nil if there is none that can be sent back as it came.
    var entityTag: EntityTag? {
        let tags = values(of: "etag")
        return tags.count == 1 ? EntityTag(tags[0]) : nil
    }

    /// The values of a header that is a list.
    func items(of name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }.map { $0.withoutBlanks.lowercased() }
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    fileprivate var withoutBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = drop(while: isBlank)
        return String(start[..<(start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}
