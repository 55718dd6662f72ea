// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Counts")
struct CountTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("taken from what is given make room for what is written, also where that comes first")
    func takenForRoom() throws {
        let copy = try values.action("copy_bytes")
        #expect(try copy.call(.bytes([1, 2, 3])).out == [Value.Member("to", .bytes([1, 2, 3]))])
        let call = PreparedCall(copy)
        for bytes in [[1], [1, 2, 3, 4, 5, 6, 7, 8, 9], []] as [[UInt8]] {
            #expect(call.encode([.absent, .value(.bytes(bytes)), .absent]).isEmpty)
            #expect(call.made()["to"] == .bytes(bytes))
        }
        #expect(try copy.call(.bytes([1, 2, 3]), 2)["to"] == .bytes([1, 2]))
    }

    @Test("of what ends with a zero are the most that there may be, and follow with the zero")
    func terminated() throws {
        let room = try values.action("text_room")
        #expect(try room.call("weft").result == 504)
        #expect(try room.call("weft", 2).result == 202)
        #expect(try room.call("weft", 90).result == 9004)
        #expect(room.misfits(.value("we\0ft"), .absent).count == 1)
        #expect(room.misfits(.value("weft"), -1).count == 1)
        let sum = try values.action("list_sum")
        #expect(try sum.call([1, 2, 3] as Value).result == 6)
        #expect(try sum.call([1, 2, 3], 2).result == 3)
        #expect(try sum.call(.null, 0).result == 0)
        #expect(sum.misfits(.value([1, 0, 3]), .absent).count == 1)
    }

    @Test("that are products are checked against what is given")
    func products() throws {
        let sum = try values.action("sum_grid")
        #expect(try sum.call([1, 2, 3, -4, 5, 6], 2, 3).result == 13)
        #expect(try sum.call([1, 2, 3, 4], 1, 2).result == 3)
        #expect(sum.misfits(.value([1, 2, 3]), 2, 2) == ["0: 3 elements, not 4 elements"])
        #expect(
            sum.misfits(.value([1, 2, 3]), 2, .absent) == ["2: missing, not a whole number from 0 to \(UInt64.max)"])
        #expect(try sum.call(.array([]), 0, 5).result == 0)
    }

    @Test("that are products make room, unless it would be too much or negative")
    func productRoom() throws {
        let fill = try values.action("fill_grid")
        #expect(try fill.call(2, 2)["cells"] == [0, 1, 2, 3])
        #expect(fill.misfits(.absent, 2, -2) == ["2: number -2, not a number from 0 to 1073741824"])
        #expect(fill.misfits(.absent, -1, -1).count == 1)
        #expect(
            fill.misfits(.absent, 30000, 30000) == ["0: room for 900000000 elements, not at most 1 GiB"])
        let huge = Argument.value(.whole(Int128(Int64.max)))
        let product = Int128(Int64.max) * Int128(Int64.max)
        #expect(fill.misfits(.absent, huge, huge) == ["0: room for \(product) elements, not at most 1 GiB"])
    }

    @Test("that are expressions are checked against what is given, and say their values")
    func expressions() throws {
        let sum = try values.action("sum_padded")
        #expect(try sum.call(.bytes([1, 2, 3]), 1).result == 6)
        #expect(try sum.call(.bytes([1, 2, 3]), -2).result == 0)
        #expect(sum.misfits(.value(.bytes([1, 2, 3])), 2) == ["0: 3 bytes, not 4 bytes (n + 2 = 2 + 2)"])
        #expect(sum.misfits(.value(.bytes([1])), -3) == ["0: n + 2 = -3 + 2 = -1, not a count from 0"])
        #expect(sum.misfits(.value(.bytes([1])), .unknown).isEmpty)
        #expect(sum.misfits(.value(.bytes([1])), .absent).count == 1)
    }

    @Test("that are expressions make room, unless they have no value")
    func expressionRoom() throws {
        let fill = try values.action("fill_tiles")
        #expect(try fill.call(9, 4, 0)["tiles"] == .bytes([0, 1, 2]))
        #expect(try fill.call(9, 4, 1)["tiles"] == .bytes([0, 1]))
        #expect(try fill.call(8, 4, 2)["tiles"] == .bytes([]))
        #expect(
            fill.misfits(.absent, 8, 4, 3) == [
                "0: (width + size - 1) / size - skipped = (8 + 4 - 1) / 4 - 3 = -1, not a count from 0"
            ])
        #expect(
            fill.misfits(.absent, 8, 0, 3) == [
                "0: (width + size - 1) / size - skipped = (8 + 0 - 1) / 0 - 3, not a count that is not divided by 0"
            ])
        let bits = try values.action("fill_bits")
        #expect(try bits.call(2, 7)["to"] == .bytes([7, 7, 7, 7]))
        #expect(
            bits.misfits(.absent, 40, 7) == ["0: room for 1099511627776 bytes (1 << bits = 1 << 40), not at most 1 GiB"]
        )
        for distance in [-1, 64] as [Int128] {
            #expect(
                bits.misfits(.absent, .value(.whole(distance)), 7) == [
                    "0: 1 << bits = 1 << \(distance), not a count that is shifted by 0 to 63 bits"
                ])
        }
    }

    @Test("are the length of a text, or a field of a structure")
    func lengthsAndFields() throws {
        let upper = try values.action("upper")
        #expect(try upper.call("heddle")["to"] == "HEDDLE")
        #expect(try upper.call("")["to"] == "")
        #expect(
            upper.misfits(.absent, .value(.null)) == [
                "0: nothing to count it, not a count that is known before the call"
            ])
        let sum = try values.action("sum_capture")
        #expect(try sum.call(.array([0, 4, .array([1, 1])]), .bytes([1, 2, 3])).result == 6)
        #expect(
            sum.misfits(.value(.array([0, 9, .array([1, 1])])), .value(.bytes([1, 2, 3]))) == [
                "1: 3 bytes, not 8 bytes (h->caplen - h->part.size = 9 - 1)"
            ])
        #expect(
            sum.misfits(.value(.array([0, 1, .array([1, 2])])), .value(.bytes([1]))) == [
                "1: h->caplen - h->part.size = 1 - 2 = -1, not a count from 0"
            ])
    }

    @Test("that are expressions of the result are not believed beyond the room")
    func expressionsAfter() throws {
        let made = try values.action("made_half")
        #expect(try made.call(4, 5)["to"] == .bytes([5, 5, 5]))
        #expect(try made.call(4, 50)["to"] == .bytes([5, 5, 5, 5]))
        #expect(try made.call(4, -50)["to"] == .bytes([]))
    }

    @Test("behind pointers count, whether they are given or taken")
    func behindPointers() throws {
        let sum = try values.action("sum_by_pointer")
        #expect(try sum.call([1, 2, 3], 2).result == 3)
        #expect(try sum.call([.value([1, 2, 3]), .absent]).result == 6)
        #expect(
            sum.misfits(.value([1, 2, 3]), 4) == [
                "1: number 4, not at most 3, the number of elements in argument 1 (values)"
            ])
        #expect(sum.misfits(.value([1]), -1) == ["1: number -1, not a number from 0 to 1"])
    }

    @Test("that a call changes are the room before it, and what was written after it")
    func beforeAndAfter() throws {
        let squeeze = try values.action("squeeze")
        let reply = try squeeze.call(10, .bytes([1, 1, 2, 2, 2, 3]))
        #expect(reply.result == 0)
        #expect(reply["to"] == .bytes([1, 2, 3]))
        #expect(reply["size"] == 3)
        let full = try squeeze.call(2, .bytes([1, 2, 3]))
        #expect(full.result == -1)
        #expect(full["to"] == .bytes([1, 2]))
        let call = PreparedCall(squeeze)
        #expect(call.encode([.absent, 3, .value(.bytes([7, 8])), .absent]).isEmpty)
        for _ in 0..<3 { #expect(call.made()["to"] == .bytes([7, 8])) }
    }

    @Test("that say more was written than there is room for are not believed", arguments: [5, 1 << 30, -1, 3])
    func overstated(claim: Int128) throws {
        let reply = try values.action("claim_more").call(.whole(claim))
        #expect(reply["written"] == .whole(claim))
        #expect(reply["to"] == .bytes(Array(repeating: 0xEE, count: Int(max(0, min(claim, 4))))))
    }

    @Test("that the function returns say how much was written: nothing where it is negative")
    func returned() throws {
        let read = try values.action("read_some")
        #expect(try read.call(10, 3)["to"] == .bytes(Array(repeating: 114, count: 3)))
        #expect(try read.call(10, 0)["to"] == .bytes([]))
        #expect(try read.call(10, -1)["to"] == .bytes([]))
        #expect(try read.call(4, 100)["to"] == .bytes(Array(repeating: 114, count: 4)))
    }

    @Test("of results are known after the call: where one is negative, the pointer is a handle")
    func results() throws {
        let squares = try values.action("squares")
        #expect(try squares.call(4).result == [0, 1, 4, 9])
        #expect(try squares.call(0).result == .array([]))
        #expect(try squares.call(-2).result?.isHandle == true)
        #expect(try squares.call(99).result == .null)
        #expect(try values.action("blob").call(4).result == .bytes(Array("blob".utf8)))
        #expect(try values.action("blob").call(-4).result?.isHandle == true)
        #expect(try values.action("first_pixel").call(true).result == ["red": 255, "green": 254, "blue": 253])
        #expect(try values.action("first_pixel").call(false).result == .null)
    }

    @Test("of structures go in, out, and both ways")
    func structures() throws {
        #expect(try values.action("brightness").call([["red": 1, "green": 2], [3, 4, 5]]).result == 15)
        #expect(try values.action("brightness").call(.null, 3).result == -1)
        let inverted = try values.action("invert").call([["red": 255, "green": 254, "blue": 0]])
        #expect(inverted["pixels"] == [["red": 0, "green": 1, "blue": 255]])
        let made = try values.action("make_pixels").call(9)
        #expect(made["pixels"] == [["red": 0, "green": 1, "blue": 2], ["red": 1, "green": 1, "blue": 2]])
        #expect(try values.action("make_pixels").call(0)["pixels"] == .array([]))
        #expect(
            try values.action("invert").misfits(.value([["red": 256]]), .absent) == [
                "0: number 256 in [0].red, not a whole number from 0 to 255"
            ])
    }

    @Test("end what is looked at: what was written behind them is not read")
    func behind() throws {
        #expect(try values.action("overstate").call(.array([1, 2, 3, 4]))["values"] == [100, 101])
        #expect(try values.action("overstate").misfits(.value([1, 2, 3, 4, 5]), .absent).count == 1)
    }
}

