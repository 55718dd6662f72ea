// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// A place as events name it: `file:line:column`.
struct KeptPlace {
    private let file: String
    private let position: SourcePosition

    /// nil where the text names none; the file's own name may have colons.
    init?(_ text: String) {
        let colon = UInt8(ascii: ":")
        guard let second = text.utf8.lastIndex(of: colon), let first = text.utf8[..<second].lastIndex(of: colon),
            let line = Int32(text[text.utf8.index(after: first)..<second]),
            let column = Int32(text[text.utf8.index(after: second)...]), line > 0, column > 0
        else { return nil }
        file = String(text[..<first])
        position = SourcePosition(line: Int(line), column: Int(column))
    }

    /// The place, of whose line nothing is known.
    var range: SourceRange { SourceRange(SourceText(name: file, bytes: [], origin: position), 0..<0) }

    /// The place in its line.
    ///
    /// - Parameters:
    ///   - text: the line, or a part of it.
    ///   - column: where the part begins, from 1.
    ///   - width: how many characters the place has.
    func range(in text: String, from column: Int, width: Int) -> SourceRange {
        guard (1...position.column).contains(column) else { return range }
        let origin = SourcePosition(line: position.line, column: column)
        let before = text.unicodeScalars.prefix(position.column - column)
        let marked = text.unicodeScalars.dropFirst(before.count).prefix(max(0, width))
        let (start, length) = (String(before).utf8.count, String(marked).utf8.count)
        return SourceRange(
            SourceText(name: file, bytes: Array(text.utf8), origin: origin), start..<start + length)
    }
}
