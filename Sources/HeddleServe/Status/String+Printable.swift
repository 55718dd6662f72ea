// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text as one line of a terminal: without what would move its cursor.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
