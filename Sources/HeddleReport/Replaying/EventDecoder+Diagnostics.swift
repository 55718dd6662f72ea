// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension EventDecoder {
    /// Reads a diagnostic. A code of a later version, which this one does not know, is read as `unknown`.
    func diagnostic() throws(Diagnostic) -> Diagnostic {
        Diagnostic(
            try word("severity", among: [.error, .warning, .notice] as [Diagnostic.Severity]),
            try word("subject", among: [.usage, .document, .module, .source, .resource] as [Diagnostic.Subject]),
            code: DiagnosticCode(try text("code")) ?? .call(.unknown), try text("message"),
            at: try has("at") ? place() : nil,
            label: try ifThere("label", text), suggestion: try ifThere("suggestion", text), notes: try notes())
    }

    private func notes() throws(Diagnostic) -> [Diagnostic.Note] {
        guard has("notes") else { return [] }
        var notes: [Diagnostic.Note] = []
        for note in try objects("notes") {
            notes.append(Diagnostic.Note(try note.text("text"), at: try note.has("at") ? note.place() : nil))
        }
        return notes
    }
}
