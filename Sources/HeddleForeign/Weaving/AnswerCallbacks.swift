// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

extension NativeCall {
    /// Calls the functions that the call was given, as the answered call has called them.
    ///
    /// - Parameter calls: the value of an answer for a parameter that takes a function: an array of calls,
    ///   each an array of arguments.
    func callBack(_ calls: Value, parameter index: Int, naming names: HandleNames) throws(CrossingError) {
        guard let function = try function(parameter: index) else { return }
        for arguments in try calls.calls(of: arguments.shape.signature.name(of: index)) {
            try call(function, with: arguments, naming: names)
        }
    }

    /// Keeps the functions that a recording has names for, and calls those that the answered call has called.
    func callKept(of answer: CallAnswer, naming names: HandleNames) throws(CrossingError) {
        for kept in answer.kept {
            guard let index = try arguments.shape.parameter(keptAs: kept), let function = try function(parameter: index)
            else { continue }
            names.keep(function, as: kept.name)
        }
        for callback in answer.callbacks {
            guard let function = names.function(callback.function) else {
                throw CrossingError(
                    parameter: nil, found: "a call of the function \"\(callback.function)\"",
                    expected: "one that this call or an earlier one \"keeps\"")
            }
            try call(function, with: callback.arguments, naming: names)
        }
    }

    private func call(
        _ function: any KeptFunction, with arguments: [Value], naming names: HandleNames
    ) throws(CrossingError) {
        do {
            if let failure = try function.call(with: arguments, naming: names) { unsafe fail(failure.native()) }
        } catch let error as CrossingError {
            throw error
        } catch {
            throw CrossingError(parameter: nil, found: "arguments of a callback", expected: "others: \(error)")
        }
    }

    /// The function that an argument is; nil for null.
    private func function(parameter index: Int) throws(CrossingError) -> NativeFunction? {
        let list = arguments
        guard case .value(.function(let shape)) = list.shape.parameters[index], let target = unsafe list.target(index)
        else { return nil }
        let name = list.shape.signature.name(of: index)
        let function = unsafe Function(symbol: name, address: target, library: list.shape.library)
        do {
            return NativeFunction(
                action: try Action(
                    ActionName(module: function.library.name, action: name), shape.type.tolerant, function: function,
                    instance: InstanceBox(), calls: list.shape.transfer.engine))
        } catch {
            throw CrossingError(parameter: nil, found: "calls of \(name)", expected: "none: \(error)")
        }
    }
}

/// A function that a call was given, as an action of its own.
private struct NativeFunction: KeptFunction {
    let action: Action

    func call(with given: [Value], naming names: HandleNames) throws -> Failure? {
        var arguments = [Argument](repeating: .absent, count: action.signature.parameters.count)
        for (index, value) in zip(action.signature.given, given) {
            arguments[index] = .value(action.shape.parameters[index].resolved(value, action.shape.library, names))
        }
        let call = PreparedCall(action)
        if let error = call.encode(arguments).first { throw error }
        call.invoke()
        return call.failure
    }
}

extension CallShape {
    /// The parameter that a recording names as one whose function is kept.
    ///
    /// - Throws: if it takes no function.
    func parameter(keptAs kept: CallAnswer.Kept) throws(CrossingError) -> Int? {
        let found = parameters.indices.first { parameters[$0].isFunction && signature.name(of: $0) == kept.parameter }
        if let found { return found }
        // A further argument is known once the call is made.
        if signature.isVariadic, Int(kept.parameter) != nil { return nil }
        throw CrossingError(
            parameter: nil, found: "\"keeps\" with \(kept.parameter)",
            expected: "the name of a parameter that takes a function")
    }
}

extension Value {
    /// The arguments of each call.
    func calls(of name: String) throws(CrossingError) -> [[Value]] {
        let calls = if case .array(let calls) = self { calls } else { [Value]() }
        let lists = calls.compactMap { if case .array(let arguments) = $0 { arguments } else { nil } }
        if case .array = self, lists.count == calls.count { return lists }
        throw CrossingError(
            parameter: nil, found: kindDescription, expected: "an array of the calls of \(name), each an array")
    }
}

extension ParameterPassing {
    /// The value with a handle in the place of its name.
    fileprivate func resolved(_ value: Value, _ library: LibraryIdentity, _ names: HandleNames) -> Value {
        guard let name = value.handleName, case .value(.handle(let target)) = self else { return value }
        let address = unsafe HandleTable.shared.standIn(named: name, type: target.name, of: library, names)
        return library.handle(for: UInt(bitPattern: address), type: target.name)
    }
}

extension FunctionType {
    /// The function as one that takes null wherever C could pass it.
    fileprivate var tolerant: Signature {
        Signature(
            symbol: "callback", result: result,
            parameters: parameters.map {
                Parameter(
                    name: $0.name, type: $0.type, direction: $0.direction, isDirectionDeclared: $0.isDirectionDeclared,
                    count: $0.count, written: $0.written, isOptional: true, isBytes: $0.isBytes)
            }, isVariadic: isVariadic)
    }
}
