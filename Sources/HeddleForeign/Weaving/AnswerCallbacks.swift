// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

extension NativeCall {
    /// Calls the functions that the call was given, as the answered call has called them.
    ///
    /// - Parameter calls: the value of an answer for a parameter that takes a function: an array of calls,
    ///   each an array of arguments.
    func callBack(_ calls: Value, parameter index: Int, naming names: HandleNames) throws(CrossingError) {
        let list = arguments
        guard case .value(.function(let shape)) = list.shape.parameters[index], let target = unsafe list.target(index)
        else { return }
        let function = unsafe Function(
            symbol: list.shape.signature.outputName(index), address: target, library: list.shape.library)
        do {
            let action = try Action(
                ActionName(module: function.library.name, action: function.symbol), shape.type.tolerant,
                function: function, instance: InstanceBox(), calls: list.shape.transfer.engine)
            for call in try calls.calls(of: function.symbol) { try callBack(action, with: call, naming: names) }
        } catch let error as CrossingError {
            throw error
        } catch {
            throw CrossingError(parameter: nil, found: "calls of \(function.symbol)", expected: "none: \(error)")
        }
    }

    private func callBack(_ action: Action, with given: [Value], naming names: HandleNames) throws(CrossingError) {
        var arguments = [Argument](repeating: .absent, count: action.signature.parameters.count)
        for (index, value) in zip(action.signature.given, given) {
            arguments[index] = .value(action.shape.parameters[index].resolved(value, action.shape.library, names))
        }
        let call = PreparedCall(action)
        if let error = call.encode(arguments).first { throw error }
        call.invoke()
        if let failure = call.failure { unsafe fail(failure.native()) }
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
        guard let name = value.handleName, case .value(.handle(let type)) = self else { return value }
        let address = unsafe HandleTable.shared.standIn(named: name, type: type, of: library, names)
        return library.handle(for: UInt(bitPattern: address), type: type)
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
