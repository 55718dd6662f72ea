// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("A number with its noun")
struct CountedTests {
    @Test("has the singular for one alone")
    func numbers() {
        #expect([0, 1, 2].map { counted($0, "step") } == ["0 steps", "1 step", "2 steps"])
        #expect([1, 3].map { counted($0, "case was", plural: "cases were") } == ["1 case was", "3 cases were"])
    }
}
