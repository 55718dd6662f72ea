// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// While a step is planned names of constants become numbers, and what is expected gets the form in which it comes back:
/// a run knows no names, and compares without looking at types.
extension CallPlanner {
    /// A value that is given, with the names of constants in it replaced by their numbers; nil after a mistake.
    mutating func resolved(_ value: Located<Template>, as type: CType, isSecret: Bool) -> Located<Template>? {
        known(in: value, isSecret: isSecret) { constants throws(UnknownName) in
            try constants.resolved(value.value, as: type)
        }
    }

    /// An expectation of a part in the form in which that comes back; nil after a mistake.
    mutating func returned(_ expectation: Step.Expectation, _ shape: ValueShape) -> Step.Expectation? {
        returned(expectation.test, shape, isSecret: isSecret(expectation.path.value)).map {
            Step.Expectation(path: expectation.path, test: $0, range: expectation.range)
        }
    }

    private mutating func returned(
        _ test: Step.Expectation.Test, _ shape: ValueShape, isSecret: Bool
    ) -> Step.Expectation.Test? {
        switch test {
        case .equals(let expected):
            let value = known(in: expected, isSecret: isSecret) { constants throws(UnknownName) in
                try shape.returned(expected.value, naming: constants)
            }
            return value.map { .equals($0) }
        case .operators(let operators):
            if case .enumeration = shape.domain.content, refuseOrder(among: operators) { return nil }
            let known = operators.compactMap { word, operand in
                self.known(in: operand, isSecret: isSecret) { constants throws(UnknownName) in
                    try shape.operand(operand.value, of: word, naming: constants)
                }.map { (word, $0) }
            }
            return known.count == operators.count ? .operators(known) : nil
        }
    }

    /// What becomes of a value where its names are known; nil after a mistake.
    private mutating func known(
        in value: Located<Template>, isSecret: Bool, _ body: (ConstantNames) throws(UnknownName) -> Template
    ) -> Located<Template>? {
        do throws(UnknownName) {
            return Located(try body(action.constants), at: value.range)
        } catch {
            let mistake = isSecret ? .secretConstant(of: action.name.module) : Diagnostic.unknownConstant(error)
            mistakes.append(mistake.located(at: value.range))
            return nil
        }
    }

    /// An enumeration comes as a name, and names have no order that its numbers have.
    private mutating func refuseOrder(among operators: [(Step.Expectation.Operator, Located<Template>)]) -> Bool {
        let ordering = operators.filter { name, _ in name.isOrder || name == .near }
        for (name, operand) in ordering {
            mistakes.append(
                Diagnostic(
                    code: .call(.never), "an enumeration has no order, and \"\(name.rawValue)\" can never hold",
                    at: operand.range, suggestion: "name what is expected, or list it with \"in\""))
        }
        return !ordering.isEmpty
    }
}

extension Diagnostic {
    /// The same where the name is not to be told.
    fileprivate static func secretConstant(of module: String) -> Diagnostic {
        Diagnostic(
            code: .call(.unknownConstant), "\(Value.secretWord) is no constant of \(module)",
            label: "a number is wanted")
    }

    /// A name where a number is wanted, and that the module has not.
    static func unknownConstant(_ unknown: UnknownName) -> Diagnostic {
        Diagnostic(
            code: .call(.unknownConstant), unknown.message, label: "a number is wanted", suggestion: unknown.suggestion)
    }
}
