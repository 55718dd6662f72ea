// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("The name of an action")
struct ActionNameTests {
    @Test("is split at the last dot of its text")
    func parsing() {
        #expect(ActionName(parsing: "a.b.c") == ActionName(module: "a.b", action: "c"))
        #expect(ActionName(parsing: "a.b")?.description == "a.b")
        #expect(ActionName(parsing: "a") == nil)
    }

    @Test("may be split at each dot, the longest module first")
    func candidates() {
        #expect(ActionName.candidates(in: "a.b.c").map(\.module) == ["a.b", "a"])
        #expect(ActionName.candidates(in: "a.b.c").map(\.action) == ["c", "b.c"])
        #expect(ActionName.candidates(in: "a").map(\.module).isEmpty)
    }
}
