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

    /// Nil if the next tokens are not a product; they may still be a constant expression.
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

    /// A product in parentheses; reads nothing if there is none.
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
            .count, "a count is a parameter's name, a constant or a product, not computed from \"\(name.text)\"",
            at: name.range)
    }

    func count(_ value: Int128, at range: Range<Int>) throws(Diagnostic) -> Int {
        guard value > 0, value <= Int128(TypeMeasure.mostBytes) else {
            throw problem(.count, "a count is from 1 to \(TypeMeasure.mostBytes), not \(value)", at: range)
        }
        return Int(value)
    }

    // MARK: Count resolution

    /// The meaning of a count among the parameters of a function.
    func resolve(
        _ count: CountExpression, of use: AnnotationUse, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        switch count {
        case .constant(let number): return .constant(number)
        case .name(let name): return try resolve(name: name, in: scope)
        case .pointee(let name): return try resolve(pointee: name, at: time, in: scope)
        case .result(let word): return try resolve(result: word, at: time, in: scope)
        case .product(let left, let right):
            let first = try resolve(left, of: use, at: time, in: scope)
            let second = try resolve(right, of: use, at: time, in: scope)
            guard case .constant(let rows) = first, case .constant(let columns) = second else {
                return .product(first, second)
            }
            return .constant(try self.count(Int128(rows) * Int128(columns), at: use.range))
        }
    }

    private func resolve(name: Token, in scope: CountScope) throws(Diagnostic) -> Parameter.Count {
        if let index = scope.index(of: name) {
            let type = scope.parameters[index].type
            if case .integer = type.canonical { return .parameter(index) }
            let advice = type.pointsToInteger ? "write \"*\(name.text)\" for the number that it points to" : nil
            throw notInteger(name, type, advice: advice)
        }
        if let constant = names.constants[name.text] {
            return .constant(try count(constant.value.value, at: name.range))
        }
        throw unknown(name, in: scope)
    }

    private func resolve(
        pointee name: Token, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard let index = scope.index(of: name) else { throw unknown(name, in: scope) }
        let parameter = scope.parameters[index]
        guard parameter.type.pointsToInteger else {
            throw problem(
                .count, "\"\(name.text)\" does not point to an integer", at: name.range, label: "\(parameter.type)")
        }
        if time == .beforeCall, parameter.direction == .out {
            throw problem(
                .count, "what \"\(name.text)\" points to is written by the call, and so no count before it",
                at: name.range, suggestion: "declare it as _Inout_")
        }
        return .pointee(index)
    }

    private func resolve(
        result word: Token, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard time == .afterCall else {
            throw problem(.count, "what the function returns is not known before the call", at: word.range)
        }
        guard case .integer = scope.result.canonical else { throw notInteger(word, scope.result, advice: nil) }
        return .result
    }

    private func notInteger(_ name: Token, _ type: CType, advice: String?) -> Diagnostic {
        problem(
            .count, "\"\(name.text)\" is not an integer and cannot be a count", at: name.range, label: "\(type)",
            suggestion: advice)
    }

    private func unknown(_ name: Token, in scope: CountScope) -> Diagnostic {
        problem(
            .count, "there is no parameter \"\(name.text)\" to count with", at: name.range,
            suggestion: didYouMean(name.text, among: scope.parameters.compactMap(\.name)))
    }
}

/// The names that a count may use.
struct CountScope {
    /// The moment at which the count must be known.
    enum Time {
        case beforeCall
        case afterCall
    }

    /// One of the function's parameters.
    struct Entry {
        let name: String?
        let type: CType
        let direction: Parameter.Direction?
    }

    let parameters: [Entry]
    /// The result of the function.
    let result: CType
}

extension CountScope {
    fileprivate func index(of name: Token) -> Int? {
        parameters.firstIndex { $0.name == name.text }
    }
}

extension CType {
    fileprivate var pointsToInteger: Bool {
        guard case .pointer(let target, _) = canonical, case .integer = target.canonical else { return false }
        return true
    }
}

/// A count as it was written; the parameters that it names may come later.
indirect enum CountExpression {
    case constant(Int)
    /// A parameter, or a constant of an enumeration.
    case name(Token)
    /// `*name`
    case pointee(Token)
    /// `return`
    case result(Token)
    case product(CountExpression, CountExpression)

    /// One count times another; nil if both are constants and their product is not a valid count.
    init?(_ left: CountExpression, times right: CountExpression) {
        guard case .constant(let first) = left, case .constant(let second) = right else {
            self = .product(left, right)
            return
        }
        guard first * second <= TypeMeasure.mostBytes else { return nil }
        self = .constant(first * second)
    }
}
