// SPDX-License-Identifier: Apache-2.0

/// Control sequences that every terminal since the VT100 knows.
package enum LineDrawing {
    private static let escape = "\u{1B}"

    /// Takes away what stands behind and below the cursor.
    package static let erasing: StaticString = "\u{1B}[J"

    /// Draws a line below the cursor. The cursor returns to its place, even within a line.
    ///
    /// - Parameters:
    ///   - text: printable characters.
    ///   - width: how many columns the terminal has.
    package static func drawing(_ text: String, width: Int) -> String {
        // Down and up again first: at the bottom of the screen that moves all up, and so the place to come back to.
        let room = "\(erasing)\(escape)D\(escape)[A"
        return "\(room)\(escape)7\(escape)[B\r\(cut(text, to: width - 1))\(escape)8"
    }

    /// The beginning of a text that fits into a number of columns, with an ellipsis if something is missing.
    package static func cut(_ text: String, to columns: Int) -> String {
        var (used, end) = (0, text.startIndex)
        for index in text.indices {
            used += columnCount(of: text[index])
            if used > columns { return columns > 0 ? text[..<end] + "…" : "" }
            // Up to where the ellipsis still has room.
            if used < columns { end = text.index(after: index) }
        }
        return text
    }

    /// The maximum number of columns of a character. Terminals differ in the width of characters; a line that is cut
    /// too early does no harm.
    private static func columnCount(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        return first.value < 0x1100 || (0x2000..<0x2600).contains(first.value) ? 1 : 2
    }
}
