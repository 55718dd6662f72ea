// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads a count: a parameter's name, `*name`, `return`, a constant expression, or a product of those.
    mutating func readCount() throws(Diagnostic) -> CountExpression {
        let start = position
        if let product = readProduct(), at(")") || at(",") { return product }
        rewind(to: start)
        let value = try readConstant(unknown: Self.unknownCount).value
        return .constant(try count(value, at: range(from: start)))
    }

    /// Nil where what comes is no product; it may be a constant expression still.
    private mutating func readProduct() -> CountExpression? {
        guard var product = readFactor() else { return nil }
        while take("*") != nil {
            guard let factor = readFactor(), let longer = CountExpression(product, times: factor) else { return nil }
            product = longer
        }
        return product
    }

    private mutating func readFactor() -> CountExpression? {
        if at("return") { return .result(advance()) }
        if take("*") != nil { return isName(current) ? .pointee(advance()) : nil }
        if isName(current) { return .name(advance()) }
        return readGroup() ?? readConstantFactor()
    }

    /// A product in parentheses; nothing is taken where none comes.
    private mutating func readGroup() -> CountExpression? {
        guard at("("), !beginsType(token(ahead: 1)) else { return nil }
        let start = position
        let product = try? nested { parser throws(Diagnostic) -> CountExpression? in
            parser.advance()
            guard let product = parser.readProduct(), parser.take(")") != nil else { return nil }
            return product
        }
        if product == nil { rewind(to: start) }
        return product
    }

    private mutating func readConstantFactor() -> CountExpression? {
        let start = position
        guard let value = try? readUnary(Self.unknownCount).value else { return nil }
        return (try? count(value, at: range(from: start))).map { .constant($0) }
    }

    private static func unknownCount(_ parser: DeclarationParser, _ name: Token) -> Diagnostic {
        parser.problem(
            "count", "a count is a parameter's name, a constant or a product, not computed from \"\(name.text)\"",
            at: name.range)
    }

    func count(_ value: Int128, at range: Range<Int>) throws(Diagnostic) -> Int {
        guard value > 0, value <= Int128(TypeMeasure.mostBytes) else {
            throw problem("count", "a count is from 1 to \(TypeMeasure.mostBytes), not \(value)", at: range)
        }
        return Int(value)
    }
}
