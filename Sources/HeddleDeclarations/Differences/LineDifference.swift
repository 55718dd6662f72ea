// SPDX-License-Identifier: Apache-2.0

/// The lines in which two texts differ, with those around them.
///
///       3   the same
///     - 4   what was expected
///     + 4   what was found
struct LineDifference {
    private let left: [Substring]
    private let right: [Substring]

    /// The maximum number of lines that are shown.
    private static let limit = 24
    private static let context = 1
    /// The maximum number of lines that are compared one by one. Beyond it, all lines count as different.
    private static let longest = 1000

    init(_ left: String, _ right: String) {
        self.left = left.split(separator: "\n", omittingEmptySubsequences: false)
        self.right = right.split(separator: "\n", omittingEmptySubsequences: false)
    }

    fileprivate enum Line {
        case same(Int, Substring)
        case missing(Int, Substring)
        case added(Int, Substring)
    }

    var view: [String] {
        let lines = lines
        let shown = lines.indices.filter { index in
            let around = max(0, index - Self.context)...min(lines.count - 1, index + Self.context)
            return lines[around].contains(where: \.isChange)
        }
        let changes = lines.count(where: \.isChange) - shown.prefix(Self.limit).count { lines[$0].isChange }
        return ["- expected, + actual:"] + Self.texts(shown.prefix(Self.limit).map { ($0, lines[$0]) })
            + (changes == 0 ? [] : ["  and \(changes) more"])
    }

    /// The lines, with a mark where some are left out.
    private static func texts(_ lines: [(index: Int, line: Line)]) -> [String] {
        let width = lines.map { "\($0.line.number)".count }.max() ?? 0
        return lines.enumerated().flatMap { place, entry in
            let isNext = place == 0 || lines[place - 1].index == entry.index - 1
            return (isNext ? [] : ["  …"]) + [entry.line.text(width)]
        }
    }

    // MARK: Comparing

    private var lines: [Line] {
        let before = zip(left, right).prefix { $0.isSame(as: $1) }.count
        let after = zip(left.dropFirst(before).reversed(), right.dropFirst(before).reversed())
            .prefix { $0.isSame(as: $1) }.count
        return (0..<before).map { .same($0, left[$0]) }
            + changes(before..<left.count - after, before..<right.count - after)
            + (0..<after).map { .same(left.count - after + $0, left[left.count - after + $0]) }
    }

    private func changes(_ lefts: Range<Int>, _ rights: Range<Int>) -> [Line] {
        guard max(lefts.count, rights.count) <= Self.longest else { return lefts.map(missing) + rights.map(added) }
        let difference = right[rights].difference(from: left[lefts]) { $0.isSame(as: $1) }
        let gone = Set(difference.removals.map { $0.place + lefts.lowerBound })
        let new = Set(difference.insertions.map { $0.place + rights.lowerBound })
        var (lines, right) = ([] as [Line], rights.lowerBound)
        for left in lefts {
            if gone.contains(left) {
                lines.append(missing(left))
                continue
            }
            while new.contains(right) {
                lines.append(added(right))
                right += 1
            }
            lines.append(.same(left, self.left[left]))
            right += 1
        }
        return lines + (right..<max(right, rights.upperBound)).map(added)
    }

    private func missing(_ index: Int) -> Line { .missing(index, left[index]) }
    private func added(_ index: Int) -> Line { .added(index, right[index]) }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}

extension LineDifference.Line {
    fileprivate var isChange: Bool { if case .same = self { false } else { true } }

    /// Counted from 1.
    fileprivate var number: Int {
        switch self {
        case .same(let index, _), .missing(let index, _), .added(let index, _): index + 1
        }
    }

    fileprivate func text(_ width: Int) -> String {
        let margin = String(repeating: " ", count: width - "\(number)".count)
        return switch self {
        case .same(_, let line): "  \(margin)\(number)   \(line.shown)"
        case .missing(_, let line): "- \(margin)\(number)   \(line.shown)"
        case .added(_, let line): "+ \(margin)\(number)   \(line.shown)"
        }
    }
}

extension Substring {
    /// Compares bytes, because texts that are composed differently differ.
    fileprivate func isSame(as other: Substring) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The line; in quotes if it ends in white space, which would be invisible.
    fileprivate var shown: String {
        last?.isWhitespace ?? false ? Value.string(String(self)).excerpt(limit: 120) : String(self).excerpt(limit: 120)
    }
}
