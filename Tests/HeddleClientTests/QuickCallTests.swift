// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing

@Suite("Calls by name that are made again and again")
struct QuickCallTests {
    private let host = ModuleHost()

    private func script(_ name: String, _ body: @escaping @Sendable (Int) throws -> Int) throws {
        try host.script(
            name, [ScriptedAction("int turn(int n)") { try body(Int($0[0]) ?? 0).value }])
    }

    @Test("give each its own numbers, inside of each other and on many threads")
    func numbers() async throws {
        let host = host
        try script("deep") { number in
            number == 0 ? 0 : try host.call("deep.turn", number - 1) + number
        }
        try host.module("deep")
        #expect(try host.call("deep.turn", 10) == 55)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { _ in (try? host.call("deep.turn", number)) == number * (number + 1) / 2 }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("meet the hooks of their time, and the module that has the name then")
    func changes() throws {
        try script("plain") { $0 + 1 }
        try script("other") { $0 + 100 }
        try host.module("x", library: "plain")
        #expect(try host.call("x.turn", 1) == 2)
        let token = try host.hook("x.turn", .instead) { try? $0.answer(42) }
        #expect(try host.call("x.turn", 1) == 42)
        token.remove()
        #expect(try host.call("x.turn", 1) == 2)
    }

    @Test("say what is wrong each time")
    func mistakes() throws {
        try script("plain") { number in
            if number < 0 { throw Failure(code: "negative", message: "below 0") }
            return number
        }
        try host.module("x", library: "plain")
        for _ in 0..<2 {
            #expect(try host.call("x.turn", 1) == 1)
            #expect(throws: Failure(code: "negative", message: "below 0")) { let _: Int = try host.call("x.turn", -1) }
            let range = #expect(throws: Diagnostic.self) { let _: Int = try host.call("x.turn", 1 << 40) }
            #expect(range?.message.contains("argument 1 (n) of x.turn is number 1099511627776") == true)
            let count = #expect(throws: Diagnostic.self) { let _: Int = try host.call("x.turn", 1, 2) }
            #expect(count?.message == "x.turn takes 1 argument, 2 are given")
            let none = #expect(throws: Diagnostic.self) { let _: Int = try host.call("x.turn") }
            #expect(none?.message == "x.turn takes 1 argument, 0 are given")
            let type = #expect(throws: Diagnostic.self) { let _: String = try host.call("x.turn", 1) }
            #expect(type?.message == "x.turn returned number 1, which does not fit String")
        }
    }
}
