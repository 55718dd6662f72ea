// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Heddle
import Testing

@Suite("Several implementations of one action")
struct CollectedCallTests {
    private let host = ModuleHost()

    init() throws {
        let price = "_Ret_maybenull_ const char *price(const char *name)"
        let names = ["a": nil, "b": Value.string("two"), "c": .string("three")]
        for (name, answer) in names {
            try host.script(name, [ScriptedAction(price) { _ in answer ?? .null }])
            try host.module(name)
        }
        try host.script("broken", [ScriptedAction(price) { _ in throw Failure(code: "broken", message: "") }])
    }

    @Test("are called with the same arguments, and all results collected")
    func all() throws {
        let results = try host.callAll("*.price", "Ada")
        #expect(results.map(\.action.module) == ["a", "b", "c"])
        #expect(results.map(\.result) == [.null, "two", "three"])
        #expect(try host.callAll("*.cost", "Ada").isEmpty)
        try host.module("b2", library: "broken")
        #expect(try host.callAll("*.price", "Ada").map { $0.failure?.code } == [nil, nil, "broken", nil])
    }

    @Test("are called until one returns something")
    func first() throws {
        let first: String? = try host.callFirst("*.price", "Ada")
        #expect(first == "two")
        let none: String? = try host.callFirst("a.*", "Ada")
        #expect(none == nil)
    }

    @Test("are not called where one of them cannot be")
    func refused() throws {
        #expect(message { _ = try host.callAll("*.price") } == "a.price takes 1 argument, 0 are given")
        #expect(message { _ = try host.callAll("price") } == "\"price\" is not a pattern")
    }
}