@Suite("Lists that end with null")
struct ListTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("of texts and of numbers get their end from the host")
    func given() throws {
        #expect(try values.action("count_texts").call(.array(["a", "", "c"])).result == 3)
        #expect(try values.action("count_texts").call(.array([])).result == 0)
        #expect(try values.action("sum_until_zero").call(.array([4, -1, 7])).result == 10)
        #expect(try values.action("sum_until_zero").call(.array([])).result == 0)
    }

    @Test("are read back as they were given")
    func arguments() throws {
        for (name, list) in [("count_texts", ["a", "b"]), ("sum_until_zero", [1, 2])] as [(String, Value)] {
            let call = try PreparedCall(values.action(name))
            #expect(call.encode([.value(list)]).isEmpty)
            #expect(call.arguments == [list])
        }
    }

    @Test("refuse an element that would end them early")
    func early() throws {
        let reason = "not values that are not null or 0: the function takes that for their end"
        #expect(
            try values.action("count_texts").misfits(.value(["a", .null, "c"])) == ["0: array of 3, \(reason)"])
        #expect(try values.action("sum_until_zero").misfits(.value([1, 0, 2])) == ["0: array of 3, \(reason)"])
    }

    @Test("come back as results, up to their end")
    func results() throws {
        #expect(try values.action("weekdays").call(true).result == ["Mo", "Tu"])
        #expect(try values.action("weekdays").call(false).result == .null)
        #expect(try values.action("primes").call().result == [2, 3, 5])
    }

    @Test("that are counted instead may hold null")
    func counted() throws {
        #expect(try values.action("joined_length").call(.array(["ab", .null, "c"])).result == 103)
        #expect(try values.action("name_all").call(3)["texts"] == ["even", .null, "even"])
        #expect(try values.action("joined_length").misfits(.value(["a", 1]), 2).count == 1)
    }
}

extension Value {
    /// True for a pointer whose values were not copied.
    fileprivate var isHandle: Bool { if case .handle = self { true } else { false } }
}
