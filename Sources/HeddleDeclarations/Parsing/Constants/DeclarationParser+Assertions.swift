// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads `_Static_assert(condition, "text")`, which must hold here as it does for the compiler.
    mutating func readAssertion() throws(Diagnostic) {
        let word = advance()
        try expect("(", "after \"\(word.text)\"")
        let start = position
        let holds = try readConstant().isTrue
        let condition = range(from: start)
        var text = ""
        if take(",") != nil {
            guard current.kind == .string else { throw expected("the text of the assertion") }
            while current.kind == .string { text += advance().text.filter { $0 != "\"" && $0 != "\\" } }
        }
        try expect(")", "after the assertion")
        if current.kind != .end { try expect(";", "after the assertion") }
        if !holds { report(problem("assertion", "the assertion does not hold" + text.assertionText, at: condition)) }
    }
}

extension String {
    /// The text of an assertion behind a colon; none where it is empty.
    fileprivate var assertionText: String {
        isEmpty ? "" : ": \(excerpt(limit: 100))"
    }
}
