// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Synchronization
import Testing

@Suite("The line that says how far a run has come")
struct ProgressTests {
    /// A clock that stands until it is told.
    private final class Clock: Sendable {
        private let time = Mutex<UInt64>(0)
        var now: UInt64 { time.withLock { $0 } }
        func pass(milliseconds: UInt64) { time.withLock { $0 += milliseconds * 1_000_000 } }
    }

    private let clock = Clock()
    private let progress: Progress

    init() {
        let clock = clock
        progress = Progress("reading stack.json") { clock.now }
    }

    private func call(_ index: Int, isFailed: Bool = false) -> Event {
        .call(
            CallEvent(
                index: index, call: ActionName(module: "m", action: "a"), arguments: [],
                status: isFailed ? .failed(Failure(code: "c", message: "m")) : .returned(nil)))
    }

    private func expectation(_ index: Int, _ path: String, isHeld: Bool) -> Event {
        .expectation(
            ExpectationEvent(
                index: index, path: path, isHeld: isHeld, expected: .null, actual: nil,
                range: SourceText(name: "a.json", "{}").whole))
    }

    private func event(_ name: String, worker: Int = 0) -> CaseEvent {
        CaseEvent(id: name, name: name, range: SourceText(name: "a.json", "{}").whole, worker: worker)
    }

    @Test("says what comes before the work, and for how long")
    func preparation() {
        #expect(progress.line(during: nil) == "reading stack.json")
        clock.pass(milliseconds: 1200)
        #expect(progress.line(during: nil) == "reading stack.json (1.2 s)")
        #expect(
            progress.line(during: "the loading of ./slow.so")
                == "reading stack.json (1.2 s), in the loading of ./slow.so")
    }

    @Test("counts steps, and the time of a call that goes on")
    func steps() {
        progress.begin(.steps(1000))
        for index in 0..<12 { progress.receive(call(index)) }
        #expect(progress.line(during: "m.a") == "12/1000 steps · now: m.a")
        clock.pass(milliseconds: 3200)
        #expect(progress.line(during: "m.a") == "12/1000 steps · now: m.a (3.2 s)")
        progress.receive(call(12))
        #expect(progress.line(during: "m.a") == "13/1000 steps · now: m.a")
        #expect(progress.line(during: nil) == "13/1000 steps")
    }

    @Test("counts a step that failed once, and a failure that was expected not at all")
    func failures() {
        progress.begin(.steps(9))
        progress.receive(call(0, isFailed: true))
        progress.receive(expectation(0, "failure.code", isHeld: true))
        progress.receive(expectation(0, "failure.message", isHeld: true))
        #expect(progress.line(during: nil) == "1/9 steps")
        progress.receive(call(1, isFailed: true))
        progress.receive(expectation(1, "failure.code", isHeld: false))
        progress.receive(expectation(1, "result", isHeld: false))
        #expect(progress.line(during: nil) == "2/9 steps · 1 failed")
        progress.receive(expectation(2, "result", isHeld: false))
        #expect(progress.line(during: nil) == "2/9 steps · 2 failed")
    }

    @Test("shows the case that has been running longest, also among those of several workers")
    func cases() {
        progress.begin(.cases(340))
        progress.receive(.caseStarted(event("push and pop")))
        progress.receive(call(0, isFailed: true))
        clock.pass(milliseconds: 2000)
        #expect(progress.line(during: "m.a") == "0/340 cases · now: push and pop (2.0 s), in m.a")
        progress.receive(.caseStarted(event("second", worker: 1)))
        #expect(progress.line(during: "m.a") == "0/340 cases · now: push and pop (2.0 s) and 1 more")
        progress.receive(.caseEnded(event("push and pop"), CaseEnding(.failed)))
        #expect(progress.line(during: nil) == "1/340 cases · 1 failed · now: second")
        progress.receive(.caseEnded(event("second", worker: 1), CaseEnding(.failed, isRetried: true)))
        #expect(progress.line(during: nil) == "1/340 cases · 1 failed")
    }

    @Test("knows no sum where cases run until something happens")
    func endless() {
        progress.begin(.cases(nil))
        progress.receive(.caseStarted(event("a")))
        progress.receive(.caseEnded(event("a"), CaseEnding(.passed)))
        #expect(progress.line(during: nil) == "1 cases")
    }

    @Test("has nothing that could steer a terminal")
    func printable() {
        progress.begin(.cases(1))
        progress.receive(.caseStarted(event("\u{1B}[2J\nevil\u{7}")))
        let line = progress.line(during: "m.\u{1B}c")
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
}
