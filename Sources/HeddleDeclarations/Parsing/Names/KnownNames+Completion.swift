// SPDX-License-Identifier: Apache-2.0

extension KnownNames {
    /// The type with every opaque structure in it replaced by what is known of it now.
    ///
    /// The members of structures stay as they are: a list of nodes that point to each other has no end.
    func completed(_ type: CType) -> CType {
        switch type {
        case .pointer(let target, let isConst): .pointer(to: completed(target), isConst: isConst)
        case .array(let element, let count): .array(of: completed(element), count: count)
        case .function(let function): .function(completed(function))
        case .named(let name, let underlying): .named(name, completed(underlying))
        case .record(let record): completed(record)
        case .aligned(let underlying, let alignment): .aligned(completed(underlying), to: alignment)
        case .void, .bool, .integer, .floating, .complex, .enumeration: type
        }
    }

    func completed(_ signature: Signature) -> Signature {
        var complete = signature
        complete.result = completed(signature.result)
        complete.parameters = signature.parameters.map(completed)
        return complete
    }

    private func completed(_ function: FunctionType) -> FunctionType {
        FunctionType(
            result: completed(function.result), parameters: function.parameters.map(completed),
            isVariadic: function.isVariadic)
    }

    private func completed(_ record: RecordType) -> CType {
        guard record.members == nil, let tag = record.tag, let known = tags[tag]?.type,
            case .record(let complete) = known, complete.kind == record.kind
        else { return .record(record) }
        return known
    }

    private func completed(_ parameter: Parameter) -> Parameter {
        Parameter(
            name: parameter.name, type: completed(parameter.type), direction: parameter.direction,
            isDirectionDeclared: parameter.isDirectionDeclared, count: parameter.count, written: parameter.written,
            isOptional: parameter.isOptional, isInstance: parameter.isInstance, isBytes: parameter.isBytes,
            isRetained: parameter.isRetained, isReleased: parameter.isReleased, release: parameter.release,
            isSecret: parameter.isSecret)
    }
}
