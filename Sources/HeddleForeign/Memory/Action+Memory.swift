// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The actions that steps with `new`, `read` and `write` call. No host knows them by name, and no hook is around them.
extension Action {
    /// An action that makes an object of a type, or an array of objects, and returns a handle of it.
    ///
    /// A text is one object: `char[64]`. What the initial value points to stays for as long as the call is kept.
    ///
    /// - Parameters:
    ///   - library: the library whose functions get the handle; nil for those of all libraries.
    ///   - constants: the names that values may have for numbers.
    ///   - takesValue: true for an action with a parameter for the initial value.
    /// - Throws: that the size of the type is not declared.
    package static func making(
        _ type: CType, named name: ActionName, of library: Library?, constants: ConstantNames, takesValue: Bool,
        calls engine: CallEngine
    ) throws(Unsupported) -> Action {
        // Characters of a text that somebody changes are numbers.
        let type = type.isCharacter ? type.placed : type.withNumbers
        var (element, count) = (type, 1)
        if case .array(let inner, let number?) = type.canonical, !inner.isCharacter {
            (element, count) = (inner, number)
        }
        let size = try size(of: type)
        let value = Parameter(
            name: "value", type: .pointer(to: type, isConst: true), isDirectionDeclared: true,
            isRetained: type.mayPoint)
        let signature = Signature(
            symbol: "new", result: .pointer(to: element, isConst: false), parameters: takesValue ? [value] : [])
        return try making(
            signature, name, of: library?.identity ?? .everybody, constants, engine,
            .make(PointedType(element).name, count: count, size: size, alignment: type.layout?.alignment ?? 1))
    }

    /// An action that returns the value at a place.
    ///
    /// - Parameters:
    ///   - type: the type of the value there.
    ///   - giver: the action whose library has given out the memory.
    ///   - trust: the memory that is read behind a pointer there.
    package static func reading(
        _ type: CType, named name: ActionName, besides giver: Action, trusting trust: MemoryTrust
    ) throws(Unsupported) -> Action {
        let size = try size(of: type)
        let signature =
            type.hasParts
            ? Signature(
                symbol: "read", result: .pointer(to: type, isConst: true), resultCount: .constant(1),
                parameters: [.place])
            : Signature(symbol: "read", result: type, resultMayBeNull: true, parameters: [.place])
        return try making(
            signature, name, of: giver.function.library, giver.constants, giver.transfer.engine,
            type.hasParts ? .readTarget(size: size) : .readValue(size: size, trust))
    }

    /// An action that returns the values to which a member leads of the structure at a place.
    ///
    /// - Parameters:
    ///   - giver: the action whose library has given out the memory.
    ///   - trust: the memory that is read behind the member.
    package static func reading(
        _ member: RecordType.Member, of structure: CType, named name: ActionName, besides giver: Action,
        trusting trust: MemoryTrust
    ) throws(Unsupported) -> Action {
        guard case .record(let record) = structure.canonical, let field = member.name,
            let shape = RecordShape(record, isShared: record.kind == .union && !record.isSelected),
            let index = shape.index(of: field), let count = record.count(of: field, behind: 0)
        else { throw Unsupported(parameter: nil, message: "the values of \(member.name ?? "it") are not declared") }
        if count.parts.contains(where: structure.isCountedByBits) {
            throw Unsupported(
                parameter: nil, message: "the values of \(field) are counted by a bit-field: read the whole structure")
        }
        let place = Parameter(name: "place", type: .pointer(to: structure, isConst: true), isHandle: true)
        let isBytes = member.content == .bytes
        let signature = Signature(
            symbol: "read",
            result: .pointer(to: isBytes ? .integer(.unsignedChar) : member.elementType, isConst: true),
            resultMayBeNull: true,
            // One value that is counted is an array too.
            resultCount: count == .constant(1) ? .operation(.multiply, count, count) : count, parameters: [place])
        return try making(
            signature, name, of: giver.function.library, giver.constants, giver.transfer.engine,
            .readMember(shape, index: index, trust))
    }

    /// An action that writes a value to a place. What the value points to stays for as long as the call is kept.
    ///
    /// - Parameters:
    ///   - type: the type of the value there.
    ///   - giver: the action whose library has given out the memory.
    package static func writing(
        _ type: CType, named name: ActionName, besides giver: Action
    ) throws(Unsupported) -> Action {
        let size = try size(of: type)
        let value = Parameter(
            name: "value", type: type.hasParts ? .pointer(to: type, isConst: true) : type,
            isDirectionDeclared: type.hasParts || type.meansText, isOptional: !type.hasParts, isRetained: type.mayPoint,
            isHandle: !type.hasParts && !type.meansText)
        let signature = Signature(symbol: "write", result: .void, parameters: [.place, value])
        return try making(
            signature, name, of: giver.function.library, giver.constants, giver.transfer.engine,
            type.hasParts ? .writeTarget(size: size) : .writeValue(size: size))
    }

