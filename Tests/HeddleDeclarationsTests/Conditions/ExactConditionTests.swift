// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

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
