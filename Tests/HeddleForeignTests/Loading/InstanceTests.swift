// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing

@Suite("A module's instance")
struct InstanceTests {
    private let module: Fixture

    init() throws { module = try Fixture("Lifecycle") }

    private func instance(_ config: Value.Member...) throws -> Instance {
        try #require(try Instance(of: module.library, named: "m", config: .object(config), box: module.instance))
    }

    @Test("is made from its configuration, passed to its actions and destroyed")
    func life() throws {
        let instance = try instance(.init("start", 10), .init("step", .decimal("0.5")), .init("name", "Ada"))
        try instance.start()
        #expect(try module.action("alive_count").call().result == 1)
        #expect(try module.action("advance").call().result == .decimal("10.5"))
        #expect(try module.action("advance").call().result == 11)
        #expect(try module.action("name_of").call(false).result == "Ada")
        try instance.stop()
        try instance.stop()
        #expect(try module.action("alive_count").call().result == 0)
    }

    @Test("has the fallbacks where its configuration says nothing, or something of another type")
    func fallbacks() throws {
        let instance = try instance(.init("name", 5), .init("step", "1"), .init("silent", 1))
        try instance.start()
        #expect(try module.action("name_of").call(false).result == "nameless")
        #expect(try module.action("advance").call().result == 1)
        try instance.stop()
    }

    @Test("that cannot be made says why, or that it gave no reason")
    func failure() throws {
        let broken = #expect(throws: Failure.self) { try instance(.init("broken", true)).start() }
        #expect(broken == Failure(code: "broken", message: "the configuration says so"))
        let silent = #expect(throws: Failure.self) { try instance(.init("silent", true)).start() }
        #expect(silent?.code == "noInstance")
    }

    @Test("is one of several, each with its own state")
    func several() throws {
        let other = try Fixture("Lifecycle")
        let (one, two) = (
            try instance(), try #require(try Instance(of: other.library, named: "m", config: nil, box: other.instance))
        )
        try one.start()
        try two.start()
        #expect(try module.action("advance").call().result == 1)
        #expect(try module.action("advance").call().result == 2)
        #expect(try other.action("advance").call().result == 1)
        try one.stop()
        try two.stop()
    }

    @Test("does not exist for modules that have none")
    func none() throws {
        #expect(try Instance(of: Fixture("Numbers").library, named: "m", config: nil, box: InstanceBox()) == nil)
    }
}
