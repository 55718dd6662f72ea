// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension RecordedAnswer {
    /// The recorded answer with its arguments in the form of the action's calls, and with numbers in place of names.
    ///
    /// - Throws: a name in place of a number that is not a constant of the module.
    func fitted(to signature: Signature, naming constants: ConstantNames) throws(UnknownName) -> RecordedAnswer {
        RecordedAnswer(
            call: call, arguments: try arguments.fitted(to: signature, naming: constants),
            answer: CallAnswer(
                result: try answer.result.map { result throws(UnknownName) in
                    try constants.resolved(result, as: signature.resultCrossing.type)
                },
                out: try answer.out.map { output throws(UnknownName) in
                    let type = signature.parameter(named: output.name)?.crossing.type ?? .void
                    return Value.Member(output.name, try constants.resolved(output.value, as: type))
                },
                errno: answer.errno, failure: answer.failure, kept: answer.kept, callbacks: answer.callbacks),
            range: range, index: index)
    }
}

extension RecordedAnswer.Arguments {
    fileprivate func fitted(to signature: Signature, naming constants: ConstantNames) throws(UnknownName) -> Self {
        switch self {
        case .any: return self
        case .positional(let values):
            return .positional(
                try values.enumerated().map { position, value throws(UnknownName) in
                    guard position < signature.given.count else { return value }
                    return try signature.parameters[signature.given[position]].returned(value, naming: constants)
                })
        case .named(let members):
            return .named(
                try members.map { member throws(UnknownName) in
                    guard let position = signature.position(ofArgument: member.name) else { return member }
                    let parameter = signature.parameters[signature.given[position]]
                    return Value.Member(member.name, try parameter.returned(member.value, naming: constants))
                })
        }
    }
}
