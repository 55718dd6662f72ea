// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("A merge of the parts of a run")
struct RunMergeTests {
    private static let place = SourceText(name: "a.json", "case").whole

    /// A part with some cases, each with its outcome, as it is kept.
    private func part(
        _ index: Int, of count: Int, _ outcomes: [CaseOutcome] = [.passed], mark: String = "m", run: String? = nil,
        files: [String] = ["a.json"], version: String = "1.0.0", total: Int = 6,
        status: HeddleDiagnostics.ExitStatus? = nil
    ) -> String {
        let kept = Replayed()
        let stream = EventStream(to: [JSONLinesReport(write: kept.write)])
        let division = RunStartEvent.Division(cases: outcomes.count, total: total, mark: mark, run: run)
        let origin = RunOrigin(date: "d", host: "h", system: "s", processors: 1, version: version)
        stream.receive(
            .runStarted(
                RunStartEvent(
                    files: files, shard: .init(index: index, of: count, division: division), jobs: 2, origin: origin)))
        for (number, outcome) in outcomes.enumerated() {
            let event = CaseEvent(id: "\(index).\(number)", name: "n", range: Self.place, worker: number % 2)
            stream.receive(.caseStarted(event))
            stream.receive(.output(OutputEvent(.output, "said by \(index).\(number)", worker: number % 2)))
            stream.receive(.caseEnded(event, CaseEnding(outcome, nanoseconds: 1)))
        }
        stream.finish(status ?? outcomes.reduce(.held) { .gravest($0, $1.status) })
        return kept.lines
    }

    private typealias Status = HeddleDiagnostics.ExitStatus

    private func merge(
        _ texts: String...
    ) -> (summary: Summary, told: [String], verdict: Status, lines: String) {
        let (replayed, messages) = (Replayed(), Replayed())
        let stream = EventStream(to: [replayed, JSONLinesReport(write: replayed.write)])
        var merge = RunMerge(into: stream, telling: EventStream(to: [messages]), version: "1.0.0")
        for (number, text) in texts.enumerated() { merge.add(KeptText(SourceText(name: "\(number + 1).jsonl", text))) }
        let verdict = merge.finish()
        let told = messages.events.compactMap { event -> String? in
            guard case .diagnostic(let diagnostic, _) = event else { return nil }
            return "\(diagnostic.range.map { "\($0.location): " } ?? "")\(diagnostic.message)"
        }
        guard case .summary(let summary)? = replayed.events.last else { return (Summary(), told, verdict, "") }
        return (summary, told, verdict, replayed.lines)
    }

    @Test("whole parts in any order are one run, with the gravest status of theirs")
    func whole() {
        let merged = merge(part(2, of: 3, [.failed, .passed]), part(3, of: 3), part(1, of: 3, [.crashed]))
        #expect(merged.told.isEmpty)
        #expect(merged.summary.cases == [.passed: 2, .failed: 1, .crashed: 1])
        #expect(merged.verdict == .crashed)
        #expect(merged.summary.status == .crashed)
        #expect(merge(part(1, of: 1)).verdict == .held)
    }

    @Test("a part that was cut says how many of its cases are missing, also behind others in one file")
    func absentCases() {
        let cut = part(2, of: 2, [.passed, .passed, .passed]).split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(5).joined(separator: "\n")
        let note = "part 2 of 2 has 3 cases, of which 1 is missing here"
        for merged in [merge(part(1, of: 2), cut), merge(part(1, of: 2) + cut)] {
            #expect(merged.verdict == .interrupted)
            #expect(merged.lines.contains(note), "\(merged.lines)")
        }
    }

