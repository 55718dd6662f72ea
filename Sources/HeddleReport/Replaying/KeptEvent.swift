// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleJSON

/// A line of a kept run, taken apart into the event that it was made of.
struct KeptEvent {
    let event: Event

    /// The values of `event`.
    private enum Kind: String, CaseIterable {
        case runStarted, caseStarted, caseEnded, call, expectation, emitted, log, output, finding, diagnostic, summary
    }

    init(_ node: JSONNode) throws(Diagnostic) {
        let object = try EventDecoder(node)
        event =
            switch try object.word("event", among: Kind.allCases) {
            case .runStarted: .runStarted(try object.runStart())
            case .caseStarted: .caseStarted(try object.caseEvent())
            case .caseEnded: .caseEnded(try object.caseEvent(), try object.caseEnding())
            case .call: .call(try object.call())
            case .expectation: .expectation(try object.expectation())
            case .emitted: .emitted(try object.emitted())
            case .log: .logged(try object.logged())
            case .output: .output(try object.output())
            case .finding: .finding(try object.finding())
            case .diagnostic: .diagnostic(try object.diagnostic(), worker: try object.worker)
            // A stream sends its own counts at its end.
            case .summary: .summary(try object.summary())
            }
    }
}

extension KeptEvent {
    /// Returns whether a text is an event of a kind that this version does not have.
    fileprivate static func isOfUnknownKind(_ text: SourceText) -> Bool {
        guard let root = try? JSONNode.read(text), let kind = try? EventDecoder(root).text("event") else {
            return false
        }
        return Kind(rawValue: kind) == nil
    }
}

extension KeptLine {
    /// True if the line is JSON, an event or not.
    var isJSON: Bool { (try? JSONNode.read(source)) != nil }

    /// True if the line is an event that only another version knows.
    var isOfUnknownKind: Bool { KeptEvent.isOfUnknownKind(source) }
}

extension Event {
    /// The event that a line was made of.
    ///
    /// - Throws: what is wrong with the line, with its place.
    package init(kept line: SourceText) throws(Diagnostics) {
        if let plain = Event(plainLine: line.bytes[...]) {
            self = plain
            return
        }
        let root = try JSONNode.read(line)
        do { self = try KeptEvent(root).event } catch { throw Diagnostics([error]) }
    }
}
