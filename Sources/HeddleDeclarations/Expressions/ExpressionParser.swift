// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension Expression where Place == ExpressionPlace {
    /// Reads an expression.
    ///
    /// - Throws: the reason why the text is none.
    /// - Complexity: O(length of the text).
    package init(_ text: String) throws(ExpressionMistake) {
        var parser = ExpressionParser(text)
        self = try parser.readExpression()
        guard parser.current.kind == .end else {
            throw parser.mistake("an operator, or the end of the expression")
        }
    }
}

/// Reads expressions by recursive descent.
private struct ExpressionParser {
    /// The deepest nesting of parentheses and operators.
    private static let deepestNesting = 100
    /// More operators than any expression for people has.
    private static let mostTokens = 2_000

    private let source: SourceText
    private let tokens: [Token]
    private var position = 0
    private var depth = 0

    init(_ text: String) {
        source = SourceText(name: "an expression", text)
        tokens = DeclarationLexer(source.whole).tokens
    }

    var current: Token { tokens[position] }

    private func token(ahead distance: Int) -> Token { tokens[min(position + distance, tokens.count - 1)] }

    func mistake(_ expected: String) -> ExpressionMistake {
        ExpressionMistake(
            found: current.kind == .end ? "the end of the expression" : current.found, expected: expected)
    }

    @discardableResult
    private mutating func advance() -> Token {
        defer { if current.kind != .end { position += 1 } }
        return current
    }

    /// Refuses `++` and `--`, which change what they stand beside.
    private func refuseChange() throws(ExpressionMistake) {
        let next = token(ahead: 1)
        guard current.text == "+" || current.text == "-", next.text == current.text,
            next.range.lowerBound == current.range.upperBound
        else { return }
        throw ExpressionMistake(
            found: "\"\(current.text)\(next.text)\"", expected: "an expression that changes nothing")
    }

    private mutating func take(_ text: String) -> Bool {
        guard current.text == text, current.kind == .sign else { return false }
        advance()
        return true
    }

    private mutating func expect(_ text: String) throws(ExpressionMistake) {
        guard take(text) else { throw mistake("\"\(text)\"") }
    }

    // MARK: Operators

