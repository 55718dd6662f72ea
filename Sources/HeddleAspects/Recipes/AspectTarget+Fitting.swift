// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension AspectTarget {
    /// The error of an aspect or an option that does not fit the action.
    func unfit(
        _ aspect: String, option: OptionPlace? = nil, _ message: String, _ suggestion: String? = nil
    ) -> AspectError {
        .unfit(option, aspect: aspect, action: name, message: message, suggestion: suggestion)
    }

    /// A condition for the calls of this action.
    func bind(_ condition: CallCondition, of aspect: String, _ option: OptionPlace) throws(AspectError)
        -> BoundCallCondition
    {
        do {
            return try condition.bound(to: signature, naming: constants)
        } catch {
            throw unfit(aspect, option: option, error.message, error.suggestion)
        }
    }

    /// A value in which the names of constants are replaced by their numbers.
    func resolved(
        _ value: Value, as type: CType, of aspect: String, _ option: OptionPlace, isSecret: Bool = false
    ) throws(AspectError) -> Value {
        do throws(UnknownName) {
            return try constants.resolved(value, as: type)
        } catch {
            let isTold = !isSecret
            throw unfit(
                aspect, option: option, isTold ? error.message : "\(Value.secretWord) is not a constant",
                isTold ? error.suggestion : nil)
        }
    }

    /// The position of an argument among those that a caller gives.
    func position(of argument: String, of aspect: String, _ option: OptionPlace) throws(AspectError) -> Int {
        if let position = signature.position(ofArgument: argument) { return position }
        let mistake = ConditionMistake.unknownArgument(argument, signature)
        throw unfit(aspect, option: option, mistake.message, mistake.suggestion)
    }

    /// An aspect that answers calls with earlier results must not skip their other effects.
    func checkRepeatable(_ aspect: String) throws(AspectError) {
        if let resultObstacle { throw unfit(aspect, resultObstacle) }
        if affectsArguments {
            throw unfit(aspect, "it writes to its arguments, keeps or releases them, which an answer would not do")
        }
    }
}
