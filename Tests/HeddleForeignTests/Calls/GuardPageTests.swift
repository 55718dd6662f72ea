// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

/// Values that a module hands over may end where its memory ends.
@Suite("Memory behind a value is not touched")
struct GuardPageTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("where a module calls an action with arguments and a result that end at the end of a page")
    func calls() throws {
        let trace = Trace()
        let scope = try #require(values.library.description?.scope)
        for name in ["add_small", "shrink"] { trace.publish(try values.action(name), scope) }
        var results: [Value?] = []
        _ = try trace.record {
            results.append(try values.action("call_at_page_end").call().result)
            results.append(try values.action("call_record_at_page_end").call().result)
        }
        #expect(results == [12, 6])
        #expect(trace.log == [])
    }

    @Test("where a hook answers with values at the end of a page, and where structures are read there")
    func results() throws {
        #expect(try values.action("record_at_page_end").call()["of"] == ["red": 1, "green": 2, "blue": 3])
        #expect(try values.action("text_at_page_end").call().result == "end")
        #expect(try values.action("run_at_page_end").call().result == [7, 8])
    }

    @Test("where C calls back with arguments and a result that end there")
    func callbacks() throws {
        let reply = try values.action("callback_at_page_end").call(
            .callback(["returns": ["red": 9, "green": 8, "blue": 7]]))
        #expect(reply.result == 24)
        #expect(reply["f"] == [[["red": 1, "green": 2, "blue": 3], "x"]])
    }
}
