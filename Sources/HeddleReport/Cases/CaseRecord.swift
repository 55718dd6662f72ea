// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// One attempt at a case with what happened in it, or what happened outside of all cases.
struct CaseRecord {
    /// The attempt; nil for what happened outside of all cases.
    let event: CaseEvent?
    private(set) var ending: CaseEnding?
    /// The errors and warnings, in order.
    private(set) var remarks: [Diagnostic] = []
    /// All calls, if they are needed.
    private(set) var calls: [CallEvent] = []
    private(set) var emitted: [EmittedEvent] = []
    /// The findings of aspects.
    private(set) var findingEvents: [FindingEvent] = []
    private(set) var standardOutput = ""
    private(set) var standardError = ""

    private let keepsCalls: Bool
    private var hasCalls = false
    private var timeOfCalls: UInt64 = 0
    private var latestCall: CallEvent?
    /// The first expectation that did not hold, in one sentence.
    private var firstDifference: String?

    init(_ event: CaseEvent?, keepsCalls: Bool) {
        self.event = event
        self.keepsCalls = keepsCalls
    }

    /// True if anything happened at all.
    var isEmpty: Bool { !hasCalls && remarks.isEmpty && emitted.isEmpty && output.isEmpty }

    /// True if it counts as a case. The events outside of all cases do if there is something to judge among them.
    var isJudged: Bool { event != nil || hasCalls || !faults.isEmpty }

    /// The output, that to standard output first.
    var output: String { standardOutput + standardError }

    /// The errors.
    var faults: [Diagnostic] { remarks.filter { $0.severity == .error } }

    /// The remarks of a case that passed, such as on a handle that was not released, or the reason why it has left steps
    /// out.
    var warnings: [Diagnostic] {
        guard outcome == .passed || outcome == .flaky else { return [] }
        return remarks.filter(\.isToldOfPassedCase)
    }

    /// The warnings and notices about the run as a whole, such as that cases were not run, that are not told as those of
    /// a case; none in a case.
    var runRemarks: [Diagnostic] {
        if event != nil { return [] }
        let isTold: (Diagnostic) -> Bool = isJudged && outcome.isGood ? \.isToldOfPassedCase : { _ in false }
        return remarks.filter { $0.severity != .error && !isTold($0) }
    }

    /// The same, a line each.
    var runRemarkLines: [String] {
        runRemarks.map { remark in
            let place = remark.range.map { "\($0.location): " } ?? ""
            return "\(remark.severity.rawValue): \(place)\(remark.message.excerpt(limit: 1000))"
        }
    }

    // MARK: Recording

    mutating func add(_ event: Event) {
        switch event {
        case .call(let call): add(call)
        case .expectation(let expectation): add(expectation)
        case .emitted(let event): emitted.append(event)
        case .logged(let event): add(event)
        case .output(let output): add(output)
        case .finding(let finding): findingEvents.append(finding)
        case .diagnostic(let diagnostic, _): remarks.append(diagnostic)
        case .runStarted, .caseStarted, .caseEnded, .summary: break
        }
    }

    /// Nothing more will come.
    ///
    /// - Parameter ending: the ending; nil if it is unknown.
    mutating func end(_ ending: CaseEnding?) {
        latestCall = nil
        self.ending = ending ?? (event == nil ? outsideEnding : .stopped)
    }

    private mutating func add(_ call: CallEvent) {
        latestCall = call
        hasCalls = true
        timeOfCalls = timeOfCalls.addingWithoutOverflow(call.nanoseconds)
        if call.hasFailedUnexpectedly, case .failed(let failure) = call.status {
            remarks.append(.callFailed(call, failure))
        }
        if keepsCalls { calls.append(call) }
    }

    private mutating func add(_ expectation: ExpectationEvent) {
        let call = latestCall?.index == expectation.index ? latestCall : nil
        if expectation.isHeld { return }
        firstDifference = firstDifference ?? expectation.headline(of: call)
        remarks.append(expectation.failure(of: call))
    }

