// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Synchronization
import Testing

@Suite("A host's services")
struct HostServicesTests {
    @Test("reach the modules that it calls, and the outer host's again afterwards")
    func nesting() throws {
        let quiet = try Fixture("Weaving").action("quiet")
        let log = Shared()
        let (outer, inner) = (log.services("o"), log.services("i"))
        try outer.serve { () throws in
            try quiet.call()
            try inner.serve { () throws in _ = try quiet.call() }
            try quiet.call()
        }
        #expect(log.text == "o(x)i(x)o(x)")
    }

    @Test("may do anything when they go")
    func release() {
        let other = Shared().services("x")
        holdWitness { other.serve {} }
        Shared().services("y").serve {}
        Shared().services("z").serve {}
    }

    private func holdWitness(_ end: @escaping @Sendable () -> Void) {
        let witness = Witness(end)
        HostServices(log: { _ in withExtendedLifetime(witness) {} }, emit: { _, _ in }, find: { _ in nil }).serve {}
    }
}

/// A text that several hosts write to.
private final class Shared: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }

    func services(_ name: String) -> HostServices {
        HostServices(
            log: { _ in }, emit: { [self] event, _ in state.withLock { $0 += name + event } }, find: { _ in nil })
    }
}
