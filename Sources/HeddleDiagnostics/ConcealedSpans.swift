// SPDX-License-Identifier: Apache-2.0

/// The spans of a text that are not quoted: disjoint, in the order of the text.
struct ConcealedSpans: Sendable {
    private var spans: [Range<Int>] = []

    /// Adds a span; what it overlaps becomes one with it.
    ///
    /// - Complexity: O(log *n*) for a span that is known or comes after all others, as most spans do; otherwise O(*n*).
    mutating func insert(_ span: Range<Int>) {
        let met = indices(of: span)
        if span.isEmpty || met.count == 1 && spans[met.lowerBound].contains(span) { return }
        let joined = spans[met].reduce(span) { min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound) }
        spans.replaceSubrange(met, with: CollectionOfOne(joined))
    }

    /// The spans that have something in common with a range.
    ///
    /// - Complexity: O(log *n*) and the number of those spans.
    func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> { spans[indices(of: range)] }

    private func indices(of range: Range<Int>) -> Range<Int> {
        let first = spans.partitioningIndex { $0.upperBound > range.lowerBound }
        let end = spans[first...].firstIndex { $0.lowerBound >= range.upperBound } ?? spans.endIndex
        return first..<max(first, end)
    }
}
