// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing

@Suite("An action called like a function of Swift")
struct DynamicMemberTests {
    private let bench: Bench
    private let probe: Module

    init() throws {
        bench = try Bench()
        probe = try bench.host.module("probe")
    }

    @Test("takes Swift's values by position and gives its result as the type that is asked for")
    func byPosition() throws {
        let sum: Int = try probe.add(1, 2)
        #expect(sum == 3)
        let text: String = try probe.same_text("é")
        #expect(text == "é")
        let unsigned: UInt64 = try probe.same_unsigned(UInt64.max)
        #expect(unsigned == .max)
    }

    @Test("takes its arguments by their names, in any order")
    func byName() throws {
        let math = try bench.host.module("m", library: "libm.so.6", declarations: ["double fdim(double x, double y)"])
        let difference: Double = try math.fdim(y: 2.0, x: 5.0)
        #expect(difference == 3)
        #expect(message { try math.fdim(x: 1.0, z: 2.0) } == "m.fdim has no parameter \"z\" that a caller gives")
        #expect(message { try math.fdim(x: 1.0, 2.0) } == "an argument of m.fdim has no name, and others have names")
        #expect(message { try math.fdim(x: 1.0, x: 2.0) } == "two arguments are for the parameter \"x\" of m.fdim")
        #expect(message { try math.fdim(x: 1.0) }?.contains("argument 2 (y) of m.fdim is missing") == true)
    }

    @Test("can be called without looking at the result")
    func ignored() throws {
        try probe.add(1, 2)
    }

    @Test("throws the call's failure")
    func failure() throws {
        #expect(throws: Failure(code: "byZero", message: "nothing is divided by 0")) { try probe.divide(1, 0) }
    }

    @Test("throws where the result is nothing that the type takes")
    func wrongResult() throws {
        #expect(
            message { let _: String = try probe.add(1, 2) } == "probe.add returned number 3, which does not fit String")
        #expect(
            message { let _: Int8 = try probe.add(100, 100) }
                == "probe.add returned number 200, which does not fit Int8")
    }

    @Test("throws where there is no such action, or its arguments do not fit")
    func mistakes() throws {
        #expect(message { try probe.ad(1, 2) } == "the module probe has no action \"ad\"")
        #expect(message { try probe.add(1) } == "probe.add takes 2 arguments, 1 is given")
        #expect(message { try probe.add(1, "2") }?.contains("the declaration wants a whole number") == true)
    }

    @Test("throws once the host is gone")
    func orphan() throws {
        func orphan() throws -> Module { try Bench().host.module("probe") }
        let module = try orphan()
        #expect(message { try module.add(1, 2) }?.contains("the host that has loaded it is gone") == true)
    }
}
