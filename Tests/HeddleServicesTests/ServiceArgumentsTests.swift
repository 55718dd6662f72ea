// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleServices
import Testing

@Suite("A service of several arguments")
struct ServiceArgumentsTests {
    private let host: ModuleHost

    init() throws { host = try .ofProbes() }

    private func refusal<Output>(_ body: () throws(Diagnostic) -> Output) -> String? {
        do throws(Diagnostic) {
            _ = try body()
            return nil
        } catch {
            return error.render()
        }
    }

    @Test("is called with its arguments one by one, however many they are, through any aspects")
    func called() async throws {
        try host.module("m", library: "libm.so.6", declarations: ["double fma(double x, double y, double z)"])
        let fma = try host.service(
            "m.fma", taking: Double.self, Double.self, Double.self, returning: Double.self
        ).counted().cached().guarded { x, _, z in x > 0 && z > 0 }
        #expect(try await fma(2, 3, 4) == 10)
        #expect(try await fma(2, 3, 4) == 10)
        #expect(try await fma(2, 3, 5) == 11)
        #expect(await failureCode { try await fma(2, 3, 0) } == "refused")
        #expect(fma.findings[1]["hits"] == 1)
        let join = try AnyService("test.join") { (a: Int, b: String, c: Bool, d: Int, e: Double, f: String) in
            "\(a)\(b)\(c)\(d)\(e)\(f)"
        }.logged(to: Log().logger).cached().guarded { a, _, _, _, _, _ in a > 0 }
        #expect(try await join(1, "a", true, 2, 0.5, "b") == "1atrue20.5b")
    }

    @Test("is a closure of several arguments, or a type with an input of its own")
    func written() async throws {
        struct Order: Hashable {
            let item: String
            let count: Int
        }
        struct Orders: Service {
            func callAsFunction(_ order: Order) async throws -> Int { order.item.count * order.count }
        }
        let log = Log()
        let price = try AnyService("shop.price") { (item: String, count: Int) in item.count * count }
            .cached().logged(to: log.logger)
        #expect(try await price("pen", 4) == 12)
        #expect(log.lines == ["shop.price(\"pen\", 4)", "shop.price returned 12"])
        let total = try Orders().cached()
        for _ in 0..<2 { #expect(try await total(Order(item: "pen", count: 2)) == 6) }
        #expect(total.findings[0]["hits"] == 1)
        let erased: any Service<ServiceArguments<String, Int>, Int> = price
        #expect(try await erased("ink", 1) == 3)
        let now = try AnyService("test.now") { () in 5 }.cached()
        #expect(try await now() == 5)
    }

    @Test("is cached by all its arguments")
    func cachedByAll() async throws {
        let asked = Asked<ServiceArguments<String, Int, Bool>, Int>(.success(1), .success(2), .success(3), .success(4))
        let cached = try asked.cached()
        #expect(try await cached("a", 1, true) == 1)
        #expect(try await cached("b", 1, true) == 2)
        #expect(try await cached("a", 2, true) == 3)
        #expect(try await cached("a", 1, false) == 4)
        #expect(try await cached("a", 1, true) == 1)
        let byName = try asked.cached { name, _, _ in name }
        #expect(try await byName("a", 7, true) == 4)
        #expect(try await byName("a", 8, false) == 4)
        #expect(asked.inputs.count == 5)
    }

    @Test("of C is cached by what C sees: texts that Swift takes for equal, and zeros of both signs, differ")
    func cachedAsInC() async throws {
        try host.module(
            "c", library: "libc.so.6",
            declarations: ["size_t strlen(const char *s)"])
        try host.module("m", library: "libm.so.6", declarations: ["double copysign(double x, double y)"])
        let length = try host.service("c.strlen", taking: String.self, returning: UInt.self).cached()
        #expect(try await length("\u{e9}") == 2)
        #expect(try await length("e\u{301}") == 3)
        let sign = try host.service("m.copysign", taking: Double.self, Double.self, returning: Double.self).cached()
        #expect(try await sign(1, 0.0) == 1)
        #expect(try await sign(1, -0.0) == -1)
        #expect(try await sign(1, 0.0) == 1)
        #expect(sign.findings[0]["hits"] == 1)
    }

    @Test("is not cached by a pointer, nor if it returns, keeps or releases one; the argument is named")
    func pointers() async throws {
        let value = try host.service("probe.box_value", taking: Handle.self, returning: Int32.self).counted()
        #expect(
            refusal { () throws(Diagnostic) in try value.cached() } == """
                error: cache does not fit probe.box_value: argument it is a pointer, and an address does not tell \
                calls apart
                 = say what tells calls apart, as in .cached { input in … }, without the pointer
                """)
        let make = try host.service("probe.box_make", taking: Int32.self, returning: Handle.self)
        let refused = refusal { () throws(Diagnostic) in try make.cached() }
        #expect(refused?.contains("and each call gives another pointer") == true, "\(refused ?? "")")
        let free = try host.service("probe.box_free", taking: Handle.self)
        let released = refusal { () throws(Diagnostic) in try free.cached { _ in 0 } }
        #expect(released?.contains("it keeps or releases its arguments") == true, "\(released ?? "")")
    }
}
