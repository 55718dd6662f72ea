// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// `heddle test --debug`: runs one case, and then once more in a debugger, which stops at the step that failed.
struct CaseDebugging {
    let pattern: String
    let suites: TestSuites
    let options: TestRunOptions
    let path: BehaviourOptions

    /// Runs the case, and then the debugger until the user leaves it.
    ///
    /// - Returns: the status of the run without the debugger; nil if no case has the name.
    /// - Throws: that several cases have the name, or that there is no debugger.
    func callAsFunction() throws(Diagnostic) -> ExitStatus? {
        guard let (file, outline) = try chosen() else { return nil }
        let fault = FirstFault(of: outline.event().id)
        let schedule = CaseSchedule(suites.cases, selection: selection(of: outline))
        let (events, clock) = (EventStream(to: [fault]), RunClock())
        var run = TestRun(schedule, options, seed: nil, events: events, clock: clock)
        let status = run(on: suites.runner(events, clock))
        if let reason = fault.reasonOfSkip { throw Self.skipped(outline, reason) }
        StandardStream.error.write("\(words(on: outline, fault)): the debugger stops there\n")
        let step = DebuggedStep(outline.name, fault.step ?? 0)
        try Debugger.run(
            ["test"] + path.arguments
                + [
                    "--in-process", "--name=\(WildcardPattern.escaping(outline.name))", DebuggedStep.option,
                    step.argument,
                ]
                + ["--", file])
        return status
    }

    private func selection(of outline: CaseOutline) -> CaseSelection {
        CaseSelection(names: [WildcardPattern.escaping(outline.name)])
    }

    private func chosen() throws(Diagnostic) -> (file: String, outline: CaseOutline)? {
        let choice = CaseChoice(names: [pattern], tags: [])
        let found = zip(suites.files, suites.cases).flatMap { file, cases in
            cases.filter(choice.selection.contains).map { (file, $0) }
        }
        guard let first = found.first else { return nil }
        guard found.count == 1 else { throw Self.many(found.map(\.1.name)) }
        guard first.0 != "-" else { throw Self.standardInput }
        return first
    }

    private func words(on outline: CaseOutline, _ fault: FirstFault) -> String {
        let verb =
            switch fault.outcome {
            case .failed: "fails"
            case .crashed: "dies"
            case .timedOut: "takes too long"
            default: "holds; its first step is"
            }
        return "\"\(outline.name)\" \(verb) \(fault.step == nil ? "" : "in ")step \((fault.step ?? 0) + 1)"
    }

    private static func many(_ names: [String]) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .cases(.nothingMatched),
            "--debug takes one case, and \(names.count) have such a name",
            suggestion: "give the whole name, with that of the row",
            notes: names.prefix(10).map { Diagnostic.Note("\"\($0)\"") })
    }

    private static func skipped(_ outline: CaseOutline, _ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .cases(.nothingMatched), "\"\(outline.name)\" is skipped: \(reason)",
            suggestion: outline.needs.isEmpty ? nil : "give --debug the case that has not passed")
    }

    private static let standardInput = Diagnostic(
        .error, .usage, code: .behaviour(.unreadable),
        "--debug reads the behaviour twice, and standard input can be read once",
        suggestion: "write it into a file")
}
