// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads an integer constant expression, and computes it as C does.
    mutating func readConstant() throws(Diagnostic) -> ConstantValue {
        try readConstant { parser, name in parser.unknownConstant(name) }
    }

    mutating func readConstant(unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        try nested { parser throws(Diagnostic) in
            let condition = try parser.readBinary(from: 1, unknown)
            guard parser.take("?") != nil else { return condition }
            let yes = try parser.reading(isEvaluated: condition.isTrue) { parser throws(Diagnostic) in
                try parser.readConstant(unknown: unknown)
            }
            try parser.expect(":", "in the conditional expression")
            let no = try parser.reading(isEvaluated: !condition.isTrue) { parser throws(Diagnostic) in
                try parser.readConstant(unknown: unknown)
            }
            let type = ConstantValue.common(yes.type, no.type)
            return ConstantValue.converting((condition.isTrue ? yes : no).value, to: type) ?? condition
        }
    }

    /// Reads operators that bind at least as tightly as this, from left to right.
    private mutating func readBinary(
        from precedence: Int, _ unknown: UnknownConstant
    ) throws(Diagnostic) -> ConstantValue {
        var left = try readUnary(unknown)
        while let operation = BinaryOperator(rawValue: current.text), operation.precedence >= precedence {
            let sign = advance()
            let decides = operation == .and && !left.isTrue || operation == .or && left.isTrue
            let right = try reading(isEvaluated: !decides) { parser throws(Diagnostic) in
                try parser.readBinary(from: operation.precedence + 1, unknown)
            }
            left = try apply(operation, left, right, at: sign)
        }
        return left
    }

    /// Reads a part of an expression that C may have no need to compute, such as `1 / 0` in `0 && 1 / 0`.
    private mutating func reading<Result>(
        isEvaluated matters: Bool, _ read: (inout DeclarationParser) throws(Diagnostic) -> Result
    ) throws(Diagnostic) -> Result {
        let before = isEvaluated
        isEvaluated = before && matters
        defer { isEvaluated = before }
        return try read(&self)
    }

    private func apply(
        _ operation: BinaryOperator, _ left: ConstantValue, _ right: ConstantValue, at sign: Token
    ) throws(Diagnostic) -> ConstantValue {
        if let result = operation.apply(left, right) { return result }
        if !isEvaluated { return ConstantValue(0, operation.type(left.type, right.type)) }
        let isDivision = operation == .divide || operation == .remainder
        let text = "\(left.value) \(operation.rawValue) \(right.value)"
        throw isDivision && right.value == 0
            ? problem(.constant, "division by zero", at: sign.range, label: text)
            : problem(.constant, "the result does not fit into \"\(left.type.rawValue)\"", at: sign.range, label: text)
    }

    private func unknownConstant(_ name: Token) -> Diagnostic {
        problem(
            .constant, "\"\(name.text)\" is not a constant", at: name.range,
            suggestion: isSuggesting ? didYouMean(name.text, among: names.constants.keys) : nil)
    }

    // MARK: Operands

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
            .constant, "the result does not fit into \"\(operand.type.rawValue)\"", at: sign.range,
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
            throw problem(.constant, "\(token.found) \(error.reason)", at: token.range)
        }
    }

    // MARK: Assertions

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
        if !holds { report(problem(.assertion, "the assertion does not hold" + text.assertionText, at: condition)) }
    }
}

/// The diagnostic of a name that is not a constant.
typealias UnknownConstant = (DeclarationParser, Token) -> Diagnostic

extension Literal.Flaw {
    fileprivate var reason: String {
        switch self {
        case .isFloating: "is not an integer"
        case .isMalformed: "is not a C number or character"
        case .isTooLarge: "is larger than any integer type"
        case .hasSeveralCharacters: "holds more than one character"
        }
    }
}

extension String {
    /// The text of an assertion after a colon; empty if it has none.
    fileprivate var assertionText: String {
        isEmpty ? "" : ": \(excerpt(limit: 100))"
    }
}
