// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

extension JSONLine {
    /// Makes the line of an event.
    mutating func write(_ event: Event) {
        switch event {
        case .runStarted(let start): write("runStarted") { $0.members(of: start) }
        case .caseStarted(let event): write("caseStarted") { $0.members(ofStarted: event) }
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
        member("code", diagnostic.code.description)
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
        if summary.unjudgedCases > 0 { member("unjudged", summary.unjudgedCases) }
        if let status = summary.status { member("status", status.rawValue) }
        if let status = summary.statusOfParts { member("statusOfParts", status.rawValue) }
    }

    // MARK: Calls

    // The lines that most of a long report consists of. What is the same in nearly all of them is copied as a whole,
    // since each further part costs as much as a number.

    /// Makes the line of a call.
    mutating func write(_ event: CallEvent) {
        if writePlain(event) { return }
        begin(JSONFragment.call)
        append(event.index)
        append(nameMembers(of: event.call))
        for (place, argument) in event.arguments.enumerated() {
            if place > 0 { append(JSONFragment.comma) }
            append(argument)
        }
        members(of: event.status)
        if case .skipped = event.status {} else { outcome(of: event) }
        member("worker", event.worker)
        member(event.circumstances)
        // The code of a failure is the action's own. An expected failure is not a mistake.
        if event.circumstances != nil { member("code", CallEvent.failureCode.description) }
        append(JSONFragment.end)
    }

    /// Ends the array of the arguments, too.
    private mutating func members(of status: CallEvent.Status) {
        switch status {
        case .returned(let result?):
            append(JSONFragment.result)
            append(result)
        case .returned(nil): append(JSONFragment.noResult)
        case .failed(let failure):
            append(JSONFragment.failed)
            object("failure") { $0.members(of: failure) }
        case .skipped(let reason):
            append(JSONFragment.skipped)
            member("reason", reason)
        }
    }

    private mutating func members(of failure: Failure) {
        member("code", isFirst: true, failure.code)
        member("message", failure.message)
        if let hook = failure.hook { member("hook", hook) }
        objects("suppressed", failure.suppressed) { $0.members(of: $1) }
    }

    private mutating func outcome(of event: CallEvent) {
        if event.out.isEmpty, event.errno == 0 {
            append(JSONFragment.nothingElse)
        } else {
            member("out", event.out)
            member("errno", event.errno)
            append(JSONFragment.nanoseconds)
        }
        append(event.nanoseconds)
        member("start", event.start)
        if !event.hooks.isEmpty { member("hooks", event.hooks) }
        if let function = event.function {
            append(Array(#","function":"#.utf8))
            append(function)
        }
    }

    /// Makes the line of an expectation.
    mutating func write(_ event: ExpectationEvent) {
        if writePlain(event) { return }
        begin(JSONFragment.expectation)
        append(event.index)
        append(pathMembers(of: event.path))
        append(event.isHeld ? JSONFragment.held : JSONFragment.notHeld)
        append(event.expected)
        if let condition = event.condition { member("condition", condition) }
        if let actual = event.actual {
            append(JSONFragment.actual)
            append(actual)
        }
        member("at", event.range)
        if !event.isHeld { quote(event.range) }
        member("worker", event.worker)
        member(event.circumstances)
        if !event.isHeld { member("code", ExpectationEvent.failureCode.description) }
        append(JSONFragment.end)
    }

    // MARK: Cases

    mutating func members(of event: RunStartEvent) {
        member("files", event.files)
        member("seed", event.seed)
        if let shard = event.shard {
            object("shard") { line in
                line.member("index", isFirst: true, shard.index)
                line.member("count", shard.count)
                guard let division = shard.division else { return }
                line.member("cases", division.cases)
                line.member("total", division.total)
                line.member("mark", division.mark)
                if let run = division.run { line.member("run", run) }
            }
        }
        member("jobs", event.jobs)
        if let origin = event.origin { object("origin") { $0.members(of: origin) } }
    }

    mutating func members(of origin: RunOrigin) {
        member("date", isFirst: true, origin.date)
        member("host", origin.host)
        member("system", origin.system)
        member("processors", origin.processors)
        member("version", origin.version)
    }

    mutating func members(of event: CaseEvent) {
        member("id", event.id)
        member("name", event.name)
        member("tags", event.tags)
        member("at", event.range)
        member("attempt", event.attempt)
        member("worker", event.worker)
        member("start", event.start)
    }

    private mutating func members(ofStarted event: CaseEvent) {
        members(of: event)
        if let family = event.family { member("family", family) }
        if !event.row.isEmpty { member("row", event.row) }
    }

    mutating func members(of event: CaseEvent, _ ending: CaseEnding) {
        members(of: event)
        member("outcome", ending.outcome.rawValue)
        if let reason = ending.reason { member("reason", reason) }
        member("ns", ending.nanoseconds)
        if ending.isRetried { member("retried", true) }
        if ending.isUnjudged { member("unjudged", true) }
        if let rerun = ending.rerun { member("rerun", rerun) }
    }

    mutating func members(of event: OutputEvent) {
        member("stream", event.stream.rawValue)
        member("text", event.text)
        member("worker", event.worker)
    }

    /// The line of the file at a place, so that reports can quote it without the file.
    mutating func quote(_ range: SourceRange) {
        let piece = range.piece
        object("quote") { line in
            line.member("text", isFirst: true, piece.source.quotable)
            line.member("column", piece.source.origin.column)
            line.member("width", piece.text.unicodeScalars.count)
        }
    }

    // MARK: Circumstances

    /// A separate member, only for failures.
    mutating func member(_ circumstances: FailureContext?) {
        guard let circumstances else { return }
        object("circumstances") { line in
            line.member("difference", isFirst: true, circumstances.difference)
            if let place = circumstances.place { line.member("at", place) }
            line.member("round", circumstances.round)
            if let type = circumstances.type { line.member("type", type) }
            if let help = circumstances.help { line.member("help", help) }
            line.objects("sources", circumstances.sources) { $0.members(of: $1) }
            line.objects("hooks", circumstances.hooks) { $0.members(of: $1) }
        }
    }

    private mutating func members(of source: ValueSource) {
        member("use", isFirst: true, source.use)
        member("ref", source.reference)
        member("path", source.path)
        object("from") { $0.members(of: source.giver) }
        member("saved", source.isSaved)
        if let releaser = source.releaser { object("released") { $0.members(of: releaser) } }
    }

    private mutating func members(of step: ValueSource.Step) {
        member("call", isFirst: true, step.call)
        member("at", step.place)
    }

    private mutating func members(of hook: ActiveHook) {
        member("origin", isFirst: true, hook.origin)
        if let name = hook.name { member("name", name) }
        if !hook.before.isEmpty { member("before", hook.before) }
        if !hook.instead.isEmpty { member("instead", hook.instead) }
        if !hook.after.isEmpty { member("after", hook.after) }
        if hook.isPaused { member("paused", true) }
    }
}

extension Summary {
    /// The number of cases with each outcome, including zeros.
    fileprivate var caseCounts: [Value.Member] {
        CaseOutcome.allCases.map { .init($0.rawValue, .number(.integer(Int128(cases[$0] ?? 0)))) }
    }
}
