// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

extension JSONLine {
    /// Makes the line of an event.
    mutating func write(_ event: Event) {
        switch event {
        case .runStarted(let start): write("runStarted") { $0.members(of: start) }
        case .caseStarted(let event): write("caseStarted") { $0.members(of: event) }
        case .caseEnded(let event, let ending): write("caseEnded") { $0.members(of: event, ending) }
        case .call(let call): write(call)
        case .expectation(let expectation): write(expectation)
        case .emitted(let emitted): write("emitted") { $0.members(of: emitted) }
        case .logged(let logged): write("log") { $0.members(of: logged) }
        case .output(let output): write("output") { $0.members(of: output) }
        case .finding(let finding): write("finding") { $0.members(of: finding) }
        case .diagnostic(let diagnostic, let worker): write("diagnostic") { $0.members(of: diagnostic, worker) }
        case .summary(let summary): write("summary") { $0.members(of: summary) }
        }
    }

    private mutating func members(of event: EmittedEvent) {
        member("name", event.name)
        if let value = event.value { member("value", value) }
        if let call = event.call { member("call", call) }
        member("worker", event.worker)
    }

    private mutating func members(of event: LoggedEvent) {
        member("level", event.level.rawValue)
        if let module = event.module { member("module", module) }
        member("message", event.message)
        member("worker", event.worker)
    }

    private mutating func members(of event: FindingEvent) {
        member("aspect", event.aspect)
        if let hook = event.hook { member("hook", hook) }
        member("action", event.action)
        member("facts", event.facts)
        member("worker", event.worker)
    }

    private mutating func members(of diagnostic: Diagnostic, _ worker: Int?) {
        member("severity", diagnostic.severity.rawValue)
        member("code", diagnostic.code)
        member("message", diagnostic.message)
        if let range = diagnostic.range { member("at", range) }
        member("subject", diagnostic.subject.rawValue)
        if let label = diagnostic.label { member("label", label) }
        if let suggestion = diagnostic.suggestion { member("suggestion", suggestion) }
        if !diagnostic.notes.isEmpty { objects("notes", diagnostic.notes) { $0.members(of: $1) } }
        if let range = diagnostic.range { quote(range) }
        member("worker", worker)
    }

    private mutating func members(of note: Diagnostic.Note) {
        member("text", isFirst: true, note.text)
        if let range = note.range { member("at", range) }
    }

    private mutating func members(of summary: Summary) {
        member("calls", summary.calls)
        member("returned", summary.returned)
        member("failed", summary.failed)
        member("skipped", summary.skipped)
        object("expectations") { expectations in
            expectations.member("held", isFirst: true, summary.expectationsHeld)
            expectations.member("failed", summary.expectationsFailed)
        }
        if summary.hasCases { member("cases", summary.caseCounts) }
    }
}

extension Summary {
    /// How many cases had each outcome, those that none had among them.
    fileprivate var caseCounts: [Value.Member] {
        CaseOutcome.allCases.map { .init($0.rawValue, .number(.integer(Int128(cases[$0] ?? 0)))) }
    }
}
