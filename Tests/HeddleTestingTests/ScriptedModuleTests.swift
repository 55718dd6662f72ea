// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleTesting
import HeddleReport
import Testing
import Workbench

@Suite("A module scripted in Swift")
struct ScriptedModuleTests {
    private let host: ModuleHost

    init() throws { host = ModuleHost(modulePath: [try BuiltModules.probes]) }

    @Test("is called like any, with its arguments as values")
    func calls() throws {
        let shop = try host.module(
            "shop",
            scripted: [
                ScriptedAction("int64_t price(const char *name, int count)") { arguments in
                    guard case .string(let name) = arguments[0], case .number(let count) = arguments[1] else {
                        return nil
                    }
                    return .number(.integer(Int128(name.utf8.count) * Int128(count.double ?? 0)))
                },
                ScriptedAction("const char *greet(bool loudly)") { .string($0 == [.bool(true)] ? "HELLO" : "hello") },
                ScriptedAction("double half(double x)") { $0 == [.number(.integer(3))] ? 1.5.value : nil },
                ScriptedAction("typedef struct { double x, y; } point; point turned(point p)") { arguments in
                    guard case .object(let members) = arguments[0] else { return nil }
                    return .object([.init("x", members[1].value), .init("y", members[0].value)])
                },
                ScriptedAction("void close(void)") { _ in nil },
            ])
        let price: Int = try shop.price("Ada", 4)
        #expect(price == 12)
        let greeting: String = try shop.greet(loudly: true)
        #expect(greeting == "HELLO")
        let half: Double = try shop.half(3)
        #expect(half == 1.5)
        let turned: Value = try shop.turned(
            Value.object([.init("x", .number(.integer(1))), .init("y", .number(.integer(2)))]))
        #expect(turned.json == #"{"x":2,"y":1}"#)
        try shop.close()
    }

    @Test("fails with what it throws")
    func failures() throws {
        struct Broken: Error {}
        let shop = try host.module(
            "shop",
            scripted: [
                ScriptedAction("int pay(void)") { _ in throw Failure(code: "broke", message: "no money") },
                ScriptedAction("int sell(void)") { _ in throw Broken() },
                ScriptedAction("int8_t count(void)") { _ in .number(.integer(1000)) },
                ScriptedAction("int nothing(void)") { _ in nil },
                ScriptedAction("void something(void)") { _ in .bool(true) },
            ])
        func failure(_ body: () throws -> Void) -> String? {
            do { try body() } catch let failure as Failure { return "\(failure.code): \(failure.message)" } catch {}
            return nil
        }
        #expect(failure { try shop.pay() } == "broke: no money")
        #expect(failure { try shop.sell() } == "thrown: Broken()")
        #expect(failure { try shop.count() }?.hasPrefix("misfit: ") == true)
        #expect(failure { try shop.nothing() }?.hasPrefix("misfit: ") == true)
        #expect(failure { try shop.something() }?.hasPrefix("misfit: ") == true)
    }

    @Test("takes the place of a library that a behaviour names")
    func behaviours() throws {
        try host.script("paylib", [ScriptedAction("_Tags_(money) int pay(int amount)") { $0[0] }])
        let text = """
            { "behaviour": 1, "modules": { "pay": { "library": "paylib" } },
              "hooks": [{ "on": "*.*", "tagged": "money", "instead": { "guard": { "where": { "argument.amount": { "lt": 10 } } } } }],
              "steps": [{ "call": "pay.pay", "with": [5], "expect": { "result": 5 } },
                        { "call": "pay.pay", "with": [50], "expect": { "failure": { "code": "refused" } } }] }
            """
        let plan = try Plan.read(SourceText(name: "pay.json", text), on: host, origin: .file(folder: "."))
        #expect(Run(plan, on: host, events: EventStream(to: []))() == .held)
    }

    @Test("is called by modules of C through the host, with its hooks")
    func fromC() throws {
        // The fixture looks up "probe.add" by its type.
        let other = try host.module("other", library: "probe")
        try host.module(
            "probe", scripted: [ScriptedAction("int32_t add(int32_t a, int32_t b)") { _ in .number(.integer(77)) }])
        let record = try host.record("probe.*")
        let sum: Int = try other.add_by_host(1, 2)
        #expect(sum == 77)
        #expect(record.lines == ["probe.add(1, 2) = 77"])
    }

    @Test(
        "is refused where its functions cannot be written in Swift",
        arguments: [
            ("int f(_Out_ int *x)", "f cannot be scripted: it writes into its arguments"),
            ("int f(const char *x, ...)", "f cannot be scripted: it takes variadic arguments"),
            ("_Ret_writes_(4) int *f(void)", "f cannot be scripted: it returns memory that is not a text"),
            ("typedef int f", "a scripted action is declared by one function, found 0"),
            ("int f(void); int g(void)", "a scripted action is declared by one function, found 2"),
            ("int f(", "expected a type, found the end of the declaration"),
        ])
    func refused(declaration: String, message: String) {
        do {
            try host.script("x", [ScriptedAction(declaration) { _ in nil }])
            Issue.record("it was accepted")
        } catch {
            #expect(error.all.map(\.message) == [message])
        }
    }
}
