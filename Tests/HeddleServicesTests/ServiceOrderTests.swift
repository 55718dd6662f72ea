// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Testing

@Suite("Aspects around a service: their order")
struct ServiceOrderTests {
    private let trace = Trace()

    /// Answers with its input, and writes it down.
    private var service: AnyService<String, String> {
        AnyService("test.same") { [trace] input in
            trace.note("(\(input))")
            return input
        }
    }

    private func lettered(_ letter: String, _ base: some Service<String, String>) -> some Service<String, String> {
        base
            .rewriting(input: { [trace] input in
                trace.note(letter)
                return input
            })
            .rewriting(output: { [trace] output in
                trace.note(letter)
                return output
            })
    }

    @Test("the last one written is the outermost: it sees a call first and its outcome last")
    func order() async throws {
        let woven = lettered("a", lettered("b", service))
        #expect(try await woven("x") == "x")
        #expect(trace.text == "ab(x)ba")
    }

    @Test("each sees what those further out have made of the input, and those further in of the output")
    func values() async throws {
        let woven =
            service
            .rewriting(input: { $0 + "b" }).rewriting(output: { $0 + "B" })
            .rewriting(input: { $0 + "a" }).rewriting(output: { $0 + "A" })
        #expect(try await woven("x") == "xabBA")
    }

    @Test("a service may be decorated in several ways, which know nothing of each other")
    func apart() async throws {
        let asked = Asked<String, Int>(.success(7))
        let (once, cached) = (asked.once(), try asked.cached())
        for _ in 0..<2 {
            #expect(try await once("a") == 7)
            #expect(try await cached("a") == 7)
            #expect(try await asked("a") == 7)
        }
        #expect(asked.inputs.count == 4)
    }

    @Test("what each has found out is listed, the outermost first")
    func findings() async throws {
        let woven = try service.cached().counted().limited(atOnce: 3)
        _ = try await woven("x")
        #expect(woven.findings.map(\.aspect) == ["limit", "count", "cache"])
        #expect(AnyService(woven).findings == woven.findings)
        #expect(woven.findings[2]["misses"] == 1)
        #expect(woven.findings[2]["mouses"] == nil)
    }

    @Test("a service is named after its type, unless it says so itself; aspects do not change that")
    func names() throws {
        struct Prices: Service {
            func callAsFunction(_ input: Int) async throws -> Int { input }
        }
        #expect(Prices().profile.name == ActionName(module: "HeddleServicesTests", action: "Prices"))
        #expect(try Prices().cached().logged().profile.name.action == "Prices")
        #expect(try Prices().named("shop.price").cached().profile.name.description == "shop.price")
        #expect(Prices().named("price").profile.name.description == "service.price")
        #expect(Prices().named("a.b.c").profile.name == ActionName(module: "a.b", action: "c"))
    }

    @Test("services of one kind can be kept together, whatever is around them")
    func erased() async throws {
        let services: [any Service<String, String>] = [service, service.once(), try service.logged().cached()]
        for service in services { #expect(try await service("x") == "x") }
    }

    @Test("several values, or none, are given like those of a function")
    func arguments() async throws {
        let sum = AnyService("test.sum") { (left: Int, right: Int) in left + right }
        #expect(try await sum.counted()(3, 4) == 7)
        let four = AnyService("test.four") { (a: Int, b: Int, c: Int, d: Int) in [a, b, c, d] }
        #expect(try await four(1, 2, 3, 4) == [1, 2, 3, 4])
        let now = AnyService("test.now") { () in 5 }
        #expect(try await now.counted()() == 5)
    }
}
