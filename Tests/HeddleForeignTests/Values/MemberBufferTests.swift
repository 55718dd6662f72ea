// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A member that leads to values which other members count")
struct MemberBufferTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("gets memory of its own, and the member that counts gets the number")
    func counted() throws {
        let sum = try values.action("sum_pieces")
        #expect(try sum.call([["items": [1, 2, 3]], ["items": [10]], ["items": []], [:]] as Value).result == 16)
        #expect(try sum.call([["items": [1, 2, 3], "length": 2]] as Value).result == 3)
        #expect(try sum.call([["items": .null, "length": 0]] as Value).result == 0)
    }

    @Test("is refused where it has fewer values than the count says, or more than it can")
    func misfits() throws {
        let sum = try values.action("sum_pieces")
        #expect(
            sum.misfits(.value([["items": [1], "length": 2]]), .absent)
                == ["0: 1 element in [0].items, not 2 elements, as the fields beside it say"])
        let many = Value.array(Array(repeating: 1, count: 256))
        #expect(sum.misfits(.value([["items": many]]), .absent).count == 1)
        #expect(sum.misfits(.value([["items": ["x"]]]), .absent).first?.contains("[0].items[0]") == true)
        #expect(sum.misfits(.value([["items": 5]]), .absent).count == 1)
    }

    @Test("is refused where it is null and a member counts values, or where nothing says what counts it")
    func missing() throws {
        #expect(
            try values.action("sum_pieces").misfits(.value([["length": 2]]), .absent)
                == ["0: null in [0].items, not 2 elements, as the fields beside it say"])
        let length = try values.action("line_length")
        #expect(length.misfits(.value(["text": "abcd"])).count == 1)
    }

    @Test("is a handle where the count that came back is none, or leads beyond the memory")
    func wrongCounts() throws {
        for count in [-1, 1 << 40] {
            let far = try values.action("far_lie").call(.whole(Int128(count))).result
            #expect(far?.part(at: PartPath(".items")!)?.handleType == "int")
        }
        let lie = try values.action("piece_lie").call(["items": [1, 1]] as Value)["piece"]
        #expect(lie?.part(at: PartPath(".length")!) == 200)
        #expect(lie?.part(at: PartPath(".items")!)?.handleType == "int")
    }

    @Test("is counted by an expression, and is a text or bytes as its type and annotation say")
    func texts() throws {
        let length = try values.action("line_length")
        #expect(try length.call(["text": "abcd", "words": 2] as Value).result == 4)
        #expect(try length.call(["text": "abcd", "words": 1] as Value).result == 2)
        #expect(try length.call(["text": "", "key": .bytes([0, 0, 0, 5])] as Value).result == 5)
        #expect(length.misfits(.value(["text": "abc", "words": 2])).count == 1)
        #expect(length.misfits(.value(["text": "", "key": .bytes([0, 0, 5])])).count == 1)
    }

    @Test("comes back as its values, as null, or as a list up to its end")
    func given() throws {
        let lend = try values.action("lend_piece")
        #expect(try lend.call(2).result == ["items": [1, 2], "length": 2])
        #expect(try lend.call(0).result == ["items": [], "length": 0])
        #expect(try lend.call(-1).result == ["items": .null, "length": 255])
        #expect(try values.action("lend_names").call().result == ["list": ["warp", "weft"]])
    }

    @Test("ends with the first zero, in so many elements as a member counts")
    func terminated() throws {
        let room = try values.action("caption_room")
        #expect(try room.call(["text": "weft"] as Value).result == 504)
        #expect(try room.call(["text": "weft", "room": 3] as Value).result == 303)
        #expect(try room.call(["text": "weft", "room": 90] as Value).result == 9004)
        #expect(room.misfits(.value(["text": "we\0ft"])).first?.contains("takes that for their end") == true)
        #expect(room.misfits(.value(["text": .null, "room": 3])).count == 1)
        let make = try values.action("caption_make")
        #expect(try make.call(3).result == ["text": "wef", "room": 3])
        #expect(try make.call(1_048_576).result == ["text": "weft", "room": 1_048_576])
        #expect(try make.call(-1).result?.part(at: PartPath(".text")!)?.handleType == "char")
    }

    @Test("is counted by a member of a structure beside it, which follows from the values")
    func inside() throws {
        let copy = try values.action("sheet_copy")
        let grid: Value = [
            "first": [1, 2], "extent": ["rows": 2, "inner": ["columns": 3]], "second": [4, 5, 6],
        ]
        #expect(try copy.call(["first": [1, 2], "second": [4, 5, 6]] as Value).result == grid)
        #expect(try copy.call(grid).result == grid)
        let partly: Value = ["first": [1, 2], "extent": [1], "second": [4, 5, 6]]
        #expect(
            try copy.call(partly).result
                == ["first": [1], "extent": ["rows": 1, "inner": ["columns": 3]], "second": [4, 5, 6]])
        let few: Value = ["first": [1], "extent": ["rows": 2]]
        #expect(copy.misfits(.value(few)).first?.contains("2 elements, as the fields beside it say") == true)
        let many = Value.array(Array(repeating: 1, count: 40_000))
        #expect(copy.misfits(.value(["second": many])).first?.contains("extent.inner.columns can count") == true)
    }

    @Test("is counted by truth values and enumerations too")
    func otherCounters() throws {
        let sum = try values.action("maybe_sum")
        #expect(try sum.call(["it": [5], "list": [1, 2]] as Value).result == 503)
        #expect(try sum.call(["there": false, "it": [5], "amount": "ONE", "list": [1, 2]] as Value).result == 1)
        #expect(sum.misfits(.value(["it": [5, 6]])).count == 1)
        let amount = try values.action("amount_sum")
        #expect(try amount.call([.value([1, 2]), .absent, .value([7]), .absent]).result == 703)
        #expect(try amount.call([1, 2], "ONE", .null, false).result == 1)
        let flagged = try values.action("flagged_value")
        #expect(try flagged.call(["text": "abc"] as Value).result == 300)
        #expect(try flagged.call(["number": 7] as Value).result == 7)
    }

    @Test("that ends the structure itself takes the room that its values need, there and back")
    func flexible() throws {
        let sum = try values.action("parcel_sum")
        #expect(try sum.call(["id": 1, "data": [2, 3, 4]] as Value).result == 10)
        #expect(try sum.call(["id": 1] as Value).result == 1)
        #expect(sum.misfits(.value(["id": 1, "length": 9, "data": [2]]), .absent).count == 1)
        let long = Value.array(Array(repeating: 1, count: 10_000))
        #expect(try sum.call(["data": long] as Value).result == 10_000)
        #expect(
            try values.action("parcel_make").call(4).result == ["id": 7, "length": 4, "data": [0, 1, 4, 9]])
        #expect(try values.action("parcel_make").call(0).result == ["id": 7, "length": 0, "data": []])
        #expect(
            try values.action("parcel_double").call(["id": 1, "data": [1, 5]] as Value)["parcel"]
                == ["id": 1, "length": 2, "data": [2, 10]])
        #expect(
            try values.action("tail_double").call(["data": [1, 5, 6, 7]] as Value)["tail"]
                == ["first": 0, "length": 4, "data": [2, 10, 12, 14]])
    }
}

