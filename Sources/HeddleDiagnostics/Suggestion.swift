// SPDX-License-Identifier: Apache-2.0

/// The nearest known name to one that is not known, if it is near enough to be what was meant.
///
/// A name is near at an edit distance of at most 2, or of 1 for names of two or three characters. A swap of two
/// neighbours is one edit. Names with one character, or more than 100, have no nearest name. Inside
/// ``SuggestionLimit/apply(_:)`` there is no nearest name once the limit is reached.
///
/// - Parameter candidates: made only where a nearest name is looked for.
/// - Complexity: O(*k* · *n*) for *k* candidates and a name of *n* characters, as most differ after a few.
package func nearest(to name: String, among candidates: @autoclosure () -> some Sequence<String>) -> String? {
    let letters = Array(name.prefix(101))
    guard (2...100).contains(letters.count), SuggestionLimit.admitsOneMore() else { return nil }
    let limit = letters.count <= 3 ? 1 : 2
    return
        candidates()
        .compactMap { candidate in
            editDistance(letters, Array(candidate.prefix(103)), within: limit).map { (candidate, $0) }
        }
        .min { ($0.1, $0.0) < ($1.1, $1.0) }?
        .0
}

/// `did you mean "steps"?`, where a known name is near.
package func didYouMean(_ name: String, among candidates: @autoclosure () -> some Sequence<String>) -> String? {
    nearest(to: name, among: candidates()).map { "did you mean \"\($0)\"?" }
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours; nil above the limit.
private func editDistance(_ a: [Character], _ b: [Character], within limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        // A swap reaches back over two rows: only when both are above the limit can nothing below it follow.
        guard row.contains(where: { $0 <= limit }) || last.contains(where: { $0 <= limit }) else { return nil }
        (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
}