    @Test("what a merge writes can be merged again, and is the same")
    func again() {
        let (first, second, third) = (part(1, of: 3), part(2, of: 3, [.failed]), part(3, of: 3))
        let once = merge(first, second, third)
        let twice = merge(merge(first, second).lines, third)
        #expect(merge(first, second).told == ["part 3 of 3 is missing, with 4 cases"])
        #expect(twice.summary.cases == once.summary.cases)
        #expect(twice.told.isEmpty)
        #expect(twice.verdict == .failed && once.verdict == .failed)
        #expect(merge(merge(first).lines, merge(third).lines, second).verdict == .failed)
        #expect(merge(merge(first, second).lines).verdict == .interrupted)
        let stopped = part(1, of: 2, status: .interrupted)
        #expect(merge(merge(stopped).lines, part(2, of: 2)).verdict == .interrupted)
        let whole = merge(merge(part(1, of: 2)).lines, part(2, of: 2))
        #expect(whole.verdict == .held && whole.summary.status == .held)
        #expect(merge(once.lines).lines == once.lines)
    }

    @Test(
        "a case that has passed although an expectation in it did not hold is told, and the run counts as interrupted")
    func otherVerdict() {
        let miss =
            #"{"event":"expectation","index":0,"path":"result","held":false,"expected":1,"actual":2,"#
            + #""at":"a.json:1:1","worker":0}"#
        let end = #"{"event":"caseEnded""#
        let lines = part(1, of: 1).replacing(end, with: miss + "\n" + end)
            .replacing(#""held":0,"failed":0"#, with: #""held":0,"failed":1"#)
        let merged = merge(lines)
        #expect(merge(lines.replacing(#""worker":0}"#, with: #""worker":1}"#)).told.isEmpty)
        #expect(merged.told.count == 1)
        #expect(merged.told.first?.contains("has passed here although an expectation in it did not hold") == true)
        #expect(merged.verdict == .interrupted)
    }

    @Test("a summary that counts other events than there are is told, and the run counts as interrupted")
    func otherNumbers() {
        let whole = merge(part(1, of: 1, [.passed, .failed])).lines
        #expect(merge(whole).told.isEmpty)
        let lines = whole.split(separator: "\n").map(String.init)
        for index in lines.indices.dropLast() where lines[index].contains(#""event":"caseEnded""#) {
            var lost = lines
            lost.remove(at: index)
            let merged = merge(lost.joined(separator: "\n") + "\n")
            #expect(merged.told.count == 1)
            #expect(merged.told.first?.contains("lines were lost or changed") == true)
            #expect(merged.verdict == .interrupted)
        }
        let edited = merge(whole.replacing(#""outcome":"failed""#, with: #""outcome":"passed""#))
        #expect(
            edited.told == [
                "1.jsonl:\(lines.count):1: the summary counts 1 passed case, the events before it 2: lines were lost or "
                    + "changed"
            ])
        #expect(edited.verdict == .interrupted)
    }

    @Test("a case that ends and has not begun is told, and the run counts as interrupted")
    func disorder() {
        let lines = merge(part(1, of: 1, [.passed, .passed])).lines.split(separator: "\n").map(String.init)
        let begun = lines.indices.filter { lines[$0].contains(#""event":"caseStarted""#) }
        let ended = lines.indices.filter { lines[$0].contains(#""event":"caseEnded""#) }
        #expect(begun.count == 2 && ended.count == 2)
        var lost = lines
        lost.remove(at: begun[1])
        var moved = lines
        moved.swapAt(begun[0], ended[0])
        for lines in [lost, moved] {
            let merged = merge(lines.joined(separator: "\n") + "\n")
            #expect(merged.told.count == 1)
            #expect(merged.told.first?.contains("ends here and has not begun before") == true, "\(merged.told)")
            #expect(merged.verdict == .interrupted)
        }
        let added = lines.map { $0.replacing(#"{"event":"summary","calls":0"#, with: #"{"event":"summary","calls":9"#) }
        #expect(merge(added.joined(separator: "\n") + "\n").told.first?.contains("expected 0, the sum of") == true)
    }

    @Test("a case that begins before the one before it on its worker has ended is told, and what is of no case")
    func sequence() {
        let lines = merge(part(1, of: 1, [.passed, .passed, .passed])).lines.split(separator: "\n").map(String.init)
        func place(_ event: String, _ id: String) throws -> Int {
            try #require(lines.firstIndex { $0.contains(#""event":"\#(event)""#) && $0.contains(#""id":"\#(id)""#) })
        }
        #expect(throws: Never.self) {
            // Both are of worker 0.
            var moved = lines
            moved.insert(moved.remove(at: try place("caseEnded", "1.0")), at: try place("caseStarted", "1.2"))
            let merged = merge(moved.joined(separator: "\n") + "\n")
            #expect(merged.told.count == 1)
            #expect(merged.told.first?.contains("\"1.0\" before it has not ended") == true, "\(merged.told)")
            #expect(merged.verdict == .interrupted)
            let call =
                #"{"event":"expectation","index":0,"path":"result","held":true,"expected":1,"actual":1,"at":"a.json:1:1","worker":0}"#
            for index in [try place("caseStarted", "1.0"), try place("caseEnded", "1.2") + 1] {
                var stray = lines.map { $0.replacing(#""held":0,"failed":0"#, with: #""held":1,"failed":0"#) }
                stray.insert(call, at: index)
                let merged = merge(stray.joined(separator: "\n") + "\n")
                #expect(merged.told.count == 1)
                #expect(merged.told.first?.contains("this line belongs to no case") == true, "\(merged.told)")
                #expect(merged.verdict == .interrupted)
            }
        }
    }

    @Test("a run without its first line is told, and counts as interrupted")
    func noBeginning() {
        let lines = merge(part(1, of: 1)).lines.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
        let merged = merge(lines)
        #expect(merged.told.first?.contains("does not say which run it is") == true, "\(merged.told)")
        #expect(merged.verdict == .interrupted)
    }

    @Test("a case of which no end was kept ends in what is written, too")
    func cutOff() {
        let lines = merge(part(1, of: 1, [.passed, .passed])).lines.split(separator: "\n").map(String.init)
        let end = lines.lastIndex { $0.contains(#""event":"caseEnded""#) } ?? 0
        let merged = merge(lines[..<end].joined(separator: "\n") + "\n")
        #expect(merged.summary.cases == [.passed: 1, .interrupted: 1])
        #expect(merged.lines.matches(of: /"event":"caseEnded".*"outcome":"interrupted"/).count == 1)
        #expect(merge(merged.lines).told.isEmpty)
        #expect(merge(merged.lines).lines == merged.lines)
    }

    @Test("the workers of a part are others than those of the parts before it")
    func workers() {
        let merged = merge(part(1, of: 2, [.passed, .passed]), part(2, of: 2, [.passed, .passed]))
        let workers = merged.lines.matches(of: /"text":"said by (.*?)","worker":(\d)/).map { "\($0.1): \($0.2)" }
        #expect(workers == ["1.0: 0", "1.1: 1", "2.0: 2", "2.1: 3"])
    }

    @Test("missing parts are named with the number of their cases, and the run counts as interrupted")
    func missing() {
        let merged = merge(part(2, of: 9), part(5, of: 9))
        #expect(merged.told == ["7 of 9 parts are missing, with 4 cases: 1, 3 to 4, 6 to 9"])
        #expect(merged.verdict == .interrupted)
        #expect(merge(part(1, of: 1_000_000_000)).told.count == 1)
    }

    @Test("a part that is there twice is left out once")
    func repeated() {
        let merged = merge(part(1, of: 2), part(1, of: 2), part(2, of: 2))
        #expect(merged.told == ["2.jsonl:1:1: part 1 of 2 is there twice; this one is left out"])
        #expect(merged.summary.cases == [.passed: 2])
    }

    @Test("parts of other runs are named with what differs, and are left out")
    func others() {
        let first = part(1, of: 2, run: "job 7 of Slurm")
        let left = "2.jsonl:1:1: another run begins here, which is left out: "
        let others = [
            (part(2, of: 2, run: "job 8 of Slurm"), "it is of job 8 of Slurm, the other one of job 7 of Slurm"),
            (part(2, of: 3), "its cases were divided into 3 parts, those of the other one into 2"),
            (part(2, of: 2, files: ["b.json"]), "its files are others"),
            (part(2, of: 2, total: 7), "it was chosen from 7 cases, the other one from 6"),
            (
                part(2, of: 2, mark: "o"),
                "its cases were divided otherwise: their names, their texts or their durations were not the same"
            ),
        ]
        for (other, reason) in others {
            let merged = merge(first, other, part(2, of: 2))
            #expect(merged.told == [left + reason])
            #expect(merged.summary.cases == [.passed: 2])
        }
        #expect(merge(first, part(2, of: 2)).told.isEmpty)
    }

    @Test("a run of steps is no part, whichever comes first")
    func steps() {
        let call = #"{"event":"call","index":0,"call":"m.f","with":[],"status":"returned","out":{},"errno":0,"ns":1}"#
        let steps = call + "\n" + #"{"event":"summary","status":0}"# + "\n"
        #expect(
            merge(part(1, of: 1), steps).told == [
                "2.jsonl:1:1: another run begins here, which is left out: it is a run of its own"
            ])
        #expect(merge(steps, part(1, of: 1)).told.count == 1)
        #expect(merge(steps, steps).summary.calls == 1)
    }

    @Test("parts that were cut short anywhere give what is whole, and the run is never held")
    func cut() {
        let (first, second) = (part(1, of: 2, [.passed, .failed]), part(2, of: 2, [.passed, .passed]))
        // Without its last character, the end of a line, it is whole.
        for length in stride(from: 0, to: first.utf8.count - 1, by: 7) {
            let merged = merge(String(decoding: first.utf8.prefix(length), as: UTF8.self), second)
            #expect(!merged.told.isEmpty)
            #expect(merged.verdict == .interrupted || length == 0)
            #expect(merged.verdict != .held)
            #expect(merged.summary.cases[.passed, default: 0] >= 2)
        }
    }

    @Test("lines that are no events are named once with their number, and the others are used")
    func broken() {
        let lines = part(1, of: 1, [.passed, .passed]).split(separator: "\n").map { "\($0)\n" }
        let merged = merge(lines[0] + "garbage\n" + lines[1...].joined(separator: "[1]\n"))
        #expect(
            merged.told == [
                "1.jsonl:2:1: found garbage, expected a value",
                "6 further lines of 1.jsonl are no events and are left out",
            ])
        #expect(merged.summary.cases == [.passed: 2])
    }

    @Test("a run of another version is named once, and what it has beside what is known is left out")
    func version() {
        let lines = part(1, of: 2, version: "2.0.0").split(separator: "\n").map { "\($0)\n" }
        let later = #"{"event":"later","text":"x"}"# + "\n"
        let merged = merge(lines[0] + later + later + lines[1...].joined(), part(2, of: 2, version: "2.0.0"))
        #expect(
            merged.told == [
                "1.jsonl:1:1: the run was written by heddle 2.0.0, this is heddle 1.0.0: what only one of them knows is "
                    + "left out",
                "1.jsonl:2:1: heddle 1.0.0 does not know this event of heddle 2.0.0, and leaves it out",
                "1 further event of 1.jsonl is left out, for the same reason",
            ])
        #expect(merged.summary.cases == [.passed: 2])
        #expect(merged.verdict == .held)
    }

    @Test("two runs in one file: the first is used")
    func twoInOne() {
        let whole = part(1, of: 1)
        #expect(merge(whole + whole).told == ["1.jsonl:6:1: part 1 of 1 is there twice; this one is left out"])
        #expect(merge(whole + whole).summary.cases == [.passed: 1])
        // Two parts in one file are two parts.
        #expect(merge(part(1, of: 2) + part(2, of: 2)).told.isEmpty)
    }

    @Test("numbers that cannot be do no harm")
    func numbers() {
        let start = #"{"event":"runStarted","files":[],"shard":{"index":2,"count":1},"jobs":1}"#
        #expect(merge(start + "\n").told.first?.contains("expected a part from 1 to the count") == true)
        let jobs = #"{"event":"runStarted","files":[],"jobs":9223372036854775807}"# + "\n"
        let output = #"{"event":"output","stream":"stdout","text":"","worker":4294967295}"# + "\n"
        #expect(merge(jobs + output + #"{"event":"summary"}"#).verdict == .held)
    }
}
