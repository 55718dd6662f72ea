// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A buffer behind a pointer that a function returns through a parameter")
struct ReceivedBufferTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("is copied, as many elements as the call has counted, and released once")
    func elements() throws {
        let released = try values.action("times_released").call().result
        let reply = try values.action("receive_numbers").call(3)
        #expect(reply["numbers"] == [10, 20, 30] && reply["count"] == 3)
        guard case .number(.integer(let before))? = released else { return #expect(released != nil) }
        #expect(try values.action("times_released").call().result == .number(.integer(before + 1)))
    }

    @Test("is null where the function has set a null pointer")
    func null() throws {
        let reply = try values.action("receive_numbers").call(0)
        #expect(reply["numbers"] == .null && reply["count"] == 0)
    }

    @Test("is bytes where the declaration says so, whatever the pointer's type")
    func bytes() throws {
        #expect(try values.action("receive_block").call()["block"] == .bytes([0, 1, 0xFF, 0]))
    }

    @Test("is as long as the result says, and a parameter that may be null is given room")
    func text() throws {
        let reply = try values.action("receive_line").call()
        #expect(reply["line"] == "weft" && reply.result == 4)
    }

    @Test("is a handle where its count is none, or leads beyond the memory", arguments: [-1, 1 << 31, 1 << 40, .max])
    func wrongCounts(count: Int) throws {
        let reply = try values.action("receive_lie").call(.whole(Int128(count)))
        #expect(reply["numbers"]?.handleType == "int" && reply["count"] == .whole(Int128(count)))
    }

    @Test("is answered by a hook, in memory that the module is not asked to release")
    func answered() throws {
        let released = try values.action("times_released").call().result
        let action = try values.action("receive_numbers")
        let answer = CallAnswer(result: 2, out: [.init("numbers", [7, 8]), .init("count", 2)])
        #expect(action.misfit(of: answer) == nil)
        #expect(action.misfit(of: CallAnswer(result: 2, out: [.init("numbers", ["x"])])) != nil)
        #expect(try values.action("times_released").call().result == released)
    }

    @Test("is read back from its declaration")
    func description() throws {
        for text in [
            "int f(_Outptr_result_buffer_(*n) int **p, _Out_ int *n)",
            "int f(_Outptr_opt_result_buffer_(n * 2) const char **p, int n)",
            "int f(_Outptr_result_bytebuffer_(return) _Free_(free) const void **p)",
            "int f(_Outptr_opt_result_bytebuffer_(*n) unsigned char **p, _Out_ int *n)",
        ] {
            let f = try signature(text)
            #expect(try signature(f.description) == f)
            #expect(f.parameters[0].received != nil && f.parameters[0].count == nil)
        }
    }
}
