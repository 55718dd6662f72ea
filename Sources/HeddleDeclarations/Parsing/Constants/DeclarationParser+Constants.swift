// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What to say of a name that is no constant.
typealias UnknownConstant = (DeclarationParser, Token) -> Diagnostic

extension DeclarationParser {
    /// Reads a constant expression of integers and computes it as C does.
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
        while let operation = ConstantOperator(rawValue: current.text), operation.precedence >= precedence {
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
        _ operation: ConstantOperator, _ left: ConstantValue, _ right: ConstantValue, at sign: Token
    ) throws(Diagnostic) -> ConstantValue {
        if let result = operation.apply(left, right) { return result }
        if !isEvaluated { return ConstantValue(0, operation.type(left.type, right.type)) }
        let isDivision = operation == .divide || operation == .remainder
        let text = "\(left.value) \(operation.rawValue) \(right.value)"
        throw isDivision && right.value == 0
            ? problem("constant", "division by zero", at: sign.range, label: text)
            : problem("constant", "the result does not fit into \"\(left.type.rawValue)\"", at: sign.range, label: text)
    }

    private func unknownConstant(_ name: Token) -> Diagnostic {
        problem(
            "constant", "\"\(name.text)\" is no constant", at: name.range,
            suggestion: didYouMean(name.text, among: names.constants.keys))
    }
}
