// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import Report

@Suite("Places in a report")
struct PlaceCursorTests {
    private let first = SourceText(name: "a", "one\n\ntwo ü漢🙂 three\r\nfour")
    private let second = SourceText(name: "b", "x\ny")

    @Test("are those of the text itself, whatever their order")
    func sameAsTheText() {
        var cursor = PlaceCursor()
        let offsets = first.bytes.indices.filter { first.bytes[$0] & 0xC0 != 0x80 } + [first.bytes.count]
        for offset in offsets + offsets.reversed() + offsets.shuffled() {
            let range = SourceRange(first, offset..<offset)
            #expect(cursor.position(of: range) == range.start)
        }
    }

    @Test("are right when two texts take turns")
    func twoTexts() {
        var cursor = PlaceCursor()
        for offset in [1, 2, 0, 3] {
            for source in [first, second] {
                let range = SourceRange(source, offset..<offset)
                #expect(cursor.position(of: range) == range.start)
            }
        }
    }

    @Test("beyond the end are at the end")
    func beyondTheEnd() {
        var cursor = PlaceCursor()
        let range = SourceRange(second, 70..<90)
        #expect(cursor.position(of: range) == SourcePosition(line: 2, column: 2))
        #expect(cursor.position(of: range) == SourcePosition(line: 2, column: 2))
    }
}
