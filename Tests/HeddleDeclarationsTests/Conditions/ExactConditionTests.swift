// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing
import Workbench

@Suite("Conditions are exact")
struct ExactConditionTests {
    private func whole(_ number: Int128) -> Value { .number(.integer(number)) }

    @Test("near tells whole numbers apart that a double does not")
    func near() {
        let large: Int128 = 18_446_744_073_709_551_615
        let near = ConditionOperator.near
        #expect(!near.holds(for: whole(large), .array([whole(large - 615), whole(0)])))
        #expect(near.holds(for: whole(large), .array([whole(large - 615), whole(615)])))
        #expect(!near.holds(for: whole(9_007_199_254_740_993), .array([whole(9_007_199_254_740_991), whole(1)])))
        #expect(near.holds(for: whole(9_007_199_254_740_993), .array([whole(9_007_199_254_740_994), whole(1)])))
        #expect(near.holds(for: whole(-3), .array([whole(4), .number(.decimal("7.0"))])))
        #expect(!near.holds(for: whole(-3), .array([whole(4), .number(.decimal("6.9999999999999999999999"))])))
        #expect(near.holds(for: whole(.max), .array([whole(.min), .number(.decimal("1e40"))])))
        #expect(!near.holds(for: whole(.max), .array([whole(.min), whole(5)])))
        #expect(near.holds(for: .number(.decimal("0.5")), .array([whole(1), .number(.decimal("0.5"))])))
    }

    @Test("near decides at the last digit, for numbers as a type shows them and as they are written")
    func edges() {
        func near(_ actual: Value, _ expected: String, _ tolerance: String) -> Bool {
            ConditionOperator.near.holds(
                for: actual, .array([.number(Number(written: expected)), .number(Number(written: tolerance))]))
        }
        let tenth = Value(0.1)
        #expect(near(tenth, "0.3", "0.2") && !near(tenth, "0.3", "0.19999999999999999999"))
        #expect(near(tenth, "0.1000000001", "1e-10") && !near(tenth, "0.1000000001", "0.9999999999999e-10"))
        #expect(near(tenth, "0", "0.1") && !near(tenth, "0", "0.09999999999999999"))
        // As a float it is shown as 0.1, and is 0.10000000149.
        #expect(near(Value(Float(0.1)), "0.1", "0") && near(Value(Float(0.1)), "0.1", "1e-12"))
        #expect(!near(Value(Float(0.1)), "0.2", "0.0999999999"))
        #expect(near(Value(5e-324), "0", "5e-324") && !near(Value(1e-323), "0", "5e-324"))
        #expect(near(Value(1.5), "1e400", "1e400") && !near(Value(1.5), "1e400", "1"))
        #expect(!near(Value(Double.infinity), "1", "1e300"))
    }

    @Test("near agrees with exact arithmetic, of numbers far apart and next to each other")
    func nearness() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<5000 {
            let expected = Int128(Int64.random(in: -1000...1000, using: &random))
            let sixteenths = Int128(Int64.random(in: -16000...16000, using: &random))
            let tolerance = Int128(Int64.random(in: 0...20, using: &random))
            let isNear = (sixteenths - expected * 16).magnitude <= UInt128(tolerance) * 16
            let actual = Value(Double(Int64(sixteenths)) / 16)
            #expect(
                ConditionOperator.near.holds(for: actual, .array([whole(expected), whole(tolerance)])) == isNear,
                "\(sixteenths)/16 \(expected) \(tolerance)")
            #expect(
                ConditionOperator.lt.holds(for: actual, whole(expected)) == (sixteenths < expected * 16),
                "\(sixteenths)/16 \(expected)")
        }
    }

    @Test("texts are what they are: no character counts as one that looks the same, nor as a part of another")
    func texts() {
        let (one, two) = (Value.string("\u{E9}"), Value.string("e\u{301}"))
        #expect(!ConditionOperator.contains.holds(for: two, one) && !ConditionOperator.contains.holds(for: one, two))
        #expect(ConditionOperator.contains.holds(for: two, .string("e")))
        #expect(!ConditionOperator.matches.holds(for: two, one))
        let lines = Value.string("a\r\nb")
        for part in ["\n", "\r", "\r\n", "a\r"] {
            #expect(ConditionOperator.contains.holds(for: lines, .string(part)), "\(part.debugDescription)")
        }
        #expect(ConditionOperator.matches.holds(for: lines, .string(#"\n"#)))
        #expect(ConditionOperator.matches.holds(for: lines, .string(#"a\r"#)))
        #expect(ConditionOperator.contains.holds(for: lines, .string("")))
    }

    @Test("two texts are one before the other, or equal")
    func order() {
        let (one, two) = (Value.string("\u{E9}"), Value.string("e\u{301}"))
        #expect(ConditionOperator.lt.holds(for: two, one) && ConditionOperator.le.holds(for: two, one))
        #expect(ConditionOperator.gt.holds(for: one, two) && !ConditionOperator.ge.holds(for: two, one))
    }
}
