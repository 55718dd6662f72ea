// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Heddle
import Testing

@Suite("Further arguments of a function with ...")
struct FurtherArgumentTests {
    private let host = ModuleHost()
    private let name = ActionName(module: "c", action: "snprintf")

    init() throws {
        try host.module(
            "c", library: "libc.so.6",
            declarations: [
                "int snprintf(_Out_writes_(n) char *text, size_t n, _Printf_format_string_ const char *format, ...)",
                "_Free_(free) char *strdup(_Secret_ const char *text)", "void free(void *memory)",
            ])
    }

    private func arguments(_ format: String, _ further: Value...) -> [Value] {
        [.integer(20), .string(format)] + further
    }

    @Test("take the types of the format")
    func format() throws {
        let called = try host.call(
            name, with: arguments("%d %s %.1f", .integer(1), .string("x"), .number(.decimal("2.5"))))
        #expect(called.out == [.init("text", .string("1 x 2.5"))])
    }

    @Test("that do not fit are a mistake that counts them among all arguments")
    func misfit() {
        let large = Value.object([.init("int", .integer(3_000_000_000))])
        #expect(
            message { _ = try host.call(name, with: arguments("%d", large)) }
                == "argument 3 of c.snprintf is number 3000000000, the declaration wants a whole number from "
                + "-2147483648 to 2147483647")
        #expect(
            message { _ = try host.call(name, with: arguments("%s", .null)) }?.contains(
                "argument 3 of c.snprintf is null")
                == true)
    }

    @Test("are held against a format that becomes known only with the call")
    func lateFormat() throws {
        let action = try host.prepare(name, with: arguments("%d", .integer(1))).action
        let call = try PreparedCall(action, further: [Parameter(name: nil, type: .integer(.int))])
        func errors(_ format: String) -> [CrossingError] {
            call.encode([.absent, .value(.integer(20)), .value(.string(format)), .value(.integer(1))])
        }
        #expect(errors("%d").isEmpty)
        #expect(errors("%s").map(\.parameter) == [2])
        #expect(errors("%d %d").map(\.expected) == ["one for the variadic arguments int"])
    }

    @Test("Arguments that are declared secret are not among those that are shown")
    func secret() throws {
        let call = try host.prepare(ActionName(module: "c", action: "strdup"), with: [.string("hush")])
        #expect(call.arguments == [.string("hush")])
        #expect(call.shownArguments == [.string("<secret>")])
    }
}
