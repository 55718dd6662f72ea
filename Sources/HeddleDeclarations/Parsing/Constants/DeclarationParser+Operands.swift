// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads an operand with the signs before it.
    mutating func readUnary(_ unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        guard ["+", "-", "~", "!"].contains(current.text) else { return try readOperand(unknown) }
        let sign = advance()
        let operand = try nested { parser throws(Diagnostic) in try parser.readUnary(unknown) }
        switch sign.text {
        case "!": return ConstantValue(!operand.isTrue)
        case "-": return try negated(operand, at: sign)
        case "~":
            let value = operand.type.isSigned ? ~operand.value : operand.type.range.upperBound - operand.value
            return ConstantValue(value, operand.type)
        default: return operand
        }
    }

    private func negated(_ operand: ConstantValue, at sign: Token) throws(Diagnostic) -> ConstantValue {
        if let result = ConstantValue.converting(-operand.value, to: operand.type) { return result }
        if !isEvaluated { return operand }
        throw problem(
            "constant", "the result does not fit into \"\(operand.type.rawValue)\"", at: sign.range,
            label: "-(\(operand.value))")
    }

    private mutating func readOperand(_ unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        let token = current
        switch token.kind {
        case .number:
            advance()
            return try literal(token) { text throws(Literal.Flaw) in try Literal.integer(text) }
        case .character:
            advance()
            return try literal(token) { text throws(Literal.Flaw) in try Literal.character(text) }
        case .word: return try readNamed(unknown)
        default:
            guard at("(") else { throw expected("a constant") }
            return try readGroup(unknown)
        }
    }

    private mutating func readGroup(_ unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        if beginsType(token(ahead: 1)) { return try readCast(unknown) }
        advance()
        let value = try readConstant(unknown: unknown)
        try expect(")", "after the expression")
        return value
    }

    private mutating func readNamed(_ unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        let name = current
        if name.meaning == .size { return try readSize() }
        if name.meaning == .offset { return try readOffset() }
        guard isName(name) else { throw expected("a constant") }
        guard let known = names.constants[name.text] else { throw unknown(self, name) }
        advance()
        return known.value
    }

    private func literal(
        _ token: Token, _ read: (String) throws(Literal.Flaw) -> ConstantValue
    ) throws(Diagnostic) -> ConstantValue {
        do throws(Literal.Flaw) {
            return try read(token.text)
        } catch {
            throw problem("constant", "\(token.found) \(error.reason)", at: token.range)
        }
    }
}

extension Literal.Flaw {
    fileprivate var reason: String {
        switch self {
        case .isFloating: "is no integer"
        case .isMalformed: "is no number or character of C"
        case .isTooLarge: "is larger than any integer type"
        case .hasSeveralCharacters: "holds more than one character"
        }
    }
}
