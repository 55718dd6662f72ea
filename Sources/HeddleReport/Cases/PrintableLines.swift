// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension String {
    /// The text's lines, each with an end, safe to print on a terminal and to put into YAML.
    var printableLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).dropLast(hasSuffix("\n") || isEmpty ? 1 : 0)
            .map { $0.excerpt + "\n" }.joined()
    }
}

extension String {
    /// On one line: with a space for each character that would end it or steer a terminal.
    var withoutControls: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Substring {
    private static let longestLine = 10_000

    fileprivate var excerpt: String { String(self).excerpt(limit: Self.longestLine) }
}
