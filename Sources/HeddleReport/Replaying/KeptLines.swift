// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// One line of a kept run, as a text of its own that knows where it stands.
struct KeptLine {
    let source: SourceText
    /// True if the file ends before the line does.
    let isCutOff: Bool

    var range: SourceRange { SourceRange(source, 0..<min(1, source.bytes.count)) }
    var isBlank: Bool { source.bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == 0x09 || $0 == 0x0D } }
}

/// The lines of a text, one after the other.
struct KeptLines: Sequence, IteratorProtocol {
    private let text: SourceText
    private var start = 0
    private var number = 0

    init(_ text: SourceText) {
        self.text = text
    }

    mutating func next() -> KeptLine? {
        guard start < text.bytes.count else { return nil }
        let end = text.bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
        let bytes = Array(text.bytes[start..<(end ?? text.bytes.count)])
        number += 1
        start = (end ?? text.bytes.count) + 1
        let source = SourceText(name: text.name, bytes: bytes, origin: SourcePosition(line: number, column: 1))
        return KeptLine(source: source, isCutOff: end == nil)
    }
}
