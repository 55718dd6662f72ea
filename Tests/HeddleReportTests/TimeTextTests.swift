// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HeddleReport

@Suite("Times for people")
struct TimeTextTests {
    @Test(
        "are in the unit that suits them, rounded to the nearest",
        arguments: [
            (0, "0 ns"), (1, "1 ns"), (412, "412 ns"), (999, "999 ns"), (1000, "1.0 µs"), (1049, "1.0 µs"),
            (1050, "1.1 µs"), (3100, "3.1 µs"), (99_949, "99.9 µs"), (99_950, "100 µs"), (314_159, "314 µs"),
            (999_449, "999 µs"), (999_500, "1.0 ms"), (2_400_000, "2.4 ms"), (999_499_999, "1.0 s"),
            (999_449_999, "999 ms"), (1_200_000_000, "1.2 s"), (3_600_000_000_000, "3600 s"),
            (.max, "18446744074 s"),
        ] as [(UInt64, String)])
    func units(nanoseconds: UInt64, text: String) {
        #expect(timeText(nanoseconds: nanoseconds) == text)
    }

    @Test("never get shorter as times get longer")
    func monotonous() {
        let units = ["ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9]
        var last = 0.0
        for nanoseconds in stride(from: 1 as UInt64, to: 3_000_000_000, by: 999_983) {
            let words = timeText(nanoseconds: nanoseconds).split(separator: " ").map(String.init)
            let value = (Double(words[0]) ?? -1) * (units[words[1]] ?? -1)
            #expect(value >= last)
            last = value
        }
    }
}
