// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Structures")
struct RecordTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private let diagonal: Value = ["from": ["x": 0, "y": 1.5], "to": ["x": -2, "y": 4], "name": "ab"]

    @Test("cross by the names of their fields, nested ones too")
    func byName() throws {
        #expect(try values.action("scaled").call(["y": 2, "x": 1.5], 2).result == ["x": 3, "y": 4])
        #expect(try values.action("same_segment").call(diagonal).result == diagonal)
    }

    @Test("cross by the order of their fields")
    func byPosition() throws {
        #expect(try values.action("scaled").call([1.5, 2], 2).result == ["x": 3, "y": 4])
        #expect(try values.action("same_segment").call([[0, 1.5], [-2, 4], "ab"]).result == diagonal)
        #expect(
            try values.action("scaled").misfits(.value([1, 2, 3]), 2) == ["0: an array of 3, not an object with x, y"])
    }

    @Test("have zero in fields that are not given")
    func missing() throws {
        #expect(try values.action("scaled").call(["y": 2], 1).result == ["x": 0, "y": 2])
        #expect(try values.action("scaled").call([:], 1).result == ["x": 0, "y": 0])
        #expect(
            try values.action("same_segment").call([:]).result
                == ["from": ["x": 0, "y": 0], "to": ["x": 0, "y": 0], "name": ""])
    }

    @Test("refuse fields that they do not have, and values that do not fit, with the place")
    func misfits() throws {
        let same = try values.action("same_segment")
        #expect(
            same.misfits(.value(["form": ["x": 1]])) == [
                "0: the field \"form\", which struct segment does not have, not an object with from, to, name"
            ])
        #expect(
            same.misfits(.value(["to": ["x": "wide"]])) == [
                "0: text \"wide\" in to.x, not a number that a double can hold, \"NaN\", \"Infinity\" or \"-Infinity\""
            ])
        #expect(same.misfits(5) == ["0: number 5, not an object with from, to, name"])
        #expect(same.misfits(.value(["to": .null])) == ["0: null in to, not an object with x, y"])
        #expect(same.misfits(.value(.null)).count == 1)
    }

    @Test("have arrays: too long is refused, too short is filled with zero")
    func arrays() throws {
        let same = try values.action("same_grid")
        let grid = try #require(
            try same.call([
                "cells": [[1, 2, 3], [4]], "raw": .bytes([1, 255]), "names": ["Ada", .null], "flags": [true],
            ])
            .result)
        #expect(
            grid == [
                "cells": [[1, 2, 3], [4, 0, 0]], "raw": [1, 255, 0, 0], "names": ["Ada", .null],
                "flags": [true, false],
            ])
        #expect(
            same.misfits(.value(["cells": [[1], [2], [3]]])) == [
                "0: an array of 3 in cells, not an array of 2 or fewer"
            ])
        #expect(
            same.misfits(.value(["cells": [[1, 2, 3, 4]]])) == [
                "0: an array of 4 in cells[0], not an array of 3 or fewer"
            ])
        #expect(same.misfits(.value(["raw": .bytes([1, 2, 3, 4, 5])])).count == 1)
        #expect(
            same.misfits(.value(["raw": [1, 256]])) == [
                "0: number 256 in raw[1], not a whole number from 0 to 255"
            ])
    }

    @Test("take bytes only for arrays of numbers of one byte: any byte is a number, but no truth value")
    func bytes() throws {
        let same = try values.action("same_grid")
        #expect(same.misfits(.value(["flags": .bytes([1, 2])])).count == 1)
        #expect(same.misfits(.value(["cells": .bytes([1, 2])])).count == 1)
    }

    @Test("have the fields of members without a name as their own")
    func anonymous() throws {
        let same = try values.action("same_figure")
        let circle = try #require(try same.call(["kind": 1, "radius": 7, "closed": true]).result)
        #expect(circle["radius"] == 7 && circle["closed"] == true && circle["kind"] == 1)
        let spot = try #require(try same.call(["x": 1, "y": 2]).result)
        #expect(spot["x"] == 1 && spot["y"] == 2 && spot["radius"] == 0)
        #expect(
            same.misfits(.value(["x": 1, "radius": 2])) == [
                "0: both x and radius, which share their memory, not one of them"
            ])
        #expect(same.misfits(.value(["radius": 2, "y": 1])).count == 1)
    }

    @Test("behind pointers go in, out, and both ways")
    func pointers() throws {
        #expect(try values.action("name_length").call(["name": "abc"]).result == 3)
        #expect(try values.action("name_length").call(.null).result == -1)
        let swapped = try values.action("swap_ends").call(diagonal)
        #expect(swapped["of"]?["from"] == ["x": -2, "y": 4])
        #expect(swapped["of"]?["to"] == ["x": 0, "y": 1.5])
        #expect(try values.action("swap_ends").misfits(.value(.null)).count == 1)
    }

    @Test("that are written and read begin each call as they were given")
    func again() throws {
        let call = try PreparedCall(values.action("swap_ends"))
        #expect(call.encode([.value(diagonal)]).isEmpty)
        for _ in 0..<3 { #expect(call.made()["of"]?["from"] == ["x": -2, "y": 4]) }
    }

    @Test("by value are the callee's own: what it writes there does not reach the caller")
    func mutation() throws {
        let call = try PreparedCall(values.action("spoil"))
        #expect(call.encode([.value(diagonal)]).isEmpty)
        for _ in 0..<3 {
            #expect(call.made().result == 4)
            #expect(call.arguments == [diagonal])
        }
    }

    @Test("read any byte but 0 of a truth value as true")
    func bools() throws {
        for (byte, truth) in [(0, false), (1, true), (2, true), (255, true)] as [(Int64, Bool)] {
            let reply = try values.action("wrong_bool").call(.whole(Int128(byte)))
            #expect(reply["of"]?["closed"] == .bool(truth))
        }
    }
}

@Suite("Characters in structures")
struct CharacterArrayTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private func name(_ name: Value) throws -> Value? {
        try values.action("same_segment").call(["name": name]).result?["name"]
    }

    @Test("are a text that ends with NUL, or with the array")
    func texts() throws {
        #expect(try name("") == "")
        #expect(try name("abc") == "abc")
        #expect(try name("abcd") == "abcd")
        #expect(try values.action("name_length").call(["name": "abcd"]).result == 4)
        #expect(try values.action("fill_name").call(.whole(120), 4)["of"]?["name"] == "xxxx")
        #expect(try values.action("fill_name").call(.whole(120), 2)["of"]?["name"] == "xx")
    }

    @Test("that are no UTF-8 are bytes, never mended")
    func bytes() throws {
        #expect(try name(.bytes([0xFF, 0xFE])) == .bytes([0xFF, 0xFE]))
        #expect(try name(.bytes([0x41])) == "A")
        #expect(try values.action("fill_name").call(-1, 3)["of"]?["name"] == .bytes([0xFF, 0xFF, 0xFF]))
    }

    @Test("are refused where they do not fit, are no text, or have a NUL inside")
    func misfits() throws {
        let same = try values.action("same_segment")
        #expect(
            same.misfits(.value(["name": "abcde"])) == [
                "0: 5 bytes in name, not a text of at most 4 bytes, or bytes"
            ])
        #expect(same.misfits(.value(["name": "äöü"])).count == 1)
        #expect(same.misfits(.value(["name": [65]])).count == 1)
        #expect(
            same.misfits(.value(["name": "a\0b"])) == [
                "0: text \"a\\u0000b\" in name, not a text without NUL: C takes it for the text's end"
            ])
    }
}
