// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("Nearest names of one file")
struct SuggestionLimitTests {
    @Test("are looked for at the first mistakes, and what they are looked for among is not made for others")
    func limit() {
        var made = 0
        func names() -> [String] {
            made += 1
            return ["colour"]
        }
        let found = SuggestionLimit.apply { (0..<1000).compactMap { _ in nearest(to: "color", among: names()) } }
        #expect(found.count == Diagnostics.shownCount)
        #expect(made == Diagnostics.shownCount)
        #expect(nearest(to: "color", among: names()) == "colour")
    }

    @Test("are counted together where one reading is a part of another")
    func nesting() {
        let found = SuggestionLimit.apply {
            (0..<3).flatMap { _ in
                SuggestionLimit.apply { (0..<60).compactMap { _ in nearest(to: "color", among: ["colour"]) } }
            }
        }
        #expect(found.count == Diagnostics.shownCount)
    }
}

@Suite("Of many mistakes")
struct ShownDiagnosticsTests {
    @Test("the first are shown, errors before all else, in their order")
    func shown() {
        let all = (0..<500).map { Diagnostic($0 < 450 ? .warning : .error, code: .json(.syntax), "\($0)") }
        let shown = Diagnostics(all).shown
        #expect(shown.map(\.message) == ((0..<50).map { "\($0)" } + (450..<500).map { "\($0)" }))
        #expect(Diagnostics(Array(all.prefix(100))).shown.count == 100)
    }
}
