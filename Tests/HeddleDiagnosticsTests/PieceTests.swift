// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A piece of a text")
struct PieceTests {
    private func rendered(_ range: SourceRange) -> String {
        Diagnostic(code: .json(.syntax), "m", at: range, label: "l").render()
    }

    @Test("knows where it stood")
    func origin() {
        let piece = SourceText(name: "a", bytes: Array("xy\nz".utf8), origin: SourcePosition(line: 7, column: 4))
        #expect(piece.position(at: 1) == SourcePosition(line: 7, column: 5))
        #expect(piece.position(at: 3) == SourcePosition(line: 8, column: 1))
        #expect([6, 7, 8, 9].map(piece.line) == ["", "xy", "z", ""])
        #expect(SourceRange(piece, 3..<4).location == "a:8:1")
    }

    @Test("renders as the place itself does, of short lines and long ones")
    func rendering() {
        let long = String(repeating: "ü", count: 700)
        let source = SourceText(name: "a", "one\r\n\nzwölf 漢🙂 three\n\(long)\nend")
        let offsets = source.bytes.indices.filter { source.bytes[$0] & 0xC0 != 0x80 } + [source.bytes.count]
        for start in offsets {
            for width in [0, 1, 5, 300] {
                guard let end = offsets.first(where: { $0 >= start + width }) else { continue }
                let range = SourceRange(source, start..<end)
                #expect(range.piece.location == range.location)
                #expect(rendered(range.piece) == rendered(range))
                #expect(range.piece.source.bytes.count <= 2 * 222)
            }
        }
    }

    @Test("of a range outside of the text is empty")
    func outside() {
        let source = SourceText(name: "a", "one")
        #expect(SourceRange(source, 70..<90).piece.location == "a:1:4")
        #expect(SourceRange(SourceText(name: "a", ""), 0..<0).piece.location == "a:1:1")
    }
}