    /// An action that writes a bit-field of the structure at a place, and nothing beside it. The value stands in a
    /// structure of its own.
    ///
    /// - Parameter giver: the action whose library has given out the memory.
    package static func writing(
        bits field: RecordType.Member, of structure: CType, named name: ActionName, besides giver: Action
    ) throws(Unsupported) -> Action {
        let alone = RecordType(kind: .structure, tag: nil, members: [field])
        guard case .record(let record) = structure.defined.canonical, let symbol = field.name, let width = field.bits,
            let offset = record.bitOffset(of: symbol), let scalar = Scalar(field.type),
            case .bits(let given)? = RecordShape(alone)?.field(symbol)?.content
        else { throw Unsupported(parameter: nil, message: "\(field.name ?? "it") is no bit-field") }
        let target = BitField(scalar: scalar, offset: offset, width: width)
        let place = Parameter(name: "place", type: .pointer(to: structure, isConst: false), isHandle: true)
        let value = Parameter(
            name: "value", type: .pointer(to: .record(alone), isConst: true), isDirectionDeclared: true)
        let signature = Signature(symbol: "write", result: .void, parameters: [place, value])
        return try making(
            signature, name, of: giver.function.library, giver.constants, giver.transfer.engine,
            .writeBits(given, to: target))
    }

    /// An action that calls a function by a pointer to it, which is its last argument.
    ///
    /// - Parameters:
    ///   - type: the type of the function, with the annotations of its parameters.
    ///   - argument: the name of the argument that is the pointer.
    ///   - giver: the action whose library has given out the pointer.
    package static func calling(
        _ type: FunctionType, named name: ActionName, by argument: String, besides giver: Action
    ) throws(Unsupported) -> Action {
        if type.isVariadic { throw Unsupported(parameter: nil, message: "a pointer to it does not say its arguments") }
        func signature(_ parameters: [Parameter]) -> Signature {
            Signature(
                symbol: "call", result: type.result, resultMayBeNull: type.result.isPointer, parameters: parameters)
        }
        let pointer = Parameter(name: argument, type: .pointer(to: .function(type), isConst: false))
        let library = giver.function.library
        let engine = giver.transfer.engine
        let called = try CallShape(signature(type.parameters), of: library, name: name, by: engine)
        let whole = signature(type.parameters + [pointer])
        return try Action(
            name, whole, function: try MemoryFunction.function(whole, of: library, by: engine, .call(called)),
            instance: InstanceBox(), releases: [:], constants: giver.constants, calls: engine, entry: nil)
    }

    /// An action that stands for a library where a step reads its variables. It is never called.
    package static func standingFor(
        _ library: Library, named name: ActionName, constants: ConstantNames
    ) throws(Unsupported) -> Action {
        let function = unsafe Function(symbol: "variables", address: absentFunction, library: library.identity)
        return try Action(
            name, Signature(symbol: "variables", result: .void, parameters: []), function: function,
            instance: InstanceBox(), constants: constants)
    }

    private static func size(of type: CType) throws(Unsupported) -> Int {
        guard type.hasKnownSize, let layout = ValueLayout(type) else {
            throw Unsupported(parameter: nil, message: "the size of \(type) is not declared")
        }
        if layout.isFlexible {
            throw Unsupported(
                parameter: nil, message: "\(type) ends in an array without a size, so that nobody knows its room")
        }
        return layout.size
    }

    private static func making(
        _ signature: Signature, _ name: ActionName, of library: LibraryIdentity, _ constants: ConstantNames,
        _ engine: CallEngine, _ work: MemoryFunction.Work
    ) throws(Unsupported) -> Action {
        let objectCount: Int? = if case .make(_, let count, _, _) = work { count } else { nil }
        return try Action(
            name, signature, function: try MemoryFunction.function(signature, of: library, by: engine, work),
            instance: InstanceBox(), releases: [:], constants: constants, calls: engine, entry: nil,
            isUncertain: true, making: objectCount)
    }
}

extension Parameter {
    /// The place of an operation in memory.
    fileprivate static let place = Parameter(name: "place", type: .pointer(to: .void, isConst: false), isHandle: true)
}

extension CType {
    /// Returns whether a part of a count is a bit-field of the structure that a parameter points to.
    fileprivate func isCountedByBits(_ part: Parameter.Count) -> Bool {
        guard case .field(_, let path) = part else { return false }
        var type = self
        for name in path {
            guard case .record(let record) = type.canonical, let place = record.place(of: name) else { return false }
            if place.bits != nil { return true }
            type = place.type
        }
        return false
    }

    /// True for structures, unions and arrays, of which pointers are passed.
    fileprivate var hasParts: Bool {
        switch canonical {
        case .record, .array: true
        default: false
        }
    }

    /// True if values of it may point to other memory, which must stay as long as they do.
    fileprivate var mayPoint: Bool {
        switch canonical {
        case .pointer: true
        case .array(let element, _): element.mayPoint
        case .record(let record): record.fields.contains { $0.bits == nil && $0.type.mayPoint }
        default: false
        }
    }
}

extension CType {
    /// Numbers in the place of wide characters, and of arrays of them.
    fileprivate var withNumbers: CType {
        if let character = wideCharacter { return .integer(character) }
        guard case .array(let element, let count) = canonical else { return self }
        let numbers = element.withNumbers
        return numbers == element ? self : .array(of: numbers, count: count)
    }
}
