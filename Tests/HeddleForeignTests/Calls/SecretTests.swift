// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A secret argument")
struct SecretTests {
    @Test("is not told where it does not fit")
    func misfit() throws {
        let action = try libc("int abs(_Secret_ int number)")
        let errors = PreparedCall(action).encode([.value(.string("hunter2"))])
        #expect(errors.map(\.found) == ["<secret>"])
        #expect(errors.map(\.expected) == ["a whole number from -2147483648 to 2147483647"])
        #expect(action.misfit(of: .string("hunter2"), forParameter: 0)?.contains("hunter2") == false)
    }

    @Test("is not told where what a hook puts in its place does not fit")
    func hook() throws {
        let action = try libc("int abs(_Secret_ int number)")
        let trace = Trace()
        try action.hook(before: [
            .closure { call in
                do throws(CrossingError) { try call.setArgument(0, to: "hunter2") } catch { trace.write(error.found) }
            }
        ])
        #expect(try action.call(-5).result == 5)
        #expect(trace.text == "<secret>")
    }
}
