// SPDX-License-Identifier: Apache-2.0

extension SourceRange {
    /// The same place in a text that holds no more than its line: what can be kept where the file itself is not.
    ///
    /// It renders as the place itself does. Of a long line only what is shown of it is taken, and a range over several
    /// lines ends with its first.
    package var piece: SourceRange { piece(named: source.name) }

    /// The same of a text with another name.
    ///
    /// - Complexity: O(1), however long the line is.
    package func piece(named name: String) -> SourceRange {
        let line = source.line(
            around: bytes.lowerBound, before: (Excerpt.wholeBefore + 1) * 4, after: (Excerpt.shownAfter + 1) * 4)
        // It may be inside the line break, which is not a part of the line.
        let start = min(max(bytes.lowerBound, line.lowerBound), source.bytes.count)
        let end = max(start, min(bytes.upperBound, line.upperBound))
        let before = Self.last(Excerpt.wholeBefore + 1, charactersOf: source.bytes[line.lowerBound..<start])
        let after = Self.first(Excerpt.shownAfter + 1, charactersOf: source.bytes[start..<max(start, line.upperBound)])
        let text = SourceText(
            name: name, bytes: Array(before + after), origin: source.position(at: before.startIndex))
        for secret in source.concealed.overlapping(before.startIndex..<after.endIndex) {
            text.conceal(max(0, secret.lowerBound - before.startIndex)..<secret.upperBound - before.startIndex)
        }
        return SourceRange(text, before.count..<before.count + min(end - start, after.count))
    }

    private static func last(_ count: Int, charactersOf bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var left = count
        let start = bytes.lastIndex { byte in
            left -= byte.isContinuation ? 0 : 1
            return left == 0
        }
        return bytes[(start ?? bytes.startIndex)...]
    }

    private static func first(_ count: Int, charactersOf bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var left = count + 1
        let end = bytes.firstIndex { byte in
            left -= byte.isContinuation ? 0 : 1
            return left == 0
        }
        return bytes[..<(end ?? bytes.endIndex)]
    }
}
