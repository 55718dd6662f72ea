// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension String {
    /// The text's lines, each with an end, safe to print on a terminal and to put into YAML.
    var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).dropLast(hasSuffix("\n") || isEmpty ? 1 : 0)
            .map { $0.excerpt + "\n" }.joined()
    }
}

extension Substring {
    private static let longestLine = 10_000

    fileprivate var excerpt: String { String(self).excerpt(limit: Self.longestLine) }
}
