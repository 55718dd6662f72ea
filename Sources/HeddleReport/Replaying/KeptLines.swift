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

/// The lines of a text that comes in pieces, one after the other. No more is held than a piece and a line.
struct KeptLines {
    private let text: KeptText
    private var piece: [UInt8] = []
    private var start = 0
    private var number = 0

    init(_ text: KeptText) {
        self.text = text
    }

    /// The next line; nil behind the last.
    ///
    /// A line that is longer than any text that Heddle reads is cut off: it is no event.
    mutating func next() throws(Diagnostic) -> KeptLine? {
        var bytes: [UInt8] = []
        while true {
            if start == piece.count {
                (piece, start) = (try text.next(), 0)
                if piece.isEmpty { return bytes.isEmpty ? nil : line(bytes, isCutOff: true) }
            }
            let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
            if bytes.count <= SourceText.largestSize { bytes += piece[start..<(end ?? piece.count)] }
            start = end.map { $0 + 1 } ?? piece.count
            if end != nil { return line(bytes, isCutOff: false) }
        }
    }

    private mutating func line(_ bytes: [UInt8], isCutOff: Bool) -> KeptLine {
        number += 1
        let source = SourceText(name: text.name, bytes: bytes, origin: SourcePosition(line: number, column: 1))
        return KeptLine(source: source, isCutOff: isCutOff)
    }
}
