// SPDX-License-Identifier: Apache-2.0

/// The tags of an XML text, in their order. Texts, comments and instructions are passed over.
struct MarkupTags: Sequence, IteratorProtocol {
    struct Tag {
        let name: String
        let attributes: [String: String]
        /// True for `</name>`.
        let isEnd: Bool
        /// True for `<name/>`, behind which no end follows.
        let isEmpty: Bool
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Tag? {
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[start...].starts(with: "<!--".utf8) {
                place = endOfComment(from: start)
                continue
            }
            guard let end = endOfTag(from: start) else { break }
            place = end + 1
            let first = bytes[start + 1]
            if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { continue }
            return tag(bytes[(start + 1)..<end])
        }
        place = bytes.count
        return nil
    }

    private func endOfComment(from start: Int) -> Int {
        var place = start + 4
        while place + 2 < bytes.count, !bytes[place...].starts(with: "-->".utf8) { place += 1 }
        return Swift.min(place + 3, bytes.count)
    }

    /// The `>` of a tag; one in quotes is none.
    private func endOfTag(from start: Int) -> Int? {
        var quote: UInt8?
        for index in (start + 1)..<Swift.max(start + 1, bytes.count) {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return nil
    }

    private func tag(_ inside: ArraySlice<UInt8>) -> Tag {
        var text = inside
        let isEnd = text.first == UInt8(ascii: "/")
        let isEmpty = text.last == UInt8(ascii: "/")
        if isEnd { text = text.dropFirst() }
        if isEmpty { text = text.dropLast() }
        let name = text.prefix { !$0.isBlank }
        text = text.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while let equals = text.firstIndex(of: UInt8(ascii: "=")) {
            let key = text[..<equals].filter { !$0.isBlank }
            let rest = text[(equals + 1)...].drop(while: \.isBlank)
            guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { break }
            let value = rest[(rest.startIndex + 1)..<end]
            attributes[String(decoding: key, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            text = text[(end + 1)...]
        }
        return Tag(
            name: String(decoding: name, as: UTF8.self), attributes: attributes, isEnd: isEnd, isEmpty: isEmpty)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 32 || (9...13).contains(self) }
}
