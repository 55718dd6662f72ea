// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// `[n]`, or `[]`, with the words that C allows there in parameters.
    mutating func readArray() throws(Diagnostic) -> Declarator.Step {
        let first = position
        advance()
        if isInParameters {
            while at("static") || current.meaning == .const || current.meaning == .harmless {
                advance()
            }
        }
        if take("]") != nil { return .array(count: nil, range: range(from: first)) }
        if header != nil, isInParameters, let array = skipVariableLength(from: first) { return array }
        if at("*"), token(ahead: 1).text == "]" { throw variableLength(at: current.range) }
        let start = position
        let count = try readConstant { parser, name in parser.variableLength(at: name.range) }
        let written = range(from: start)
        try expect("]", "after the size of the array")
        guard count.value >= 0 else {
            throw problem("type", "an array of \(count.value) elements", at: range(from: first))
        }
        guard count.value <= Int128(TypeMeasure.mostBytes) else { throw tooLarge(at: written) }
        return .array(count: Int(count.value), range: range(from: first))
    }

    /// The size of an array that a parameter counts; the array is a pointer, whatever the size is. Nothing is taken
    /// where the size is a constant.
    private mutating func skipVariableLength(from first: Int) -> Declarator.Step? {
        let start = position
        let isConstant = (try? readConstant()) != nil && at("]")
        if isConstant || isEndOfItem {
            rewind(to: start)
            return nil
        }
        while !at("]"), !isEndOfItem { advance() }
        guard take("]") != nil else {
            rewind(to: start)
            return nil
        }
        return .array(count: nil, range: range(from: first))
    }

    private var isEndOfItem: Bool { current.kind == .end || at(";") }

    private func variableLength(at range: Range<Int>) -> Diagnostic {
        unsupported("arrays of variable length", at: range, advice: "write a pointer, with _In_reads_(n) or its like")
    }

    func tooLarge(at range: Range<Int>) -> Diagnostic {
        problem("limit", "the type is larger than Heddle can pass", at: range)
    }
}
