// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Texts that are written")
struct WrittenTextTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("end at their room where the function says that it wanted more")
    func truncated() throws {
        let describe = try values.action("describe")
        let whole = try describe.call(20, "it")
        #expect(whole.result == 8 && whole["text"] == "about it")
        let cut = try describe.call(6, "everything")
        #expect(cut.result == 16 && cut["text"] == "about")
        #expect(try describe.call(0, "it").result == 8)
        #expect(try describe.call(0, "it")["text"] == "")
    }

    @Test("end at their room where there is no NUL")
    func unterminated() throws {
        #expect(try values.action("clip").call(3, "abcdef")["text"] == "abc")
        #expect(try values.action("clip").call(3, "ab")["text"] == "ab")
        #expect(try values.action("put_bytes").call(1)["text"] == "full")
        #expect(try values.action("put_bytes").call(0)["text"] == "ok")
    }

    @Test("that are no UTF-8 are bytes, also where they were cut inside of a character")
    func invalid() throws {
        #expect(try values.action("put_bytes").call(2)["text"] == .bytes([0xC3, 0x28]))
        #expect(try values.action("clip").call(2, "a€")["text"] == .bytes([0x61, 0xE2]))
        #expect(try values.action("lend_text").call(2)["text"] == .bytes([0xE2, 0x82]))
    }

    @Test("over ones that are given have the room that their size says")
    func updated() throws {
        let shout = try values.action("shout")
        #expect(try shout.call("hi", 10)["text"] == "hi!")
        #expect(try shout.call("hi", 3)["text"] == "hi!")
        #expect(try shout.call("hi", 2)["text"] == "hi")
        #expect(try shout.call("hi")["text"] == "hi")
        #expect(shout.misfits("hi", 1) == ["0: 2 bytes, not at most 1 bytes"])
    }

    @Test("that the function lends come back through a pointer, or null")
    func lent() throws {
        #expect(try values.action("lend_text").call(0)["text"] == "lent")
        #expect(try values.action("lend_text").call(1)["text"] == .null)
    }
}
