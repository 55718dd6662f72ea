// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A call allocates nothing", .enabled(if: allocations_are_counted(), "a sanitizer has the allocator"))
struct AllocationTests {
    private let weaving: Fixture

    init() throws { weaving = try Fixture("Weaving") }

    private func allocations(of action: Action, _ arguments: [Argument]) -> UInt64 {
        let call = PreparedCall(action)
        #expect(call.encode(arguments).isEmpty)
        call.invoke()
        let before = allocations_of_this_thread()
        for _ in 0..<10_000 { call.invoke() }
        return allocations_of_this_thread() - before
    }

    @Test("that the counter would not see")
    func counter() {
        let before = allocations_of_this_thread()
        let array = Array(repeating: allocations_of_this_thread(), count: 100)
        #expect(allocations_of_this_thread() > before)
        #expect(array.count == 100)
    }

    @Test("without hooks, through registers or not")
    func bare() throws {
        let numbers = try Fixture("Numbers")
        #expect(try allocations(of: numbers.action("same_int64_t"), [5]) == 0)
        #expect(try allocations(of: numbers.action("on_the_stack"), [1, 2, 3, 4, 5, 6, 7, .value(true), 8, 9]) == 0)
        #expect(try allocations(of: numbers.action("divide"), [7, 2, .absent, .absent]) == 0)
    }

    // T26
    @Test("with hooks of C, before, after and instead")
    func native() throws {
        let same = try Fixture("Numbers").action("same_int64_t")
        let piece = try weaving.hook("hook_nothing")
        try same.hook(before: [piece], after: [piece])
        #expect(allocations(of: same, [5]) == 0)
        try same.hook(instead: [weaving.hook("hook_proceeds_anyway")])
        #expect(allocations(of: same, [5]) == 0)
    }

    @Test("with a plain function as a hook, or a closure that looks at nothing")
    func others() throws {
        let same = try Fixture("Numbers").action("same_int64_t")
        try same.hook(before: [weaving.plain("int64_t plain_instead(int64_t n)", at: .before, of: same)])
        try same.hook(before: [.closure { _ in }], after: [.closure { _ in }])
        #expect(allocations(of: same, [5]) == 0)
    }
}
