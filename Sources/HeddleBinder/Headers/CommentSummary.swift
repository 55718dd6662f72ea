// SPDX-License-Identifier: Apache-2.0

/// The beginning of a comment: what a reader of bindings wants to know first.
struct CommentSummary {
    /// The first paragraph on one line; cut where it is long.
    let text: String

    private static let longest = 300

    init?(_ comment: String?) {
        guard let comment else { return nil }
        let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }
        let paragraph = lines.drop(while: \.isEmpty).prefix { !$0.isEmpty }.joined(separator: " ")
        guard paragraph.contains(where: \.isLetter) else { return nil }
        text = paragraph.count > Self.longest ? paragraph.prefix(Self.longest) + "…" : paragraph
    }
}
