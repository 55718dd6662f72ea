// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Unions")
struct UnionTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("go in with exactly one field, and come back with every one")
    func fields() throws {
        let same = try values.action("same_number")
        let one = try #require(try same.call(["fraction": 1]).result)
        #expect(one["fraction"] == 1)
        #expect(one["whole"] == 0)
        #expect(one["bytes"] == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
        #expect(try same.call(["whole": -1]).result?["bytes"] == [255, 255, 255, 255, 0, 0, 0, 0])
        #expect(try same.call(["bytes": .bytes([1, 0, 0, 0])]).result?["whole"] == 1)
    }

    @Test("with no field, or two, or by position, are refused")
    func misfits() throws {
        let same = try values.action("same_number")
        let expected = "an object with one of whole, fraction, bytes, text"
        #expect(same.misfits(.value([:])) == ["0: object, not \(expected)"])
        #expect(
            same.misfits(.value(["whole": 1, "fraction": 2])) == [
                "0: both whole and fraction, which share their memory, not one of them"
            ])
        #expect(same.misfits(.value([1])) == ["0: array of 1, not \(expected)"])
        #expect(
            same.misfits(.value(["real": 1])) == [
                "0: the field \"real\", which union number does not have, not \(expected)"
            ])
    }

    @Test("in structures follow the same rule")
    func nested() throws {
        let same = try values.action("same_tagged")
        #expect(try same.call(["kind": 1, "content": ["whole": 5]]).result?["content"]?["whole"] == 5)
        #expect(try same.call(["kind": 1]).result?["content"]?["fraction"] == 0)
        #expect(
            same.misfits(.value(["content": ["whole": 5, "text": "x"]])) == [
                "0: both whole and text, which share their memory in content, not one of them"
            ])
    }

    @Test("go in again as they came back, as their fields say the same of the memory that they share")
    func again() throws {
        let same = try values.action("same_number")
        for given: Value in [
            ["fraction": 0.1], ["whole": -7], ["bytes": [0, 0, 0, 0, 1, 2, 0xF8, 0x7F]], ["text": "t"],
        ] {
            let back = try #require(try same.call(given).result)
            #expect(try same.call(back).result == back, "\(given)")
        }
        let tagged = try values.action("same_tagged")
        let back = try #require(try tagged.call(["kind": 1, "content": ["fraction": 2.5]]).result)
        #expect(try tagged.call(back).result == back)
    }

    @Test("have pointers that are never followed: what stands there may be something else")
    func wildPointers() throws {
        let reply = try values.action("wild_text").call()
        guard case .handle(let handle)? = reply["of"]?["content"]?["text"] else {
            throw Fixture.NotDeclared(name: "\(reply)")
        }
        #expect(handle.type == "char")
        #expect(try values.action("same_number").call(["text": "read by C alone"]).result?["text"] != "read by C alone")
        #expect(try values.action("same_number").call(["whole": 0]).result?["text"] == .null)
    }

    @Test("never follow pointers in structures and arrays inside of them either, and take them back")
    func nestedPointers() throws {
        let same = try values.action("same_worded")
        let wild = try #require(try same.call(["whole": [8, 16]]).result)
        for text in [wild["named"]?["name"], wild["list"]?[0], wild["list"]?[1]] {
            guard case .handle(let handle)? = text else { throw Fixture.NotDeclared(name: "\(wild)") }
            #expect(handle.type == "char")
        }
        #expect(try same.call(wild).result == wild)
        let name = try #require(wild["named"]?["name"])
        #expect(try same.call(["named": ["name": name, "place": 16]]).result?["whole"] == [8, 16])
        #expect(try same.call(["list": ["read by C alone"]]).result?["whole"]?[1] == 0)
        #expect(
            try values.action("same_label").misfits(.value(try #require(wild["named"]))) == [
                "0: handle of char in name, not a text"
            ])
    }
}
