// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Testing

@Suite("The nearest known name")
struct SuggestionTests {
    private static let keys = ["call", "with", "save", "expect", "description"]

    @Test(
        "is found within two edits",
        arguments: [
            ("cal", "call"), ("calll", "call"), ("clal", "call"), ("wiht", "with"), ("exepct", "expect"),
            ("expcet", "expect"), ("Save", "save"), ("descripton", "description"), ("desriptoin", "description"),
            ("xxpect", "expect"), ("expect", "expect"),
        ])
    func found(name: String, meant: String) {
        #expect(nearest(to: name, among: Self.keys) == meant)
    }

    @Test("is not found further away", arguments: ["", "arguments", "wxyz", "expression", "xyzect"])
    func notFound(name: String) {
        #expect(nearest(to: name, among: Self.keys) == nil)
    }

    @Test("of a name of three letters is one edit away")
    func shortNames() {
        #expect(nearest(to: "ad", among: ["add", "sub"]) == "add")
        #expect(nearest(to: "abd", among: ["cbe"]) == nil)
        #expect(nearest(to: "ab", among: ["a"]) == "a")
    }

    @Test("of a single character or of none would be a guess")
    func shortestNames() {
        #expect(nearest(to: "a", among: ["b", "", "ab"]) == nil)
        #expect(nearest(to: "", among: ["a", "", "ab"]) == nil)
    }

    @Test("is the nearer one, and among equals the first by the alphabet")
    func choice() {
        #expect(nearest(to: "format", among: ["formats", "fomrats"]) == "formats")
        #expect(nearest(to: "bat1", among: ["bat3", "bat2"]) == "bat2")
    }

    @Test("counts characters, not bytes")
    func characters() {
        #expect(nearest(to: "grüße", among: ["grüsse"]) == "grüsse")
    }

    @Test("is not looked for where names are very long")
    func longNames() {
        let name = String(repeating: "a", count: 100)
        #expect(nearest(to: name, among: [name + "b"]) == name + "b")
        #expect(nearest(to: name + "a", among: [name]) == nil)
        #expect(nearest(to: name, among: [name + String(repeating: "b", count: 100_000)]) == nil)
    }

    @Test("agrees with a full table of distances, for every short pair of words")
    func againstTable() {
        let letters: [Character] = ["a", "b"]
        var words = [""]
        for length in 1...4 {
            words += words.filter { $0.count == length - 1 }.flatMap { w in letters.map { w + "\($0)" } }
        }
        for a in words {
            for b in words {
                let isNear = a.count > 1 && distance(Array(a), Array(b)) <= (a.count <= 3 ? 1 : 2)
                #expect((nearest(to: a, among: [b]) != nil) == isNear, "\(a) \(b)")
            }
        }
    }

    @Test("makes a question")
    func question() {
        #expect(didYouMean("stpes", among: ["steps"]) == "did you mean \"steps\"?")
        #expect(didYouMean("hooks", among: ["steps"]) == nil)
    }

    /// Optimal string alignment by its definition.
    private func distance(_ a: [Character], _ b: [Character]) -> Int {
        if a.isEmpty || b.isEmpty { return a.count + b.count }
        let (m, n) = (a.count - 1, b.count - 1)
        var best = distance(Array(a[..<m]), Array(b[..<n])) + (a[m] == b[n] ? 0 : 1)
        if best == 0 { return 0 }
        best = min(best, distance(Array(a[..<m]), b) + 1, distance(a, Array(b[..<n])) + 1)
        if m > 0, n > 0, a[m] == b[n - 1], a[m - 1] == b[n] {
            best = min(best, distance(Array(a[..<(m - 1)]), Array(b[..<(n - 1)])) + 1)
        }
        return best
    }
}
