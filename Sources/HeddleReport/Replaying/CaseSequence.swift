// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The cases of a kept run as they begin and end: on each worker an attempt at a case begins, makes its calls and ends
/// before the next one begins. Any other order is that of lines that were lost, changed or moved.
struct CaseSequence {
    /// The attempts that have begun and not ended, in the order of their beginnings: one for each worker.
    private(set) var open: [CaseEvent] = []
    private var hasCases = false
    /// The first call or expectation that is of no case; a run without cases has no others.
    private var stray: SourceRange?
    /// True if a wrong order was told: one mistake has many others behind it.
    private var isTold = false

    /// Takes the next event.
    ///
    /// - Returns: what is wrong with the order, if nothing was before.
    /// - Complexity: O(workers).
    mutating func follow(_ event: Event, at range: SourceRange) -> Diagnostic? {
        let mistake: Diagnostic?
        switch event {
        case .caseStarted(let event):
            let other = open.first { $0.worker == event.worker }
            mistake = other.map { .notEnded($0.id, before: event.id, at: range) } ?? stray.map { .ofNoCase($0) }
            hasCases = true
            open.append(event)
        case .caseEnded(let event, _):
            let place = open.firstIndex { $0.id == event.id && $0.attempt == event.attempt }
            mistake = place == nil ? .notBegun(event.id, at: range) : nil
            if let place { open.remove(at: place) }
        case .call, .expectation:
            guard let worker = event.worker, !open.contains(where: { $0.worker == worker }) else { return nil }
            stray = stray ?? range
            mistake = hasCases ? .ofNoCase(range) : nil
        default: return nil
        }
        if isTold { return nil }
        isTold = mistake != nil
        return mistake
    }

    /// The attempts that have not ended, which end here.
    mutating func takeOpen() -> [CaseEvent] {
        defer { open = [] }
        return open
    }
}

extension Diagnostic {
    fileprivate static func outOfOrder(_ what: String, _ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.otherNumbers), "\(what): lines were lost, changed or moved", at: range,
            suggestion: "take the file as heddle has written it; the verdict counts as interrupted")
    }

    fileprivate static func notBegun(_ id: String, at ending: SourceRange) -> Diagnostic {
        outOfOrder("the case \(Value.string(id).excerpt()) ends here and has not begun before", ending)
    }

    fileprivate static func notEnded(_ id: String, before next: String, at beginning: SourceRange) -> Diagnostic {
        outOfOrder(
            "the case \(Value.string(next).excerpt()) begins here, and \(Value.string(id).excerpt()) before it has not ended",
            beginning)
    }

    fileprivate static func ofNoCase(_ range: SourceRange) -> Diagnostic {
        outOfOrder("this line belongs to no case", range)
    }

    /// That the first line of a run is not there.
    static func noBeginning(_ first: SourceRange) -> Diagnostic {
        outOfOrder("the run begins with a case, and does not say which run it is", first)
    }
}
