// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleJSON

/// A run that was kept as JSON Lines, as ``JSONLinesReport`` writes them, to be told again to other reports.
///
/// ## Topics
/// - ``init(_:)``
/// - ``replay(into:)``
package struct RecordedRun {
    private let text: SourceText

    /// A kept run.
    ///
    /// - Parameter text: the lines; empty ones are passed over.
    package init(_ text: SourceText) {
        self.text = text
    }

    /// Sends all events in their order, and ends the stream with the summary of what was sent.
    ///
    /// A run that was ended before its end has no summary, and its last line may be cut off, which is then left out:
    /// both are told by a warning. Values are as JSON carries them: an object that looks like bytes or like a handle is
    /// taken for one, and a place is quoted as far as the run has kept it.
    ///
    /// - Returns: the warning that was sent, where the run has no end.
    /// - Throws: The first line that is no event, with its place; what stands before it has been sent.
    /// - Complexity: O(length of the text); one line at a time is taken apart.
    @discardableResult
    package func replay(into stream: EventStream) throws(Diagnostics) -> Diagnostic? {
        var ending: SourceRange?
        var warning: Diagnostic?
        var last: SourceRange?
        for line in KeptLines(text) where !line.isBlank {
            if let ending { throw Diagnostics([.beyondTheEnd(line.range, ending)]) }
            last = line.range
            switch try line.event() {
            case .summary: ending = line.range
            case let event?: stream.receive(event)
            case nil: warning = .cutOff(line.range)
            }
        }
        guard let last else { throw Diagnostics([.noEvents(in: text)]) }
        if ending == nil { warning = warning ?? .noEnd(behind: last) }
        if let warning { stream.receive(.diagnostic(warning)) }
        stream.finish()
        return warning
    }
}

extension Event {
    /// The event that a line was made of.
    ///
    /// - Throws: what is wrong with the line, with its place.
    package init(kept line: SourceText) throws(Diagnostics) {
        let root = try JSONNode.read(line)
        do { self = try KeptEvent(root).event } catch { throw Diagnostics([error]) }
    }
}

extension KeptLine {
    /// The line's event; nil where the line was cut off.
    fileprivate func event() throws(Diagnostics) -> Event? {
        if isCutOff, (try? JSONNode.read(source)) == nil { return nil }
        return try Event(kept: source)
    }
}

extension Diagnostic {
    fileprivate static func cutOff(_ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.cutOff),
            "the last line is incomplete and is ignored: its writer was ended",
            at: range)
    }

    fileprivate static func noEnd(behind last: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.noEnd),
            "the run has no end: its writer ended after this event", at: last)
    }

    fileprivate static func noEvents(in text: SourceText) -> Diagnostic {
        Diagnostic(
            code: .report(.empty), "\(text.name) has no events",
            suggestion: "heddle run --json and heddle test --json write them to standard output")
    }

    fileprivate static func beyondTheEnd(_ range: SourceRange, _ ending: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .report(.beyondTheEnd), "found another event, expected nothing after the summary of the run",
            at: range, suggestion: "keep each run in its own file", notes: [Note("the summary is", at: ending)]
        )
    }
}