    mutating func readExpression() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        guard depth < Self.deepestNesting, tokens.count <= Self.mostTokens else {
            throw ExpressionMistake(found: "an expression that is too long or too deep", expected: "a shorter one")
        }
        depth += 1
        defer { depth -= 1 }
        let condition = try readBinary(from: 1)
        guard take("?") else { return condition }
        let yes = try readExpression()
        try expect(":")
        return .choice(condition, yes, try readExpression())
    }

    private mutating func readBinary(from precedence: Int) throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        var left = try readSigned()
        while current.kind == .sign, let word = BinaryOperator(rawValue: current.text), word.precedence >= precedence {
            try refuseChange()
            advance()
            left = .binary(word, left, try readBinary(from: word.precedence + 1))
        }
        return left
    }

    private mutating func readSigned() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        guard depth < Self.deepestNesting else {
            throw ExpressionMistake(found: "an expression that is too deep", expected: "a simpler one")
        }
        depth += 1
        defer { depth -= 1 }
        if current.kind == .sign {
            if let sign = ExpressionSign(rawValue: current.text) {
                try refuseChange()
                advance()
                return .sign(sign, try readSigned())
            }
            if take("*") {
                guard case .place(let pointer) = try readSigned() else {
                    throw ExpressionMistake(found: "a \"*\" before what is no place", expected: "a pointer behind it")
                }
                return .place(.part(pointer, .element(.integer(0))))
            }
            if current.text == "(", let type = typeInParentheses { return try readCast(to: type) }
        }
        return try readPath()
    }

    // MARK: Casts

    /// The tokens of a type in parentheses that begin here; nil where those hold an expression. Words alone are the name of
    /// a type where nothing but an operand can stand behind them, as in `(count)n`, or where C itself has that type.
    private var typeInParentheses: Range<Int>? {
        var end = position + 1
        while tokens[end].kind == .word || tokens[end].text == "*" { end += 1 }
        guard tokens[end].text == ")", end > position + 1, tokens[position + 1].kind == .word else { return nil }
        let type = position + 1..<end
        if tokens[end - 1].text == "*" || tokens[type].allSatisfy(\.isArithmetic) { return type }
        switch tokens[end + 1].kind {
        case .word, .number, .character, .string: return type
        default: return ["(", "~", "!"].contains(tokens[end + 1].text) || namesNumber(type) ? type : nil
        }
    }

    /// Returns whether C itself has a type of numbers that is called so.
    private func namesNumber(_ type: Range<Int>) -> Bool {
        Self.known(tokens[type].map(\.text).joined(separator: " "))?.isNumber == true
    }

    /// The type that C itself has.
    private static func known(_ text: String) -> CType? {
        try? DeclarationScope().type(spelled: text)
    }

    private mutating func readCast(to type: Range<Int>) throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        let text = tokens[type].map(\.text).joined(separator: " ")
        position = type.upperBound + 1
        let operand = try readSigned()
        if let type = Self.known(text), type.isNumber { return try operand.converted(to: type, named: text) }
        // A module may declare the type, as a pointer too.
        if case .place(let place) = operand { return .place(.cast(place, to: text)) }
        return .place(.conversion(operand, to: text))
    }

    // MARK: Operands

    private mutating func readPath() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        var operand = try readOperand()
        while current.kind == .sign {
            let step: ExpressionPlace.Step
            switch current.text {
            case ".":
                advance()
                step = .member(try readName())
            case "->":
                advance()
                step = .target(try readName())
            case "[":
                advance()
                step = .element(try readExpression())
                try expect("]")
            default: return operand
            }
            guard case .place(let place) = operand else {
                throw ExpressionMistake(found: "a path behind what is no place", expected: "a name before it")
            }
            operand = .place(.part(place, step))
        }
        return operand
    }

    private mutating func readName() throws(ExpressionMistake) -> String {
        guard current.kind == .word else { throw mistake("the name of a field") }
        return advance().text
    }

    private mutating func readOperand() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        switch current.kind {
        case .number: return try readNumber()
        case .character:
            return try readLiteral { text throws(Literal.Flaw) in .integer(try Literal.character(text).value) }
        case .string:
            return try readLiteral { text throws(Literal.Flaw) in .text(try Literal.string(text)) }
        case .word:
            if current.text == "NULL" {
                advance()
                return .null
            }
            if token(ahead: 1).text == "(" { return try readCall() }
            guard current.meaning?.allowsName ?? true else { throw mistake("a name or a number") }
            return .place(.name(advance().text))
        case .sign where current.text == "(":
            advance()
            let inner = try readExpression()
            try expect(")")
            return inner
        default: throw mistake("a name, a number or \"(\"")
        }
    }

    private mutating func readNumber() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        do throws(Literal.Flaw) {
            let value = try Literal.integer(current.text).value
            advance()
            return .integer(value)
        } catch {
            let (digits, suffix) = current.text.floatingParts
            // Rounded once, to the type that the literal has.
            let number = suffix == "f" ? Float(digits).map(Double.init) : Double(digits)
            guard error == .isFloating, suffix != "l", let number, number.isFinite else {
                throw mistake(suffix == "l" ? "a number of double or float" : "a number of C")
            }
            advance()
            return .floating(number)
        }
    }

    private mutating func readLiteral(
        _ read: (String) throws(Literal.Flaw) -> Expression<ExpressionPlace>
    ) throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        do throws(Literal.Flaw) {
            let literal = try read(current.text)
            advance()
            return literal
        } catch {
            throw mistake("a literal of C")
        }
    }

    private mutating func readCall() throws(ExpressionMistake) -> Expression<ExpressionPlace> {
        guard let function = ExpressionFunction(rawValue: current.text) else {
            let names = ExpressionFunction.allCases.map(\.rawValue)
            throw mistake(
                didYouMean(current.text, among: names).map { "a function that expressions know, \($0)" }
                    ?? "one of the functions \(names.joined(separator: ", "))")
        }
        advance()
        advance()
        var operands = [try readExpression()]
        while take(",") { operands.append(try readExpression()) }
        try expect(")")
        guard operands.count == function.operands else {
            throw ExpressionMistake(
                found: "\(counted(operands.count, "operand")) of \(function.rawValue)()",
                expected: "\(function.operands)")
        }
        return .call(function, operands)
    }
}

extension Token {
    /// True for a word of the types of numbers, such as `unsigned`.
    fileprivate var isArithmetic: Bool { if case .arithmetic? = meaning { true } else { false } }
}

extension String {
    /// The text of a floating-point literal without its suffix, and that in lower case.
    fileprivate var floatingParts: (digits: String, suffix: String) {
        let isHexadecimal = lowercased().hasPrefix("0x")
        guard let last, "fFlL".contains(last), !isHexadecimal || contains(where: { $0 == "p" || $0 == "P" }) else {
            return (self, "")
        }
        return (String(dropLast()), last.lowercased())
    }
}
