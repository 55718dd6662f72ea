// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("The division of cases into parts")
struct CaseDivisionTests {
    private static let source = SourceText(name: "a.json", "the behaviour")

    private func outline(_ name: String, needs: [String] = [], in source: SourceText = source) -> CaseOutline {
        CaseOutline(name: name, needs: needs, range: source.whole)
    }

    private func durations(_ durations: [(String, UInt64)]) -> CaseDurations {
        var known = CaseDurations()
        for (name, nanoseconds) in durations {
            known.add(.caseEnded(outline(name).event(), CaseEnding(.passed, nanoseconds: nanoseconds)))
        }
        return known
    }

    private func parts(_ cases: [CaseOutline], into count: Int, by known: CaseDurations = CaseDurations()) -> [[String]]
    {
        let division = CaseDivision(of: CaseSchedule([cases]), into: count, by: known)
        return (1...count).map { division.part($0).entries.map(\.outline.name) }
    }

    @Test("parts without durations have equally many cases")
    func equal() {
        let cases = (0..<10).map { outline("\($0)") }
        #expect(parts(cases, into: 3) == [["0", "3", "6", "9"], ["1", "4", "7"], ["2", "5", "8"]])
        #expect(parts(cases, into: 1) == [cases.map(\.name)])
        #expect(parts(Array(cases.prefix(2)), into: 4) == [["0"], ["1"], [], []])
    }

    @Test("parts end together by the durations of earlier runs")
    func balanced() {
        let cases = ["long", "a", "b", "c", "d"].map { outline($0) }
        let known = durations([("long", 400), ("a", 100), ("b", 100), ("c", 100), ("d", 100)])
        #expect(parts(cases, into: 2, by: known) == [["long"], ["a", "b", "c", "d"]])
    }

    @Test("a case without a duration counts as the median, and one of no time as something")
    func unknown() {
        let cases = ["a", "b", "new", "c"].map { outline($0) }
        let known = durations([("a", 10), ("b", 20), ("c", 0), ("gone", .max)])
        #expect(parts(cases, into: 2, by: known) == [["b", "c"], ["a", "new"]])
    }

    @Test("cases that need each other stay in one part, however long they take")
    func together() {
        let cases = [outline("a"), outline("b", needs: ["a"]), outline("c"), outline("d", needs: ["b"]), outline("e")]
        let known = durations([("a", 9), ("b", 9), ("c", 1), ("d", 9), ("e", 1)])
        #expect(parts(cases, into: 2, by: known) == [["a", "b", "d"], ["c", "e"]])
    }

    @Test("durations that no sum can hold divide the cases all the same")
    func overflow() {
        let cases = (0..<6).map { outline("\($0)") }
        let known = durations(cases.map { ($0.name, .max) })
        #expect(parts(cases, into: 3, by: known).flatMap(\.self).sorted() == cases.map(\.name))
    }

    @Test(
        "attempts at a case count together, a later run replaces an earlier one, and a case that did not run has none")
    func recorded() {
        var known = CaseDurations()
        let (first, second) = (outline("a").event(), outline("b").event())
        known.add(.caseEnded(first, CaseEnding(.failed, nanoseconds: 900, isRetried: true)))
        known.add(.caseEnded(first, CaseEnding(.flaky, nanoseconds: 100)))
        known.add(.caseEnded(second, CaseEnding(.skipped)))
        known.add(.caseEnded(second, CaseEnding(.interrupted, nanoseconds: 5)))
        #expect(known.count == 1)
        let cases = [outline("a"), outline("c"), outline("d")]
        known.add(.caseEnded(outline("c").event(), CaseEnding(.passed, nanoseconds: 600)))
        known.add(.caseEnded(outline("d").event(), CaseEnding(.passed, nanoseconds: 300)))
        #expect(parts(cases, into: 2, by: known) == [["a"], ["c", "d"]])
        known.add(.caseEnded(first, CaseEnding(.passed, nanoseconds: 200)))
        #expect(parts(cases, into: 2, by: known) == [["c"], ["a", "d"]])
    }

    @Test("the mark tells divisions apart by their cases, texts, durations, parts and settings")
    func marks() {
        let cases = (0..<6).map { outline("\($0)") }
        let other = SourceText(name: "a.json", "the behaviour, changed")
        let mark = { (cases: [CaseOutline], count: Int, known: CaseDurations) in
            CaseDivision(of: CaseSchedule([cases]), into: count, by: known).mark
        }
        let plain = mark(cases, 2, CaseDurations())
        // The same in every process, so that machines can compare it.
        #expect(plain == mark((0..<6).map { outline("\($0)") }, 2, CaseDurations()))
        #expect(plain.count == 16)
        let others = [
            mark(Array(cases.dropLast()), 2, CaseDurations()), mark(cases, 3, CaseDurations()),
            mark(cases.map { outline($0.name, in: other) }, 2, CaseDurations()),
            mark(cases, 2, durations([("0", 9), ("1", 1)])),
            CaseDivision(of: CaseSchedule([cases]), into: 2, settings: ["1 --set", "1 n=2"]).mark,
        ]
        #expect(Set(others + [plain]).count == 6)
    }

    @Test("a million cases on a thousand parts: none is lost or run twice, and the parts end together")
    func million() {
        let (cases, count) = (1_000_000, 1000)
        var random = SeededGenerator(seed: 7)
        var known = CaseDurations()
        var nanoseconds: [Int: UInt64] = [:]
        let outlines = (0..<cases).map { number in
            // Some need the one before; a third has no duration, and some take a thousand times as long as others.
            let outline = outline("\(number)", needs: number % 10 == 3 ? ["\(number - 1)"] : [])
            if number % 3 > 0 {
                let time = UInt64.random(in: 1...(number % 100 == 1 ? 100_000 : 1000), using: &random)
                nanoseconds[number] = time
                known.add(.caseEnded(outline.event(), CaseEnding(.passed, nanoseconds: time)))
            }
            return outline
        }
        let division = CaseDivision(of: CaseSchedule([outlines]), into: count, by: known)
        var seen = [Bool](repeating: false, count: cases)
        var loads: [UInt64] = []
        for part in 1...count {
            var load: UInt64 = 0
            for entry in division.part(part).entries {
                let number = Int(entry.outline.name) ?? 0
                #expect(!seen[number])
                seen[number] = true
                load += nanoseconds[number] ?? 500
            }
            loads.append(load)
        }
        #expect(!seen.contains(false))
        // A case that nobody knows counts as the median, which is about 500.
        let average = Double(loads.reduce(0, +)) / Double(count)
        #expect(loads.allSatisfy { abs(Double($0) - average) <= average * 0.02 })
    }
}
