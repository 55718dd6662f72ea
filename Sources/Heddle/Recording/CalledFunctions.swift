// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The functions that calls of one run were given and have called: their names in the recording, and the types of their
/// arguments.
struct CalledFunctions {
    private let called: Set<String>
    private let signature: (ActionName) -> Signature?
    private var names: [String: String] = [:]
    private var types: [String: [CType]] = [:]

    /// - Parameter signature: gives the declaration of an action.
    init(in calls: [InnerCall], signature: @escaping (ActionName) -> Signature?) {
        called = Set(calls.flatMap { $0.answer.callbacks.map(\.function) })
        self.signature = signature
    }

    /// A call with the names of its functions. One that is never called needs none.
    ///
    /// Calls come in their order.
    mutating func named(_ call: InnerCall) -> InnerCall {
        var answer = call.answer
        for kept in answer.kept where called.contains(kept.name) && names[kept.name] == nil {
            names[kept.name] = "function \(names.count + 1)"
            types[kept.name] = functionType(of: kept.parameter, in: call.action)?.givenTypes
        }
        answer.kept = answer.kept.compactMap { kept in
            names[kept.name].map { CallAnswer.Kept($0, parameter: kept.parameter) }
        }
        answer.callbacks = answer.callbacks.compactMap { callback in
            names[callback.function].map { CallAnswer.Callback($0, arguments(of: callback)) }
        }
        return InnerCall(action: call.action, order: call.order, arguments: call.arguments, answer: answer)
    }

    private func arguments(of callback: CallAnswer.Callback) -> [Value] {
        let types = types[callback.function] ?? []
        return callback.arguments.enumerated().map { index, value in
            let type = index < types.count ? types[index] : .void
            return value.withoutSharedMemory(as: type).avoidingSpecialNames(as: type)
        }
    }

    private func functionType(of parameter: String, in action: ActionName) -> FunctionType? {
        signature(action)?.parameter(named: parameter)?.type.pointedFunction
    }
}

extension FunctionType {
    /// The types of the arguments that a caller gives.
    var givenTypes: [CType] {
        let signature = Signature(symbol: "", result: result, parameters: parameters)
        return signature.givenParameters.map(\.crossing.type)
    }
}
