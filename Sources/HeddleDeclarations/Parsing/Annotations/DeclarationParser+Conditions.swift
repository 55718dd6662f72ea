// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads the condition of `_Success_`: `return >= 0`, `return != NULL`, `return` or `!return`.
    mutating func readCondition() throws(Diagnostic) -> AnnotationUse.Argument {
        if take("!") != nil {
            try expectReturn()
            return .condition(SuccessTest(.equal, 0), comparesNull: false)
        }
        try expectReturn()
        if at(")") { return .condition(SuccessTest(.notEqual, 0), comparesNull: false) }
        guard let comparison = SuccessTest.Comparison(rawValue: current.text) else {
            throw expected("a comparison such as \">= 0\" after \"return\"")
        }
        advance()
        return try readLimit(of: comparison)
    }

    private mutating func expectReturn() throws(Diagnostic) {
        guard take("return") != nil else { throw expected("a condition such as \"return >= 0\"") }
    }

    private mutating func readLimit(
        of comparison: SuccessTest.Comparison
    ) throws(Diagnostic) -> AnnotationUse.Argument {
        let isKnown = names.constants[current.text] != nil
        if !isKnown, let value = Self.constants[current.text] {
            let word = advance()
            return .condition(SuccessTest(comparison, value), comparesNull: word.text != "true" && word.text != "false")
        }
        let start = position
        let value = try readConstant().value
        guard let value = Int64(exactly: value) else {
            throw problem("constant", "\(value) is out of range", at: range(from: start))
        }
        return .condition(SuccessTest(comparison, value), comparesNull: false)
    }

    private static let constants: [String: Int64] = ["NULL": 0, "nullptr": 0, "true": 1, "false": 0]
}
