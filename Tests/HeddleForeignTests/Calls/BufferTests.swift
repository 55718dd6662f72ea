// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Counted buffers")
struct BufferTests {
    private let texts: Fixture

    init() throws { texts = try Fixture("Texts") }

    @Test("go in as bytes or text, their count given or taken from them")
    func given() throws {
        let sum = try texts.action("sum")
        #expect(try sum.call(.bytes([1, 2, 255]), 3).result == 258)
        #expect(try sum.call(.bytes([1, 2, 255]), 2).result == 3)
        #expect(try sum.call(.bytes([1, 2, 255])).result == 258)
        #expect(try sum.call("AB").result == 131)
        #expect(try sum.call(.bytes([])).result == 0)
        #expect(try texts.action("sum_int").call([.absent, .value(.bytes([4, 5]))]).result == 9)
    }

    @Test("refuse a count beyond what they hold, or that counts nothing")
    func counts() throws {
        #expect(
            try texts.action("sum").misfits(.value(.bytes([1, 2])), 3) == [
                "1: number 3, not at most 2, the number of bytes in argument 1 (bytes)"
            ])
        let sum = try texts.action("sum_int")
        #expect(
            sum.misfits(3, .value(.bytes([1, 2]))) == [
                "0: number 3, not at most 2, the number of bytes in argument 2 (bytes)"
            ])
        #expect(sum.misfits(-1, .value(.bytes([1, 2]))) == ["0: number -1, not a number from 0 to 2"])
        #expect(sum.misfits(-1, .value(.null)).count == 1)
        #expect(try texts.action("sum_four").misfits(.value(.bytes([1, 2, 3]))) == ["0: 3 bytes, not 4 bytes"])
        #expect(try texts.action("sum_four").call(.bytes([1, 2, 3, 4, 5])).result == 10)
    }

    @Test("refuse more bytes than their count can say")
    func uncountable() throws {
        let sum = try texts.action("sum")
        #expect(try sum.call(.bytes(Array(repeating: 1, count: 255))).result == 255)
        #expect(
            sum.misfits(.value(.bytes(Array(repeating: 1, count: 256))), .absent) == [
                "0: 256 bytes, not no more than count can count: a whole number from 0 to 255"
            ])
    }

    @Test("that one parameter counts must be equally long")
    func sharedCount() throws {
        let same = try texts.action("same_bytes")
        #expect(try same.call("abc", "abc").result == 1)
        #expect(try same.call("abc", "abd", 2).result == 1)
        #expect(same.misfits("abc", "abcd", .absent).count == 1)
        #expect(same.misfits("abc", "abcd", 4).count == 1)
    }

    @Test("may be null where the declaration says so, and then count nothing, whatever they held before")
    func null() throws {
        let sum = try texts.action("sum_int")
        #expect(try sum.call(5, .null).result == 1_000_005)
        #expect(try sum.call([.absent, .value(.null)]).result == 1_000_000)
        let call = PreparedCall(sum)
        #expect(call.encode([.absent, .value(.bytes([1, 2, 3]))]).isEmpty)
        #expect(call.encode([.absent, .value(.null)]).isEmpty)
        #expect(call.invoke())
        #expect(call.result == 1_000_000)
        #expect(try texts.action("sum").misfits(.value(.null), 0).count == 1)
    }

    @Test("that the action fills come back with the size that was asked for")
    func outputs() throws {
        let fill = try texts.action("fill")
        #expect(try fill.call(3, 120).out == [Value.Member("text", "xxx")])
        #expect(try fill.call(0, 120).out == [Value.Member("text", "")])
        #expect(try fill.call(2, -1).out == [Value.Member("text", .bytes([0xFF, 0xFF]))])
        #expect(try texts.action("fill_bytes").call(2).out == [Value.Member("bytes", .bytes([0xAB, 0xAB]))])
        #expect(fill.misfits(.absent, -1, 120) == ["1: number -1, not a number from 0 to 1073741824"])
        #expect(fill.misfits(.absent, 1_073_741_825, 120).count == 1)
        #expect(fill.misfits(.absent, .absent, 120).count == 1)
    }

    @Test("that the action rewrites begin each call as they were given")
    func updates() throws {
        let reverse = try texts.action("reverse")
        #expect(try reverse.call(.bytes([1, 2, 3])).out == [Value.Member("bytes", .bytes([3, 2, 1]))])
        #expect(try reverse.call(.bytes([1, 2, 3]), 5).out == [Value.Member("bytes", .bytes([0, 0, 3, 2, 1]))])
        #expect(reverse.misfits(.value(.bytes([1, 2, 3])), 2).count == 1)
        let call = PreparedCall(reverse)
        #expect(call.encode([.value(.bytes([1, 2])), .absent]).isEmpty)
        for _ in 0..<2 {
            call.invoke()
            #expect(call.outputs == [Value.Member("bytes", .bytes([2, 1]))])
            #expect(call.arguments.last == 2)
        }
    }

    @Test("are checked as far as they are known before the run")
    func unknown() throws {
        let sum = try texts.action("sum")
        #expect(sum.misfits(.unknown, 3).isEmpty)
        #expect(sum.misfits(.unknown, .absent).isEmpty)
        #expect(sum.misfits(.value(.bytes([1])), .unknown).isEmpty)
        #expect(sum.misfits(.unknown, 256).count == 1)
        #expect(try texts.action("fill").misfits(.absent, .unknown, 120).isEmpty)
    }
}
