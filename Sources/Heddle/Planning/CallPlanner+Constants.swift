// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign

/// Names of constants become numbers while a step is planned; a run knows no names.
extension CallPlanner {
    private var constants: ConstantNames {
        host.registry.module(named: action.name.module)?.constants ?? ConstantNames()
    }

    /// A value that is given or expected, with the names of constants in it replaced by their numbers; nil after a
    /// mistake.
    mutating func resolved(
        _ value: Located<Template>, as type: CType, isSecret: Bool = false
    ) -> Located<Template>? {
        do throws(UnknownConstant) {
            return Located(try constants.resolved(value.value, as: type), at: value.range)
        } catch {
            let mistake =
                isSecret
                ? .secretConstant(of: action.name.module)
                : Diagnostic.unknownConstant(error, of: action.name.module, constants)
            mistakes.append(mistake.located(at: value.range))
            return nil
        }
    }

    /// An expectation with the names of constants in it replaced by their numbers; nil after a mistake.
    mutating func resolved(_ expectation: Step.Expectation) -> Step.Expectation? {
        guard let type = action.signature.type(of: expectation.path.value) else { return expectation }
        return resolved(expectation.test, as: type, isSecret: isSecret(expectation.path.value)).map {
            Step.Expectation(path: expectation.path, test: $0, range: expectation.range)
        }
    }

    private mutating func resolved(
        _ test: Step.Expectation.Test, as type: CType, isSecret: Bool
    ) -> Step.Expectation.Test? {
        switch test {
        case .equals(let expected): return resolved(expected, as: type, isSecret: isSecret).map { .equals($0) }
        case .operators(let operators):
            if case .enumeration = type.canonical, refuseOrder(among: operators) { return nil }
            let known = operators.compactMap { name, operand in
                resolved(operand, as: name.operand(of: type), isSecret: isSecret).map { (name, $0) }
            }
            return known.count == operators.count ? .operators(known) : nil
        }
    }

    /// An enumeration comes as a name, and names have no order that its numbers have.
    private mutating func refuseOrder(among operators: [(Step.Expectation.Operator, Located<Template>)]) -> Bool {
        let ordering = operators.filter { name, _ in name.isOrder || name == .near }
        for (name, operand) in ordering {
            mistakes.append(
                Diagnostic(
                    code: "expect.never", "an enumeration has no order, and \"\(name.rawValue)\" can never hold",
                    at: operand.range, suggestion: "name what is expected, or list it with \"in\""))
        }
        return !ordering.isEmpty
    }
}

extension Step.Expectation.Operator {
    /// The type of what stands beside the operator for a value of a type.
    fileprivate func operand(of type: CType) -> CType {
        switch self {
        case .eq, .ne, .lt, .le, .gt, .ge: type
        case .in, .near: .array(of: type, count: nil)
        case .matches, .contains, .length, .null: .void
        }
    }
}

extension Diagnostic {
    /// The same where the name is not to be told.
    fileprivate static func secretConstant(of module: String) -> Diagnostic {
        Diagnostic(
            code: "constant.unknown", "\(Value.secretWord) is no constant of \(module)", label: "a number is wanted")
    }

    /// A name where a number is wanted, and that the module has not.
    static func unknownConstant(
        _ unknown: UnknownConstant, of module: String, _ constants: ConstantNames
    ) -> Diagnostic {
        Diagnostic(
            code: "constant.unknown", "\"\(unknown.name)\" is no constant of \(module)", label: "a number is wanted",
            suggestion: didYouMean(unknown.name, among: constants.all))
    }
}
