// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

extension Diagnostic {
    /// The same, safe to print on a terminal: one of a kept run may say anything.
    var printable: Diagnostic {
        var printable = self
        printable.message = message.printable
        printable.label = label?.printable
        printable.suggestion = suggestion?.printable
        printable.range = range?.printable
        printable.notes = notes.map { Note($0.text.printable, at: $0.range?.printable) }
        return printable
    }
}

extension String {
    /// On one line, and nothing is cut: a second line could pass for one of the command's own.
    fileprivate var printable: String { excerpt(limit: .max) }
}

extension SourceRange {
    /// Quoted lines are made printable elsewhere; this handles the file's name.
    fileprivate var printable: SourceRange {
        let name = source.name.excerpt(limit: .max)
        if name == source.name { return self }
        return piece(named: name)
    }
}
