// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleServe

@Suite("The output of a process")
struct LineCutterTests {
    @Test("comes in lines, however it is cut into pieces")
    func lines() {
        for size in 1...9 {
            var cutter = LineCutter()
            var (lines, text): ([String], ArraySlice<UInt8>) = ([], Array("one\r\n\ntwo\nthree".utf8)[...])
            while !text.isEmpty {
                lines += cutter.cut(Array(text.prefix(size)))
                text = text.dropFirst(size)
            }
            #expect(lines == ["one", "", "two"])
            #expect(cutter.rest() == "three")
            #expect(cutter.rest() == nil)
        }
    }

    @Test("keeps what Unicode alone counts as an end of a line")
    func separators() {
        var cutter = LineCutter()
        #expect(cutter.cut(Array("a\u{2028}b\u{85}c\u{B}d\r\n".utf8)) == ["a\u{2028}b\u{85}c\u{B}d"])
    }

    @Test("comes in parts if it has no end, so that it takes no memory")
    func endless() {
        var cutter = LineCutter()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: cutter.longest / 2)
        let lines = (0..<9).flatMap { _ in cutter.cut(piece) }
        #expect(lines.map(\.utf8.count) == [Int](repeating: cutter.longest, count: 4))
        #expect(cutter.rest()?.utf8.count == cutter.longest / 2)
    }
}
