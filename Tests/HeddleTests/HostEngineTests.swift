// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import Testing

@Suite("A host in Swift: the engine for its calls")
struct HostEngineTests {
    private static let declarations = ["double hypot(double x, double y)", "int abs(int x)"]

    @Test("is chosen for each host, and gives the same results", arguments: CallEngine.allCases)
    func chosen(engine: CallEngine) throws {
        let host = ModuleHost(calls: engine)
        try host.module("c", library: "libm.so.6", declarations: [Self.declarations[0]])
        try host.module("d", library: "libc.so.6", declarations: [Self.declarations[1]])
        let call = try host.prepare("c.hypot", with: [.integer(3), .integer(4)])
        #expect(call.action.transfer.engine == engine)
        #expect(call.invoke())
        #expect(call.result == .integer(5))
        #expect(try host.call("d.abs", with: [.integer(-7)]).result == .integer(7))
    }

    @Test("makes the calls of hooks as well", arguments: CallEngine.allCases)
    func hooked(engine: CallEngine) throws {
        let host = ModuleHost(calls: engine)
        try host.module("d", library: "libc.so.6", declarations: [Self.declarations[1]])
        try host.hook("d.abs", .instead) { call in call.proceed() }
        #expect(try host.call("d.abs", with: [.integer(-7)]).result == .integer(7))
    }
}
