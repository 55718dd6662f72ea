// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import InMemoryLogging
import Logging
import Testing

@Suite("log")
struct LogAspectTests {
    private let handler: InMemoryLogHandler
    private let catalog: AspectCatalog

    init() {
        let handler = InMemoryLogHandler()
        self.handler = handler
        self.catalog = AspectCatalog(logger: Logger(label: "test") { _ in handler }, clock: FakeClock())
    }

    private var lines: [String] { handler.entries.map { "\($0.level) \($0.message)" } }

    private func make(_ options: Value? = nil) throws -> any Observer {
        try catalog.observer("log", options, .instead)
    }

    @Test("before is one line with the arguments, after one with the outcome")
    func bothSides() throws {
        let observer = try make()
        let arguments: [Value] = [.integer(0), .string("hello"), .integer(5)]
        let entered = observer.entered(FakeCall("crc32", arguments))
        #expect(lines == [#"info z.crc32(0, "hello", 5)"#])
        observer.left(FakeCall("crc32", arguments, outcome: .returned(.integer(7))), since: entered)
        #expect(lines.dropFirst() == ["info z.crc32 returned 7"])
        #expect(observer.findings() == [])
    }

    @Test("every outcome has its words")
    func outcomes() throws {
        let observer = try make()
        for outcome in [returnedNothing, .returned(.null), failed] {
            observer.left(FakeCall(outcome: outcome), since: 0)
        }
        observer.left(FakeCall(outcome: nil), since: 0)
        #expect(
            lines == [
                "info z.crc32 returned", "info z.crc32 returned null", "info z.crc32 failed: outOfStock: nothing left",
                "info z.crc32 has no outcome",
            ])
    }

    @Test("each level is that of the log", arguments: Logger.Level.allCases)
    func levels(level: Logger.Level) throws {
        var handler = handler
        handler.logLevel = .trace
        let logger = Logger(label: "test") { [handler] _ in handler }
        let catalog = AspectCatalog(logger: logger, clock: FakeClock())
        let options = Value.object([Value.Member("level", .string(level.rawValue))])
        _ = try catalog.observer("log", options, .before).entered(FakeCall())
        #expect(lines == ["\(level) z.crc32()"])
    }

    @Test("a label stands in front")
    func label() throws {
        let observer = try make(.object([Value.Member("label", .string("shop:\n"))]))
        _ = observer.entered(FakeCall())
        observer.left(FakeCall(outcome: returnedNothing), since: 0)
        #expect(lines == ["info shop:\\n z.crc32()", "info shop:\\n z.crc32 returned"])
    }

    @Test("below the log's level it decodes no arguments")
    func quiet() throws {
        let observer = try make(.object([Value.Member("level", .string("debug"))]))
        let call = FakeCall()
        _ = observer.entered(call)
        #expect(lines == [])
        #expect(call.timesDecoded == 0)
    }

    @Test("long and hostile values stay one short line")
    func oneLine() throws {
        let observer = try make()
        _ = observer.entered(FakeCall("f", [.string("\u{1B}\n"), .string(String(repeating: "x", count: 10_000))]))
        #expect(lines == ["info z.f(\"\\u001b\\n\", \"\(String(repeating: "x", count: 39))…)"])
    }

    @Test("shows no secret: what the declaration says is one, and what the option names")
    func secrets() throws {
        let signature = FakeTarget("void f(const char *user, _Secret_ const char *password, int pin)").signature
        let call = FakeCall("f", ["ada", "1234", 7], signature: signature)
        _ = try make().entered(call)
        _ = try make(.options(["redact": .array(["pin"])])).entered(call)
        _ = try make(.options(["redact": .array(["user", "pin", "password"])])).entered(call)
        #expect(
            lines == [
                #"info z.f("ada", <secret>, 7)"#, #"info z.f("ada", <secret>, <secret>)"#,
                "info z.f(<secret>, <secret>, <secret>)",
            ])
    }

    @Test("shows the arguments that are named, with their names")
    func chosen() throws {
        let signature = FakeTarget("void f(int a, _Secret_ int b, int c)").signature
        _ = try make(.options(["arguments": .array(["b", "c"])])).entered(
            FakeCall("f", [1, 2, 3], signature: signature))
        #expect(lines == ["info z.f(b: <secret>, c: 3)"])
    }

    @Test("refuses a name that no argument of its actions has")
    func names() throws {
        let actions = ["void f(int a)", "void g(int password)"].map {
            WovenAction(FakeTarget($0).name, FakeTarget($0).signature)
        }
        func mistake(_ option: String, _ name: Value) throws -> String? {
            do {
                try catalog.observer("log", .options([option: .array([name])])).check(actions)
                return nil
            } catch {
                return (error as? AspectError)?.diagnostic(at: nil).render()
            }
        }
        #expect(try mistake("redact", "password") == nil)
        #expect(try mistake("arguments", "a") == nil)
        #expect(
            try mistake("redact", "pasword") == """
                error: "redact" of log: none of its actions takes an argument "pasword"
                 = did you mean "password"?
                """)
        #expect(try mistake("arguments", "x") != nil)
    }

    @Test("serves a Swift program without a catalog")
    func direct() {
        let aspect = LogAspect(logger: Logger(label: "test") { _ in handler }, level: .error, label: "x")
        _ = aspect.entered(FakeCall())
        #expect(lines == ["error x z.crc32()"])
    }
}
