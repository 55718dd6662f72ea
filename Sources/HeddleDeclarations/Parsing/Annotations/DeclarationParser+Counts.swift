// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads a count: an expression of constants, parameters, `*name`, `name->field`, `(*name)->field`, `strlen(name)` and
    /// `return`; on a member of a structure also `name.field`.
    mutating func readCount() throws(Diagnostic) -> CountExpression {
        let start = position
        var flaw: Diagnostic?
        do throws(Diagnostic) {
            let expression = try readSum(from: 0)
            if at(")") || at(","), !expression.isConstant { return expression }
        } catch {
            flaw = error
        }
        rewind(to: start)
        do throws(Diagnostic) {
            let value = try readConstant(unknown: Self.unknownCount)
            let place = range(from: start)
            _ = try count(value.value, at: place)
            return .constant(value, place)
        } catch {
            throw flaw ?? error
        }
    }

    /// More than any count for people has.
    private static let mostOperators = 200

    /// Reads operators that bind at least as tightly as this, from left to right.
    private mutating func readSum(from precedence: Int) throws(Diagnostic) -> CountExpression {
        var (left, count) = (try readOperand(), 0)
        while let operation = BinaryOperator(rawValue: current.text), BinaryOperator.ofCounts.contains(operation),
            operation.precedence >= precedence
        {
            let sign = advance()
            count += 1
            // Whoever walks through the expression does so by recursion.
            guard count <= Self.mostOperators else {
                throw problem(
                    .limit, "a count has at most \(Self.mostOperators) operators", at: range(from: position - 1))
            }
            left = .operation(operation, sign, left, try readSum(from: operation.precedence + 1))
        }
        return left
    }

    private mutating func readOperand() throws(Diagnostic) -> CountExpression {
        if at("return") { return .result(advance()) }
        if take("*") != nil { return .pointee(try expectName("the parameter that points to a number")) }
        if at("strlen"), token(ahead: 1).text == "(" { return try readLength() }
        if isName(current) {
            let name = advance()
            if take("->") != nil { return .field(name, try readPath()) }
            return take(".") == nil ? .name(name) : .part(name, try readPath())
        }
        if at("("), token(ahead: 1).text == "*", token(ahead: 3).text == ")", token(ahead: 4).text == "->" {
            advance()
            advance()
            let name = try expectName("the parameter that hands out a structure")
            advance()
            advance()
            return .handedField(name, try readPath())
        }
        if at("("), !beginsType(token(ahead: 1)) { return try readGroup() }
        let start = position
        let value = try readUnary(Self.unknownCount)
        return .constant(value, range(from: start))
    }

    private mutating func readGroup() throws(Diagnostic) -> CountExpression {
        try nested { parser throws(Diagnostic) in
            parser.advance()
            let sum = try parser.readSum(from: 0)
            try parser.expect(")", "after the expression")
            return sum
        }
    }

    private mutating func readLength() throws(Diagnostic) -> CountExpression {
        advance()
        advance()
        let name = try expectName("the parameter that is a text")
        try expect(")", "after the text")
        return .length(name)
    }

    private mutating func readPath() throws(Diagnostic) -> [Token] {
        var path: [Token] = []
        repeat { path.append(try expectName("a field that counts")) } while take(".") != nil
        return path
    }

    private static func unknownCount(_ parser: DeclarationParser, _ name: Token) -> Diagnostic {
        parser.problem(
            .count, "a count is a constant expression here, not computed from \"\(name.text)\"", at: name.range,
            suggestion: "compute with + - * / % << >> from parameters, \"*name\", \"name->field\", "
                + "\"(*name)->field\" and \"strlen(name)\"")
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
        _ count: CountExpression, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        switch try operand(count, at: time, in: scope) {
        case .known(let value): .constant(try self.count(value.value, at: count.range))
        case .counted(let count): count
        }
    }

    private func operand(
        _ count: CountExpression, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> CountOperand {
        if count.isOfCallOnly, !scope.isOfFunction {
            throw problem(
                .count, "a member of a structure is counted by other members of it, and by numbers", at: count.range)
        }
        switch count {
        case .constant(let value, _): return .known(value)
        case .name(let name): return try resolve(name: name, in: scope)
        case .pointee(let name): return .counted(try resolve(pointee: name, at: time, in: scope))
        case .field(let name, let path): return .counted(try resolve(name, path, at: time, in: scope))
        case .handedField(let name, let path):
            return .counted(try resolve(handedOutBy: name, path, at: time, in: scope))
        case .part(let name, let path): return .counted(try resolve(name, path, in: scope))
        case .length(let name): return .counted(try resolve(length: name, in: scope))
        case .result(let word): return .counted(try resolve(result: word, at: time, in: scope))
        case .operation(let operation, let sign, let left, let right):
            let first = try operand(left, at: time, in: scope)
            let second = try operand(right, at: time, in: scope)
            if case .known(let first) = first, case .known(let second) = second {
                guard let value = operation.apply(first, second) else {
                    throw problem(
                        .count, "the count has no value", at: sign.range,
                        label: "\(first.value) \(operation.rawValue) \(second.value)")
                }
                return .known(value)
            }
            try check(operation, at: sign, by: second, right, at: time)
            let counts = (try part(first, left, of: operation), try part(second, right, of: operation))
            return .counted(.operation(operation, counts.0, counts.1))
        }
    }

    /// A part of an expression whose value only a call knows.
    private func part(
        _ operand: CountOperand, _ expression: CountExpression, of operation: BinaryOperator
    ) throws(Diagnostic) -> Parameter.Count {
        switch operand {
        case .counted(let count): return count
        case .known(let value) where operation == .multiply:
            return .constant(try count(value.value, at: expression.range))
        case .known(let value):
            guard let number = Int(exactly: value.value) else {
                throw problem(.count, "\(value.value) is too large for a count", at: expression.range)
            }
            return .constant(number)
        }
    }

    /// Refuses a divisor, or a distance of a shift, that is wrong, or that no call can be refused for.
    private func check(
        _ operation: BinaryOperator, at sign: Token, by right: CountOperand, _ expression: CountExpression,
        at time: CountScope.Time
    ) throws(Diagnostic) {
        let isShift = operation == .shiftLeft || operation == .shiftRight
        guard isShift || operation == .divide || operation == .remainder else { return }
        switch right {
        case .known(let value):
            if isShift ? BinaryOperator.shifts.contains(value.value) : value.value > 0 { return }
            throw problem(
                .count, isShift ? "a count is shifted by 0 to 63 bits" : "a count is divided by a number above 0",
                at: expression.range, label: "\(value.value)")
        case .counted:
            if time == .beforeCall { return }
            throw problem(
                .count, "the right side of \"\(operation.rawValue)\" must be a constant in a count after the call",
                at: sign.range, suggestion: "a wrong number could not be refused any more once the call was made")
        }
    }

    private func resolve(name: Token, in scope: CountScope) throws(Diagnostic) -> CountOperand {
        if let index = scope.index(of: name) {
            let parameter = scope.parameters[index]
            let type = parameter.type
            if type.isWhole { return .counted(.parameter(index)) }
            let advice =
                name.text == scope.subject
                ? "name the parameter that counts it"
                : type.isText && parameter.isTerminated
                    ? "write \"strlen(\(name.text))\" for the bytes of the text, \"strlen(\(name.text)) + 1\" with its "
                        + "NUL"
                    : type.pointsToInteger ? "write \"*\(name.text)\" for the number that it points to" : nil
            throw notInteger(name, type, advice: advice)
        }
        if let constant = names.constants[name.text] { return .known(constant.value) }
        if case .number(.integer(let number))? = names.numbers.value(named: name.text),
            IntegerType.long.range.contains(number)
        {
            return .known(ConstantValue(number, .long))
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

    private func resolve(length name: Token, in scope: CountScope) throws(Diagnostic) -> Parameter.Count {
        guard let index = scope.index(of: name) else { throw unknown(name, in: scope) }
        let parameter = scope.parameters[index]
        guard parameter.type.isText, parameter.isTerminated else {
            throw problem(
                .count, "\"\(name.text)\" is not a text that the function reads up to its NUL", at: name.range,
                label: "\(parameter.type)")
        }
        return .length(index)
    }

    /// A field of the structure that a parameter points to, by its path.
    private func resolve(
        _ name: Token, _ path: [Token], at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard let index = scope.index(of: name) else { throw unknown(name, in: scope) }
        let parameter = scope.parameters[index]
        guard case .pointer(let target, _) = parameter.type.canonical, case .record(let record) = target.canonical
        else {
            throw problem(
                .count, "\"\(name.text)\" does not point to a structure", at: name.range, label: "\(parameter.type)")
        }
        guard let direction = parameter.direction, direction != .out || time == .afterCall else {
            throw problem(
                .count, "the fields of \"\(name.text)\" are not known before the call", at: name.range,
                suggestion: parameter.direction == nil ? "declare it as _In_ or _Inout_" : "declare it as _Inout_")
        }
        try check(path, in: record, of: target, fits: { $1 == nil && $0.isInteger })
        return .field(index, path: path.map(\.text))
    }

    /// A field of the structure that a parameter hands out, by its path.
    private func resolve(
        handedOutBy name: Token, _ path: [Token], at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard let index = scope.index(of: name) else { throw unknown(name, in: scope) }
        let type = scope.parameters[index].type
        guard case .pointer(let pointer, _) = type.canonical, case .pointer(let target, _) = pointer.canonical,
            case .record(let record) = target.canonical
        else {
            throw problem(
                .count, "\"\(name.text)\" hands out no structure", at: name.range, label: "\(type)",
                suggestion: type.isPointer ? "write \"\(name.text)->…\" for a field of what it points to" : nil)
        }
        guard time == .afterCall else {
            throw problem(
                .count, "the structure that \"\(name.text)\" hands out is not known before the call", at: name.range)
        }
        try check(path, in: record, of: target, fits: { $1 == nil && $0.isInteger })
        return .handedField(index, path: path.map(\.text))
    }

    /// A field of a structure that another member is, by its path.
    private func resolve(
        _ name: Token, _ path: [Token], in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard let index = scope.index(of: name) else { throw unknown(name, in: scope) }
        let type = scope.parameters[index].type
        guard !scope.isOfFunction else {
            throw problem(
                .count, "the fields of \"\(name.text)\" count nothing: it is no member of a structure", at: name.range,
                label: "\(type)", suggestion: type.isPointer ? "write \"->\" behind a pointer" : nil)
        }
        guard case .record(let record) = type.canonical, record.kind == .structure else {
            throw problem(.count, "\"\(name.text)\" is no structure", at: name.range, label: "\(type)")
        }
        try check(path, in: record, of: type, fits: { type, _ in type.isWhole })
        return .field(index, path: path.map(\.text))
    }

    /// Refuses a path that does not lead to a number which counts.
    private func check(
        _ path: [Token], in record: RecordType, of type: CType, fits: (CType, _ bits: Int?) -> Bool
    ) throws(Diagnostic) {
        var record = record
        for (place, field) in path.enumerated() {
            guard let found = record.place(of: field.text) else {
                throw problem(
                    .count, "\"\(type)\" has no field \"\(field.text)\" to count with", at: field.range,
                    suggestion: didYouMean(field.text, among: record.fields.compactMap(\.name)))
            }
            if place < path.count - 1, case .record(let inner) = found.type.canonical {
                record = inner
            } else if place < path.count - 1 || !fits(found.type, found.bits) {
                throw notInteger(field, found.type, advice: nil)
            }
        }
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
            .count, "there is no \(scope.isOfFunction ? "parameter" : "field") \"\(name.text)\" to count with",
            at: name.range,
            suggestion: scope.advice(name.text, besides: names.numbers.all))
    }
}

extension CType {
    fileprivate var pointsToInteger: Bool {
        guard case .pointer(let target, _) = canonical, case .integer = target.canonical else { return false }
        return true
    }
}

/// A part of a count: a constant, or what a call counts.
private enum CountOperand {
    case known(ConstantValue)
    case counted(Parameter.Count)
}
