// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What a count may speak of.
struct CountScope {
    /// When the count must be known.
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
    /// What the function returns.
    let result: CType
}

extension DeclarationParser {
    /// What a count means among the parameters of a function.
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
                "count", "\"\(name.text)\" does not point to an integer", at: name.range, label: "\(parameter.type)")
        }
        if time == .beforeCall, parameter.direction == .out {
            throw problem(
                "count", "what \"\(name.text)\" points to is written by the call, and so no count before it",
                at: name.range, suggestion: "declare it as _Inout_")
        }
        return .pointee(index)
    }

    private func resolve(
        result word: Token, at time: CountScope.Time, in scope: CountScope
    ) throws(Diagnostic) -> Parameter.Count {
        guard time == .afterCall else {
            throw problem("count", "what the function returns is not known before the call", at: word.range)
        }
        guard case .integer = scope.result.canonical else { throw notInteger(word, scope.result, advice: nil) }
        return .result
    }

    private func notInteger(_ name: Token, _ type: CType, advice: String?) -> Diagnostic {
        problem(
            "count", "\"\(name.text)\" is no integer, and so no count", at: name.range, label: "\(type)",
            suggestion: advice)
    }

    private func unknown(_ name: Token, in scope: CountScope) -> Diagnostic {
        problem(
            "count", "there is no parameter \"\(name.text)\" to count with", at: name.range,
            suggestion: didYouMean(name.text, among: scope.parameters.compactMap(\.name)))
    }
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
