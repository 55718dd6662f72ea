// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension Located<String> {
    /// The text as the parser of declarations gets it: where it stands in the file, so that errors point there.
    ///
    /// A text with escapes stands nowhere in the file as it is; it becomes a text of its own, named after its place.
    package var declarationText: SourceRange {
        let inside = range.bytes.lowerBound + 1..<max(range.bytes.lowerBound + 1, range.bytes.upperBound - 1)
        let written = SourceRange(range.source, inside)
        guard written.text != value else { return written }
        let text = SourceText(name: "the declaration at \(range.location)", value)
        return text.whole
    }
}
