// SPDX-License-Identifier: Apache-2.0

/// A path as C may write it and Heddle does not: with the star that follows a pointer, as in `*p`, `(*p).x` and
/// `*(p + 1)`.
package struct StarredPath: Equatable {
    /// Longer texts are no paths that somebody has written by hand.
    private static let longest = 200

    /// The same path as Heddle writes it: `p[0]`, `p->x`, `p[1]`.
    package let plain: String
    /// The type of a cast before it, as it is written; nil without a cast.
    package let type: String?

    /// Takes a text; nil for one without such stars, and for one that is no path.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.contains("*") else { return nil }
        var rest = text[...]
        var type: String?
        if rest.first == "(", let end = rest.firstIndex(of: ")") {
            let inside = rest[rest.index(after: rest.startIndex)..<end].drop { $0 == " " }
            let behind = rest[rest.index(after: end)...].drop { $0 == " " }
            if inside.first != "*", inside.first != "(", behind.first == "*" || behind.first == "(" {
                (type, rest) = (String(inside), behind)
            }
        }
        var reader = StarReader(rest: rest)
        guard let path = reader.readWhole(), reader.hasStars else { return nil }
        (plain, self.type) = (path, type)
    }
}

/// Reads a path by recursive descent: a star takes what stands behind it with all its fields and indices.
private struct StarReader {
    var rest: Substring
    private(set) var hasStars = false

    init(rest: Substring) { self.rest = rest }

    mutating func readWhole() -> String? {
        let isPlace = take("&")
        guard let (path, isFollowed) = readStarred() else { return nil }
        skipSpace()
        guard rest.isEmpty else { return nil }
        if !isPlace { return path }
        return isFollowed ? String(path.dropLast("[0]".count)) : "&\(path)"
    }

    /// - Returns: the path, and true if it ends in the index that stands for a star.
    private mutating func readStarred() -> (path: String, isFollowed: Bool)? {
        guard take("*") else { return readPath().map { ($0, false) } }
        hasStars = true
        if let element = readElement() { return (element, false) }
        return readStarred().map { ($0.path + "[0]", true) }
    }

    /// `(p + 1)` behind a star; nothing is taken for anything else.
    private mutating func readElement() -> String? {
        let start = rest
        if take("("), let path = readPath(), take("+"), let index = readName(), take(")") { return "\(path)[\(index)]" }
        rest = start
        return nil
    }

    private mutating func readPath() -> String? {
        var (path, isFollowed) = ("", false)
        if take("(") {
            guard let inner = readStarred(), take(")") else { return nil }
            (path, isFollowed) = inner
        } else {
            guard let name = readName() else { return nil }
            path = name
        }
        while true {
            if take("->") {
                guard let name = readName() else { return nil }
                path += "->\(name)"
            } else if take(".") {
                guard let name = readName() else { return nil }
                path = isFollowed ? "\(path.dropLast("[0]".count))->\(name)" : "\(path).\(name)"
            } else if take("[") {
                guard let end = rest.firstIndex(of: "]") else { return nil }
                path += "[\(rest[..<end])]"
                rest = rest[rest.index(after: end)...]
            } else {
                return path
            }
            isFollowed = false
        }
    }

    private mutating func readName() -> String? {
        skipSpace()
        let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : String(name)
    }

    private mutating func take(_ sign: String) -> Bool {
        skipSpace()
        guard rest.hasPrefix(sign) else { return false }
        rest = rest.dropFirst(sign.count)
        return true
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == " " } }
}
