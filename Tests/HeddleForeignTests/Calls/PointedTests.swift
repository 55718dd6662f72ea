// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("Parameters that point to one number")
struct PointedTests {
    private let numbers: Fixture

    init() throws { numbers = try Fixture("Numbers") }

    @Test("that are written come back by name, and need not be given")
    func out() throws {
        let divide = try numbers.action("divide")
        #expect(try divide.call(7, 2).out == [Value.Member("quotient", 3), Value.Member("exactly", .decimal("3.5"))])
        #expect(divide.misfits(7, 2, .absent, .absent).isEmpty)
    }

    @Test("that are read and written start each call as they were given")
    func updates() throws {
        let call = try PreparedCall(numbers.action("add_to"))
        #expect(call.encode([32000, -100]).isEmpty)
        for _ in 0..<3 {
            call.invoke()
            #expect(call.outputs == [Value.Member("sum", 31900)])
        }
        #expect(try numbers.action("add_to").misfits(32768, 0).count == 1)
        #expect(try numbers.action("add_to").misfits(0, 128).count == 1)
        #expect(try numbers.action("add_to").misfits(.value(.null), 1).count == 1)
    }

    @Test("may be null where the declaration allows it")
    func null() throws {
        let action = try numbers.action("optional_number")
        #expect(try action.call(.null).result == -1)
        #expect(try action.call(12).result == 12)
        let call = PreparedCall(action)
        for (value, expected) in [(.value(5), 5), (.value(.null), -1), (.value(6), 6)] as [(Argument, Value)] {
            #expect(call.encode([value]).isEmpty)
            call.invoke()
            #expect(call.result == expected)
        }
    }

    @Test("read as zero where the action wrote nothing, also after it once did")
    func untouched() throws {
        #expect(try numbers.action("leaves_output").call().out == [Value.Member("value", 0)])
    }
}
