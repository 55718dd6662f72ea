// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
internal import HeddleSystem
internal import HeddleReport
internal import Synchronization

extension ModuleHost {
    /// Checks a behaviour and runs its steps, as `heddle run` does. Its cases are not run.
    ///
    /// ```swift
    /// let run = try host.run("behaviour.json")
    /// if run.ending != .held { for diagnostic in run.diagnostics { print(diagnostic) } }
    /// ```
    ///
    /// Calls are made on the calling thread. Until the run ends, the behaviour's modules are modules of the host, and its
    /// hooks are around the host's actions. An entry of its "modules" that has the name, the library and the declarations
    /// of a module that the program has loaded is that module, with its instance.
    ///
    /// - Parameters:
    ///   - path: of the behaviour. Paths in it are relative to its folder.
    ///   - receive: gets each event as one line of JSON, as `heddle run --json` writes it, on the thread on which it
    ///     happens.
    ///   - isInterrupted: is asked before each step; once it returns true, the run stops in order.
    /// - Throws: everything that is wrong with the behaviour; then nothing was called.
    public func run(
        _ path: String, onEvent receive: (@Sendable (String) -> Void)? = nil,
        until isInterrupted: () -> Bool = { false }
    ) throws(Diagnostics) -> RunResult {
        try run(text(at: path), in: path.folder, onEvent: receive, until: isInterrupted)
    }

    /// Checks a behaviour that is a text and runs its steps.
    ///
    /// - Parameters:
    ///   - behaviour: the text, in JSON.
    ///   - name: names the text in diagnostics.
    ///   - folder: the folder that paths in it are relative to.
    ///   - receive: gets each event as one line of JSON.
    ///   - isInterrupted: is asked before each step; once it returns true, the run stops in order.
    /// - Throws: everything that is wrong with the behaviour; then nothing was called.
    public func run(
        behaviour: String, named name: String = "behaviour", in folder: String = ".",
        onEvent receive: (@Sendable (String) -> Void)? = nil, until isInterrupted: () -> Bool = { false }
    ) throws(Diagnostics) -> RunResult {
        try run(SourceText(name: name, behaviour), in: folder, onEvent: receive, until: isInterrupted)
    }

    /// Checks a behaviour completely, as `heddle check` does: its modules are loaded, and nothing is called.
    ///
    /// - Parameter path: of the behaviour. Paths in it are relative to its folder.
    /// - Returns: the warnings.
    /// - Throws: everything that is wrong with the behaviour.
    @discardableResult
    public func check(_ path: String) throws(Diagnostics) -> [Diagnostic] {
        try check(text(at: path), in: path.folder)
    }

    /// Checks a behaviour that is a text.
    ///
    /// - Parameters:
    ///   - behaviour: the text, in JSON.
    ///   - name: names the text in diagnostics.
    ///   - folder: the folder that paths in it are relative to.
    /// - Returns: the warnings.
    /// - Throws: everything that is wrong with the behaviour.
    @discardableResult
    public func check(
        behaviour: String, named name: String = "behaviour", in folder: String = "."
    ) throws(Diagnostics) -> [Diagnostic] {
        try check(SourceText(name: name, behaviour), in: folder)
    }

    private func text(at path: String) throws(Diagnostics) -> SourceText {
        do { return try readText(at: path, kind: .behaviour) } catch { throw Diagnostics([error]) }
    }

    private func check(_ source: SourceText, in folder: String) throws(Diagnostics) -> [Diagnostic] {
        let plan = try Plan.read(source, on: self, origin: .file(folder: folder))
        plan.end()
        return plan.warnings
    }

    private func run(
        _ source: SourceText, in folder: String, onEvent receive: (@Sendable (String) -> Void)?,
        until isInterrupted: () -> Bool
    ) throws(Diagnostics) -> RunResult {
        try run(source, in: folder, receive.map { JSONLinesReport(write: $0) }, isInterrupted)
    }

    /// Runs a file, with a receiver of its events.
    func run(
        _ path: String, _ sink: sending any EventSink, _ isInterrupted: () -> Bool
    ) throws(Diagnostics) -> RunResult {
        try run(text(at: path), in: path.folder, sink, isInterrupted)
    }

    /// Runs a text, with a receiver of its events.
    func run(
        _ source: SourceText, in folder: String, _ sink: sending (any EventSink)?, _ isInterrupted: () -> Bool
    ) throws(Diagnostics) -> RunResult {
        let plan = try Plan.read(source, on: self, origin: .file(folder: folder))
        defer { plan.end() }
        let problems = ProblemCollector()
        let events = if let sink { EventStream(to: [problems, sink]) } else { EventStream(to: [problems]) }
        let ending = Run(plan, on: self, events: events)(until: isInterrupted)
        let summary = events.finish()
        return RunResult(
            ending: ending, diagnostics: problems.diagnostics, callsReturned: summary.returned,
            callsFailed: summary.failed, callsSkipped: summary.skipped, expectationsHeld: summary.expectationsHeld,
            expectationsFailed: summary.expectationsFailed)
    }
}

extension String {
    /// The folder of a path.
    fileprivate var folder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}

/// Collects everything that is wrong in a run.
private final class ProblemCollector: EventSink, Sendable {
    private let state = Mutex((problems: RunProblems(), found: [Diagnostic]()))

    var diagnostics: [Diagnostic] { state.withLock { $0.found } }

    func receive(_ event: Event) {
        state.withLock { state in
            if let problem = state.problems.problem(of: event) { state.found.append(problem) }
        }
    }
}
