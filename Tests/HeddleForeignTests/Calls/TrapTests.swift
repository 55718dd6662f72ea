// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Glibc
import Testing

/// Calls that other dynamic callers get wrong without a word. Each is made as a call, again with the same arguments,
/// and through hooks that only look.
@Suite("Traps")
struct TrapTests {
    private let values: Fixture

    init() throws { values = try Fixture("Values") }

    private func expect(_ name: String, _ arguments: Value..., gives expected: Value) throws {
        let action = try values.action(name)
        let call = PreparedCall(action)
        #expect(call.encode(arguments.map(Argument.value)).isEmpty, "\(name)")
        for _ in 0..<2 { #expect(call.made().result?.isEqual(to: expected) == true, "\(name)") }
        try action.hook(before: [.closure { _ in }], instead: [.closure { $0.proceed() }], after: [.closure { _ in }])
        #expect(call.made().result?.isEqual(to: expected) == true, "\(name), hooked")
        #expect(call.arguments == arguments, "\(name)")
    }

    @Test("a structure of both kinds whose first half is in the sixth register leaves the floats alone")
    func sixthRegister() throws {
        let parts = (1...6).map { ["whole": .whole(Int128($0) * 1_000_000), "part": .whole(Int128($0))] as Value }
        try expect(
            "sum_mixed", parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], gives: 21_654_320)
    }

    @Test("a union of a double and an integer travels as an integer")
    func unions() throws {
        let real = try values.action("real_of")
        #expect(try real.call(["real": 2.5]).result == 2.5)
        #expect(try values.action("whole_of").call(["whole": 70], ["whole": 7]).result == 77)
        #expect(try values.action("make_either").call(0.5).result?["real"] == 0.5)
    }

    @Test("a packed structure travels in memory")
    func packed() throws {
        try expect("tight_number", ["kind": 1, "number": 4_000_000_000], 2, gives: 4_000_000_003)
        try expect("make_tight", 305_419_896, gives: ["kind": 7, "number": 305_419_896])
    }

    @Test("floats travel two in a register")
    func floats() throws {
        try expect("reversed", ["all": [1, 2, 3.5]], gives: ["all": [3.5, 2, 1]])
    }

    @Test("a structure of one bool is as wide as the bool")
    func bool() throws {
        try expect("flag_of", ["flag": true], gives: true)
        try expect("flag_of", ["flag": false], gives: false)
    }

    @Test("a number of 128 bits is not split between a register and the stack, and stands aligned there")
    func int128() throws {
        try expect(
            "wide_on_stack", 1, 2, 3, 4, 5, .whole(.max - 100), 6, .whole(1 << 100),
            gives: .whole(.max - 79 - (1 << 100)))
    }

    @Test("a long double stands on the stack, comes back from the x87, and leaves nothing there")
    func longDouble() throws {
        for _ in 0..<20 { try expect("first_of", .decimal("0.1"), 1, .decimal("0.3"), gives: .decimal("0.1")) }
        try expect("first_of", .decimal("0.1"), 2, .decimal("1e+4000"), gives: .decimal("1e+4000"))
    }

    @Test("errno is what the action left, not what hooks or Heddle's own code did")
    func errorNumber() throws {
        let action = try values.action("fail_with")
        let disturbing = HookPiece.closure { call in
            _ = call.arguments.map(\.kindDescription)
            call.proceed()
            errno = 7
        }
        try action.hook(before: [disturbing], instead: [disturbing], after: [disturbing])
        #expect(try action.call(34).errno == 34)
        #expect(try action.call(0).errno == 0)
    }

    @Test("arguments are C's own in C's own order whatever they are called in a hook")
    func hookedArguments() throws {
        let action = try values.action("tight_number")
        try action.hook(before: [.closure { _ = try? $0.setArgument(0, to: ["kind": 2, "number": 5]) }])
        let call = PreparedCall(action)
        #expect(call.encode([.value(["kind": 1, "number": 1]), 10]).isEmpty)
        #expect(call.made().result == 17)
        #expect(call.arguments[0] == ["kind": 1, "number": 1])
    }

    @Test("a hook that sets a structure that does not fit changes nothing of it")
    func partlyFitting() throws {
        let action = try values.action("tight_number")
        let trace = Trace()
        try action.hook(before: [
            .closure { call in
                do throws(CrossingError) {
                    try call.setArgument(0, to: ["kind": 2, "number": -1])
                } catch {
                    trace.write(error.found)
                }
            }
        ])
        #expect(try action.call(["kind": 1, "number": 1], 10).result == 12)
        #expect(trace.text == "number -1 in number")
    }

    @Test("elements without a size cannot be counted")
    func empty() throws {
        let function = try values.library.function("flag_of")
        let nothing = CType.record(RecordType(kind: .structure, tag: "nothing", members: []))
        for type in [nothing, .array(of: nothing, count: 2), .array(of: .integer(.int), count: 0)] {
            let run = Parameter(
                name: "p", type: .pointer(to: type, isConst: true), isDirectionDeclared: true, count: .constant(3))
            let signature = Signature(symbol: "flag_of", result: .void, parameters: [run])
            #expect(throws: Unsupported.self) {
                try Action(ActionName(module: "m", action: "f"), signature, function: function, instance: InstanceBox())
            }
        }
    }
}
