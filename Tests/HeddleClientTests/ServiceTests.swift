// SPDX-License-Identifier: Apache-2.0

import HeddleServices
import Testing

@Suite("Services of a client")
struct ServiceTests {
    @Test("take import HeddleServices alone")
    func action() async throws {
        let host = ModuleHost()
        try host.module("m", library: "libm.so.6", declarations: ["double hypot(double x, double y)"])
        let hypot = try host.service("m.hypot", taking: Double.self, Double.self, returning: Double.self)
            .counted().cached().guarded { x, y in x > 0 && y > 0 }
        #expect(try await hypot(3, 4) == 5)
        #expect(try await hypot(3, 4) == 5)
    }

    @Test("may be closures")
    func closure() async throws {
        let price = AnyService("shop.price") { (name: String) in name.count }.rewriting(output: { $0 * 2 })
        #expect(try await price("Ada") == 6)
    }
}