@Suite("A union beside which a number says which member stands there")
struct SelectedUnionTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("comes back as that member alone, and a text there is a text")
    func given() throws {
        let make = try values.action("variant_make")
        #expect(try make.call(1).result == ["kind": 1, "is": ["whole": 7]])
        #expect(try make.call(3).result == ["kind": 3, "is": ["real": 1.5]])
        #expect(try make.call(4).result == ["kind": 4, "is": ["text": "weft"]])
        #expect(try make.call(5).result == ["kind": 5, "is": ["piece": ["items": [1, 2], "length": 2]]])
        #expect(try make.call(6).result == ["kind": 6, "is": [:]])
    }

    @Test("has the number follow from the member that is given")
    func taken() throws {
        let value = try values.action("variant_value")
        #expect(try value.call(["is": ["whole": 7]] as Value).result == 7)
        #expect(try value.call(["is": ["real": 1.5]] as Value).result == 1.5)
        #expect(try value.call(["kind": 3, "is": ["real": 1.5]] as Value).result == 3)
        #expect(try value.call(["is": ["text": "weft"]] as Value).result == 4)
        #expect(try value.call(["is": ["piece": ["items": [5, 6]]]] as Value).result == 11)
        #expect(try value.call(["kind": 6, "is": [:]] as Value).result == -1)
        for kind in 1...6 {
            let made = try #require(try values.action("variant_make").call(.whole(Int128(kind))).result)
            #expect(value.misfits(.value(made)) == [])
        }
    }

    @Test("is refused where the number says that another member stands there")
    func misfits() throws {
        let value = try values.action("variant_value")
        #expect(
            value.misfits(.value(["kind": 1, "is": ["text": "weft"]]))
                == ["0: the member text in kind, not the member whole, as 1 stands for it"])
        #expect(value.misfits(.value(["kind": 9, "is": ["whole": 1]])).count == 1)
        #expect(value.misfits(.value(["is": ["whole": 1, "real": 2]])).count == 1)
    }

    @Test("may have no name: its members are then the structure's")
    func nameless() throws {
        let (make, value) = try (values.action("open_make"), values.action("open_value"))
        #expect(try make.call(0).result == ["kind": 0, "whole": 9])
        #expect(try make.call(3).result == ["kind": 3, "text": "warp", "length": 3])
        #expect(try value.call(["whole": 5] as Value).result == 5)
        #expect(try value.call(["kind": 2, "text": "warp", "length": 7] as Value).result == 407)
        #expect(value.misfits(.value(["text": "warp"])).first?.contains("a number in kind that stands for") == true)
        #expect(value.misfits(.value(["kind": 0, "text": "warp"])).count == 1)
    }

    @Test("that has no name is not given in an array, where nothing says which member is meant")
    func positions() throws {
        let value = try values.action("open_value")
        for array in [[0, ["whole": 5]], [2, .null, "warp"], [2, ["text": "warp"]]] as [Value] {
            #expect(value.misfits(.value(array)).first?.contains("are given by their names") == true)
        }
        #expect(try value.call([0, 5] as Value).result == 5)
    }
}
