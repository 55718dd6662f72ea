// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@testable import HeddleReport

@Suite("Records of cases")
struct CaseRecorderTests {
    private func records(_ events: [Event]) -> [CaseRecord] {
        let recorder = CaseRecorder(keepsCalls: true)
        return (events + [.summary(Summary())]).flatMap { recorder.add($0) }
    }

    @Test("what carries a worker belongs to the case that the worker runs")
    func byWorker() {
        let (first, second) = (Scene.attempt("a", worker: 0), Scene.attempt("b", worker: 1))
        let found = records([
            .caseStarted(first), .caseStarted(second), Scene.call(1, index: 5), Scene.call(0, index: 6),
            Scene.call(nil, index: 7), .caseEnded(second, CaseEnding(.passed)), Scene.call(0, index: 8),
            Scene.call(1, index: 9), .caseEnded(first, CaseEnding(.passed)),
        ])
        #expect(found.map(\.id) == ["b", "a", CaseRecord.outsideName])
        #expect(found.map { $0.calls.map(\.index) } == [[5], [6, 8], [7, 9]])
    }

    @Test("a failed call is a fault, unless the step allows that it fails")
    func failedCalls() {
        let event = Scene.attempt("a")
        let failed = Scene.call(0, .failed(Scene.failure))
        let unexpected = records(Scene.attempt(event, CaseEnding(.failed), failed))[0]
        #expect(unexpected.faults.map(\.message) == ["z.crc32(7) failed: io: gone"])
        let allowed = Scene.call(0, .failed(Scene.failure), mayFail: true)
        #expect(records(Scene.attempt(event, CaseEnding(.passed), allowed))[0].faults.isEmpty)
        let other = Scene.expectation(0, isHeld: false, index: 1)
        let headed = records(Scene.attempt(event, CaseEnding(.failed), allowed, Scene.call(0, index: 1), other))[0]
        #expect(headed.faults.map(\.code) == [.run(.expectationFailed)])
    }

    @Test("faults stand in the order in which they happened, that a call failed before what was expected of it")
    func order() {
        let found = records(
            Scene.attempt(
                Scene.attempt("a"), CaseEnding(.failed), Scene.expectation(0, isHeld: false, index: 3),
                Scene.call(0, .failed(Scene.failure), index: 4), Scene.expectation(0, isHeld: false, index: 4)))[0]
        #expect(found.faults.map(\.code) == [.run(.expectationFailed), .run(.callFailed), .run(.expectationFailed)])
    }

    @Test("a failed call tells what it replaced and errno")
    func replaced() {
        let failure = Failure(code: "late", message: "", suppressed: [Scene.failure])
        let call = CallEvent(
            index: 0, call: crc32, arguments: [], status: .failed(failure), errno: 2, circumstances: FailureContext())
        #expect(records([.call(call)])[0].faults[0].notes.map(\.text) == ["replaced io: gone", "errno = 2 (ENOENT)"])
    }

    @Test("an attempt that does not end is interrupted, by the end of the run or by the next case of its worker")
    func unfinished() {
        let found = records([
            .caseStarted(Scene.attempt("a")), .caseStarted(Scene.attempt("b")),
            .caseStarted(Scene.attempt("c", worker: 1)),
        ])
        #expect(found.map(\.id) == ["a", "b", "c"])
        #expect(found.allSatisfy { $0.outcome == .interrupted })
        #expect(found[0].sentence == "the run ended before this case did")
    }

    @Test("a case whose next attempt never began is interrupted")
    func notRetried() {
        let found = records(Scene.attempt(Scene.attempt("a"), CaseEnding(.failed, isRetried: true)))
        #expect(found.map(\.outcome) == [.failed, .interrupted])
        #expect(found.map(\.isRetried) == [true, false])
    }

    @Test(
        "what happened outside of cases failed where something is wrong, and is no case where nothing is to be judged")
    func outside() {
        #expect(records([]).isEmpty)
        #expect(records([Scene.call(nil)]).map(\.outcome) == [.passed])
        #expect(records([.diagnostic(Diagnostic(code: .json(.syntax), "m"))]).map(\.outcome) == [.failed])
        let warned = records([.diagnostic(Diagnostic(.warning, code: .json(.syntax), "m"))])
        #expect(warned.map(\.isJudged) == [false])
    }

    @Test("output is kept by its stream, and what was emitted")
    func output() {
        let found = records([
            .output(OutputEvent(.error, "e")), .output(OutputEvent(.output, "o")),
            .output(OutputEvent(.error, "f\n")), .emitted(EmittedEvent(name: "n", value: nil, call: nil)),
        ])[0]
        #expect(found.standardOutput == "o")
        #expect(found.standardError == "ef\n")
        #expect(found.emitted.map(\.name) == ["n"])
    }
}
