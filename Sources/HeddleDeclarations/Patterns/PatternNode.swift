// SPDX-License-Identifier: Apache-2.0

/// A node of the syntax tree of a regular expression.
struct PatternNode: Sendable {
    indirect enum Content: Sendable {
        /// One character of a set.
        case set(ScalarSet)
        /// A place between characters.
        case assertion(PatternAssertion)
        case sequence([PatternNode])
        case alternatives([PatternNode])
        /// Nil as `most` means no limit.
        case repetition(PatternNode, least: Int, most: Int?)
    }

    let content: Content
    /// The number of its instructions.
    let size: Int

    static let empty = PatternNode(content: .sequence([]), size: 0)

    static func set(_ set: ScalarSet) -> PatternNode { PatternNode(content: .set(set), size: 1) }

    static func assertion(_ assertion: PatternAssertion) -> PatternNode {
        PatternNode(content: .assertion(assertion), size: 1)
    }

    static func sequence(_ parts: [PatternNode]) -> PatternNode {
        parts.count == 1 ? parts[0] : PatternNode(content: .sequence(parts), size: sum(parts.map(\.size)))
    }

    /// Each but the last has a fork before it and a jump after it.
    static func alternatives(_ all: [PatternNode]) -> PatternNode {
        all.count == 1
            ? all[0] : PatternNode(content: .alternatives(all), size: sum(all.map(\.size) + [2 * (all.count - 1)]))
    }

    static func repetition(_ part: PatternNode, least: Int, most: Int?) -> PatternNode {
        // A repetition of nothing is nothing.
        if part.size == 0 || most == 0 { return .empty }
        let fixed = product(least, part.size)
        let rest = most.map { product($0 - least, part.size + 1) } ?? part.size + 2
        return PatternNode(content: .repetition(part, least: least, most: most), size: sum([fixed, rest]))
    }

    private static func sum(_ sizes: [Int]) -> Int {
        sizes.reduce(0) { sum, size in
            let (total, isTooLarge) = sum.addingReportingOverflow(size)
            return isTooLarge ? .max : total
        }
    }

    private static func product(_ count: Int, _ size: Int) -> Int {
        let (total, isTooLarge) = count.multipliedReportingOverflow(by: size)
        return isTooLarge ? .max : total
    }
}

/// A condition between two characters, such as the start of a line.
enum PatternAssertion: Sendable {
    case textStart
    case textEnd
    /// The end, or the line break that is the end of the text.
    case lastLineEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
}
