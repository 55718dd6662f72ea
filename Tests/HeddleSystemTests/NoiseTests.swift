// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import Testing

@Suite("A status line beside native code that writes")
struct NoiseTests {
    /// Returns whether a line is drawn at each turn, as d or -.
    private func turns(_ written: [Int]) -> String {
        var noise = Noise()
        return String(written.map { noise.isQuietEnough(after: $0) ? "d" : "-" })
    }

    @Test("is drawn each time while nothing is written")
    func quiet() {
        #expect(turns([0, 0, 0]) == "ddd")
        // Forgets the earlier output.
        #expect(turns([50, 50, 50]) == "ddd")
    }

    @Test("is drawn now and then while something is")
    func noisy() {
        let between = String(repeating: "-", count: Noise.turnsBetween - 1)
        #expect(turns(Array(1...41)) == "d\(between)d\(between)d")
    }

    @Test("is drawn at once when that is over")
    func over() {
        #expect(turns([0, 10, 20, 20, 20, 30]) == "d--dd-")
    }

    @Test("takes what Heddle writes itself for none, also where it is counted before it is written")
    func own() {
        #expect(turns([0, -100, 0, -40, -3, 0]) == "dddddd")
    }
}
