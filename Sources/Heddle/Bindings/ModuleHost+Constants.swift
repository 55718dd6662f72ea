// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension ModuleHost {
    /// Arguments with the names of constants in them replaced by their numbers.
    func resolved(_ arguments: [Argument], of action: Action) throws(Diagnostic) -> [Argument] {
        let parameters = action.signature.parameters
        do throws(UnknownName) {
            return try arguments.enumerated().map { index, argument throws(UnknownName) in
                guard index < parameters.count, case .value(let value) = argument else { return argument }
                return .value(try action.constants.resolved(value, as: parameters[index].crossing.type))
            }
        } catch {
            throw .unknownConstant(error)
        }
    }
}
