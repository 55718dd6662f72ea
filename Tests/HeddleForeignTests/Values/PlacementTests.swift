// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Values that only pointers can pass")
struct PlacementTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    @Test("a structure that ends with an array of any size goes by its fixed fields")
    func flexible() throws {
        #expect(try values.action("packet_length").call(["length": 7]).result == 7)
        #expect(
            try values.action("packet_length").misfits(.value(["length": 1, "data": [1]])) == [
                "0: the field \"data\", which struct packet does not have, not an object with length"
            ])
    }

    @Test("a structure with an alignment of its own stands where it asks for, as does a result")
    func aligned() throws {
        for _ in 0..<8 {
            #expect(try values.action("line_misplaced").call(["content": 7]).result == 0)
            #expect(try values.action("lines_misplaced").call([["content": 0], ["content": 0]]).result == 0)
            #expect(try values.action("result_misplaced").call().result == ["content": 0])
        }
    }

    @Test("the stack stands as the convention wants it at the call")
    func stack() throws {
        #expect(try values.action("stack_misplaced").call(1, 2, 3, 4, 5, 6, 7).result == 0)
        #expect(try values.action("stack_misplaced").signature.parameters.count == 7)
    }
}
