// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The mistakes in the text of a kept run.
extension Diagnostic {
    static func cutOff(_ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.cutOff),
            "the last line is incomplete and is ignored: its writer was ended",
            at: range)
    }

    static func noEnd(behind last: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.noEnd),
            "the run has no end: its writer ended after this event", at: last)
    }

    static func otherNumbers(_ difference: String, at summary: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.otherNumbers), "\(difference): lines were lost or changed", at: summary,
            suggestion: "take the file as heddle has written it; the verdict counts as interrupted")
    }

    static func otherVerdict(_ id: String, at ending: SourceRange, _ miss: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .report(.otherNumbers),
            "the case \(Value.string(id).excerpt()) has passed here although an expectation in it did not hold: lines were "
                + "changed or moved",
            at: ending, suggestion: "take the file as heddle has written it; the verdict counts as interrupted",
            notes: [Note("the expectation is", at: miss)])
    }

    static func noEvents(in name: String) -> Diagnostic {
        Diagnostic(
            code: .report(.empty), "\(name) has no events",
            suggestion: "heddle run --json and heddle test --json write them to standard output")
    }

    static func beyondTheEnd(_ range: SourceRange, _ ending: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .report(.beyondTheEnd),
            "found another event, expected nothing after the summary of the run; it and all behind it is left out",
            at: range, suggestion: "keep each run in its own file", notes: [Note("the summary is", at: ending)]
        )
    }

    static func furtherLines(_ count: Int, in name: String) -> Diagnostic {
        Diagnostic(
            code: .report(.form),
            "\(counted(count, "further line")) of \(name) \(count == 1 ? "is no event and is" : "are no events and are") left out"
        )
    }

    static func otherVersion(_ written: String, _ own: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .report(.otherVersion),
            "the run was written by heddle \(written), this is heddle \(own): what only one of them knows is left out",
            at: range, suggestion: "make the report with heddle \(written)")
    }

    static func unknownKind(_ range: SourceRange, _ written: String, _ own: String) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .report(.otherVersion),
            "heddle \(own) does not know this event of heddle \(written), and leaves it out", at: range)
    }

    static func furtherKinds(_ count: Int, in name: String) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .report(.otherVersion),
            "\(counted(count, "further event")) of \(name) \(count == 1 ? "is" : "are") left out, for the same reason")
    }
}

extension RunStartEvent.Shard {
    /// Says how many cases of a part are missing from a text that has some of them; nothing where none is, or where the
    /// part does not say how many it has.
    func absence(besides begun: Int) -> [Diagnostic.Note] {
        guard let division, begun < division.cases else { return [] }
        let (all, missing) = (counted(division.cases, "case"), division.cases - begun)
        let verb = missing == 1 ? "is" : "are"
        return [.init("part \(index) of \(count) has \(all), of which \(missing) \(verb) missing here")]
    }
}