    private mutating func add(_ logged: LoggedEvent) {
        if !standardError.isEmpty, !standardError.hasSuffix("\n") { standardError += "\n" }
        standardError += logged.line
    }

    private mutating func add(_ output: OutputEvent) {
        switch output.stream {
        case .output: standardOutput += output.text
        case .error: standardError += output.text
        }
    }

    private var outsideEnding: CaseEnding {
        CaseEnding(faults.isEmpty ? .passed : .failed, nanoseconds: timeOfCalls)
    }
}

/// The facts of a record that all reports show.
extension CaseRecord {
    /// The name under which events outside of all cases are reported.
    static let outsideName = "outside of cases"

    var name: String { event?.name ?? Self.outsideName }
    var id: String { event?.id ?? Self.outsideName }
    var outcome: CaseOutcome { ending?.outcome ?? .interrupted }
    var nanoseconds: UInt64 { ending?.nanoseconds ?? 0 }
    /// True if another attempt follows.
    var isRetried: Bool { ending?.isRetried ?? false }

    /// The reason in one sentence why it did not pass; nil if it did.
    var sentence: String? {
        if outcome == .passed || outcome == .flaky { return nil }
        return (ending?.reason ?? headline ?? "the case \(outcome.words) and does not say why").excerpt(limit: 1000)
    }

    /// The first error. Of an expectation it says the values, too.
    private var headline: String? {
        guard let first = remarks.first(where: { $0.severity == .error }) else { return nil }
        return first.code == ExpectationEvent.failureCode ? firstDifference ?? first.message : first.message
    }

    /// True if it passed and nothing was expected in it.
    var isUnjudged: Bool { ending?.isUnjudged ?? false }

    /// The command that runs it again; nil if it passed.
    var advice: String? { ending?.rerun.map { "run again: \($0)" } }

    /// The values of its row, such as `row: n = 1, text = "a"`; nil if it is not one of a table.
    var rowLine: String? {
        guard let row = event?.row, !row.isEmpty else { return nil }
        return "row: " + row.map { "\($0.name) = \($0.value.excerpt(limit: 200))" }.joined(separator: ", ")
    }

    /// The remarks on an attempt that did not pass.
    var account: String { [details ?? sentence, rowLine, advice].compactMap(\.self).joined(separator: "\n\n") }

    /// All remarks for people, with an empty line between two; nil if there are none.
    var details: String? { remarks.isEmpty ? nil : remarks.map(\.description).joined(separator: "\n\n") }
}

extension CaseEnding {
    /// The end of an attempt of which nothing more was heard.
    static let stopped = CaseEnding(.interrupted, reason: "the run ended before this case did")
    /// The end of a case whose next attempt never began.
    static let notRetried = CaseEnding(.interrupted, reason: "the run ended before the next attempt at this case")
}

extension Diagnostic {
    /// The remark of a call that failed unexpectedly.
    fileprivate static func callFailed(_ call: CallEvent, _ failure: Failure) -> Diagnostic {
        let errno = call.errno == 0 ? [] : [Note("errno = \(ErrorNumbers.text(of: call.errno))")]
        return Diagnostic(
            .error, .module, code: CallEvent.failureCode,
            "\(call.excerpt) failed: \(failure.excerpt)",
            notes: failure.originLines.map { Note($0) } + errno + (call.circumstances?.lines ?? []).map { Note($0) })
    }
}

extension [CaseRecord] {
    /// The time of a case: the sum of its attempts.
    var nanoseconds: UInt64 { reduce(0) { $0.addingWithoutOverflow($1.nanoseconds) } }
}

extension Diagnostic {
    /// True for what is told of a case although it passed.
    fileprivate var isToldOfPassedCase: Bool { severity == .warning || code == .run(.leftOut) }
}
