// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("Handles")
struct HandleTests {
    private let texts: Fixture

    init() throws { texts = try Fixture("Texts") }

    private func jar(_ content: Int64) throws -> Value {
        try #require(texts.action("jar_open").call(.number(.integer(Int128(content)))).result)
    }

    @Test("go back to the module that gave them out")
    func roundTrip() throws {
        let jar = try jar(5)
        guard case .handle(let handle) = jar else { throw Fixture.NotDeclared(name: "\(jar)") }
        #expect(handle.type == "jar")
        #expect(try texts.action("jar_content").call(jar).result == 5)
        #expect(try texts.action("is_anything").call(jar).result == true)
        try texts.action("jar_close").call(jar)
    }

    @Test("are null only where the declaration allows it")
    func null() throws {
        #expect(try jar(-1) == .null)
        #expect(try texts.action("jar_content_or").call(.null, 9).result == 9)
        #expect(try texts.action("jar_content").misfits(.value(.null)) == ["0: null, not a handle of jar"])
    }

    @Test("are refused where another type is wanted")
    func wrongType() throws {
        let jar = try jar(5)
        #expect(try texts.action("lid_turn").misfits(.value(jar)) == ["0: handle of jar, not a handle of lid"])
        for value in [1, "jar", .bytes([0, 0, 0, 0, 0, 0, 0, 0]), .bool(true)] as [Value] {
            #expect(try texts.action("jar_content").misfits(.value(value)).count == 1)
        }
        let forged = Value.handle(Handle(id: 1 << 60, type: "jar"))
        #expect(try texts.action("jar_content").misfits(.value(forged)).count == 1)
        try texts.action("jar_close").call(jar)
    }

    @Test("are refused once the call that releases them has returned")
    func released() throws {
        let jar = try jar(5)
        try texts.action("jar_close").call(jar)
        #expect(
            try texts.action("jar_content").misfits(.value(jar)) == [
                "0: handle of jar, not a handle that was not released"
            ])
        #expect(try texts.action("jar_close").misfits(.value(jar)).count == 1)
    }

    @Test("stay good when the call that would release them fails")
    func notReleased() throws {
        let close = try texts.action("jar_close")
        let jar = try jar(5)
        let id = try close.hook(before: [.closure { $0.fail(Failure(code: "no", message: "")) }])
        #expect(try close.call(jar).failure?.code == "no")
        #expect(try texts.action("jar_content").call(jar).result == 5)
        close.remove(id)
        try close.call(jar)
    }

    @Test("come back through parameters, as texts do")
    func received() throws {
        let made = try texts.action("jar_make").call(40)
        #expect(made.result == 0)
        let jar = try #require(made.out.first)
        #expect(jar.name == "made")
        #expect(try texts.action("jar_content").call(jar.value).result == 40)
        #expect(try texts.action("jar_label").call(jar.value).out == [Value.Member("label", "full")])
        try texts.action("jar_close").call(jar.value)
        #expect(
            try texts.action("jar_make").call(-1)
                == Reply(result: 1, out: [Value.Member("made", .null)], errno: 0, failure: nil))
    }

    @Test("of one pointer are the same, of two different")
    func identity() throws {
        let made = try texts.action("jar_open")
        let (first, second) = try (made.call(1).result, made.call(1).result)
        #expect(first != second)
        for jar in [first, second] { try texts.action("jar_close").call(#require(jar)) }
    }
}
