// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("How far two numbers are apart")
struct DistanceTests {
    @Test(
        "is exact",
        arguments: [
            ("1", "4", "3"), ("-3", "4", "7"), ("0.3", "0.1", "0.2"), ("1.1", "1", "0.1"), ("5", "5.0", "0"),
            ("1e-4950", "0", "1e-4950"), ("1e20", "1", "99999999999999999999"), ("999", "-1", "1000"),
            ("1.0000000000000000001", "1", "1e-19"), ("-0.5", "-0.25", "0.25"),
            ("1e40", "1", "\(String(repeating: "9", count: 40))"),
            (
                "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728",
                "340282366920938463463374607431768211455"
            ),
            ("1e-7", "0", "1e-7"), ("1.5e60", "0", "1.5e60"),
            ("12345678901234567890.5", "0.25", "12345678901234567890.25"),
        ])
    func exact(left: String, right: String, distance: String) {
        let (left, right) = (Number(written: left), Number(written: right))
        #expect(left.distance(to: right)?.text == distance)
        #expect(right.distance(to: left)?.text == distance)
    }

    @Test(
        "in steps of a type is exact, and counts them from each number to its neighbour",
        arguments: [
            (FloatingType.double, "1", "1.0000000000000002", 1), (.double, "-5e-324", "5e-324", 2),
            (.float, "16777216", "16777218", 1), (.double, "16777216", "16777218", 1 << 29), (.float, "0", "-0", 0),
            (.float, "1", "1.0000001", 1), (.longDouble, "1", "1.0000000000000000001", 1),
            (.longDouble, "3.6451995318824746025e-4951", "0", 1), (.double, "0.1", "0.1", 0),
        ])
    func steps(type: FloatingType, left: String, right: String, steps: Int) {
        #expect(type.steps(from: Number(written: left), to: Number(written: right)) == UInt128(steps))
        #expect(type.steps(from: Number(written: "1e5000"), to: Number(written: right)) == nil)
    }

    @Test(
        "as a part of a number is exact",
        arguments: [
            ("0.1", "0.1", "0.01"), ("-5", "0.2", "-1"), ("0", "5", "0"), ("1e300", "1e300", "1e600"),
            ("12345678901234567890", "98765432109876543210", "1219326311370217952237463801111263526900"),
            ("1.5", "-1e-9", "-1.5e-9"),
        ])
    func product(left: String, right: String, product: String) {
        #expect(Number(written: left).times(Number(written: right))?.compare(Number(written: product)) == .equal)
    }

    @Test("is exact between numbers as far apart as a long double's")
    func far() throws {
        let distance = try #require(Number(written: "1e4932").distance(to: Number(written: "3.6e-4951")))
        #expect(distance.text.hasPrefix("9.99999") && distance.text.hasSuffix("64e4931"))
        #expect(distance.compare(Number(written: "1e4932")) == .less)
    }

    @Test("takes no time where the numbers are beyond all types, and is none of what is no number")
    func beyond() {
        let huge = Number(written: "1e999999999999")
        #expect(huge.distance(to: Number(written: "1"))?.compare(huge) == .equal)
        #expect(Number(written: "1").distance(to: Number.decimal("x")) == nil)
    }
}
