// SPDX-License-Identifier: Apache-2.0

/// The text of a comment, without its delimiters and the column of stars before its lines.
struct CommentText {
    let text: String

    /// Takes one comment, or several line comments below each other.
    init(_ comment: String) {
        let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map { Self.bare($0) }
        let shared = lines.filter { !$0.isBlank }.map(\.indent).min() ?? 0
        // The first line follows the opening sign of the comment, outside of the column.
        let flush = lines.enumerated().map { index, line in
            index == 0
                ? line.drop { $0 == " " }
                : line.dropFirst(min(line.indent, lines[0].isBlank ? shared : Self.later(lines)))
        }
        let kept = flush.map { $0.trimmingEnd }
        let first = kept.firstIndex { !$0.isEmpty } ?? kept.endIndex
        let last = kept.lastIndex { !$0.isEmpty } ?? kept.startIndex
        self.text = first < kept.endIndex ? kept[first...last].joined(separator: "\n") : ""
    }

    private static func later(_ lines: [Substring]) -> Int {
        lines.dropFirst().filter { !$0.isBlank }.map(\.indent).min() ?? 0
    }

    /// A line without the signs of a comment at its ends.
    private static func bare(_ line: Substring) -> Substring {
        var bare = line.trimmingEnd
        if bare.hasSuffix("*/") { bare = bare.dropLast(2).trimmingEnd }
        while bare.hasSuffix("**") { bare = bare.dropLast() }
        let start = bare.drop { $0 == " " || $0 == "\t" }
        for sign in ["/**<", "/*!<", "/**", "/*!", "/*", "///<", "//!<", "///", "//!", "//", "**", "*"]
        where start.hasPrefix(sign) {
            return start.dropFirst(sign.count).drop { $0 == "*" }
        }
        return bare
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" } }

    fileprivate var indent: Int { prefix { $0 == " " || $0 == "\t" }.count }

    fileprivate var trimmingEnd: Substring {
        var rest = self
        while let last = rest.last, last == " " || last == "\t" || last == "\r" || last == "\r\n" { rest.removeLast() }
        return rest
    }
}
