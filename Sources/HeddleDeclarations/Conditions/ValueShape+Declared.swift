// SPDX-License-Identifier: Apache-2.0

extension Signature {
    /// The possible results; nil for void.
    package var resultShape: ValueShape? { resultCrossing.given(orNull: true, isWhole: true) }

    /// The possible values of a part of an out-parameter, or the recorded calls of a function there; nil where
    /// nothing comes back.
    package func outputShape(_ name: String, at path: PartPath = PartPath()) -> ValueShape? {
        guard let parameter = outputs.first(where: { $0.name == name })?.parameter else { return nil }
        let written = parameter.outputShape?.part(at: path)
        let noted = parameter.functions?.part(at: path)
        guard let noted, !noted.kinds.isEmpty else { return written }
        guard let written else { return noted }
        return ValueShape(kinds: noted.kinds.union(written.kinds), content: noted.content)
    }

    /// The possible values of an argument for hooks; nil if callers give none of this name.
    package func argumentShape(_ name: String) -> ValueShape? {
        position(ofArgument: name).flatMap { parameters[given[$0]].recordedShape }
    }

    /// The out-parameters, and the parameters that take functions, by their names, in order.
    package var outputs: [(name: String, parameter: Parameter)] {
        parameters.indices.filter { parameters[$0].isOutput || parameters[$0].crossing.takesFunctions }
            .map { (name(of: $0), parameters[$0]) }
    }
}

extension Parameter {
    /// The values that a caller may give.
    package var shapeTaken: ValueShape {
        switch crossing {
        case .nothing: ValueShape(kinds: [], content: .plain)
        case .value(let type): .taken(type).orNull(isOptional)
        case .pointee(let type): .taken(type).orNull(isOptional).orObject(of: type)
        case .counted(let content, _): .taken(content).orNull(isOptional).orObject(of: targetType)
        case .received(let content, _): .taken(content).orNull(isOptional)
        }
    }

    /// The type that a pointer points to.
    package var targetType: CType { type.target }

    /// A value in the form in which calls have it as an argument.
    ///
    /// - Throws: a name where a number is wanted, and that is no constant of the module.
    package func returned(_ value: Value, naming constants: ConstantNames) throws(UnknownName) -> Value {
        try recordedShape?.returned(value, naming: constants) ?? value
    }

    /// The values that come back behind the parameter; nil where none do.
    fileprivate var outputShape: ValueShape? {
        isWritten ? crossing.given(orNull: false, isWhole: written != nil || received != nil) : nil
    }

    /// True if the function writes values that come back.
    fileprivate var isOutput: Bool {
        switch crossing {
        case .nothing, .value: false
        case .pointee, .counted, .received: isWritten
        }
    }

    /// The form of an argument for recorded callbacks and hooks; nil for one that its caller does not give.
    fileprivate var recordedShape: ValueShape? {
        switch crossing {
        case .nothing: return nil
        case .value(let type) where type.isFunctionPointer:
            return ValueShape(kinds: type.kindsGiven.union([.object]), content: .plain)
        case .counted(let content, _) where direction == .in:
            return ValueShape.given(content, isWhole: true).orNull()
        case .value, .pointee, .counted, .received:
            return isOutput && direction == .out ? nil : crossing.given(orNull: true, isWhole: false)
        }
    }

    /// The recorded calls of the functions in it; nil if it takes none.
    fileprivate var functions: ValueShape? { crossing.takesFunctions ? crossing.type.functions : nil }
}

extension FunctionType {
    /// The arguments that a recorded callback notes: those that a caller gives.
    var recordedArguments: [ValueShape] { parameters.compactMap(\.recordedShape) }
}

extension Crossing {
    /// The form in which the values come back; nil if nothing does.
    ///
    /// - Parameters:
    ///   - orNull: true if the pointer to the values may be null.
    ///   - isWhole: true if all characters of a buffer do, and not those before a NUL alone.
    fileprivate func given(orNull: Bool, isWhole: Bool) -> ValueShape? {
        switch self {
        case .nothing: nil
        case .value(let type): .given(type)
        case .pointee(let type): ValueShape.given(type).orNull(orNull)
        case .counted(let content, _): ValueShape.given(content, isWhole: isWhole).orNull(orNull)
        // Nothing may be behind the pointer that is received.
        case .received(let content, _): ValueShape.given(content, isWhole: isWhole).orNull()
        }
    }

    fileprivate var takesFunctions: Bool { type.takesFunctions }
}

extension ValueShape {
    /// The form in which a value of a type comes back.
    package static func given(_ type: CType) -> ValueShape { ValueShape(kinds: nil, content: .type(type)) }

    /// The forms in which a value of a type may be given.
    static func taken(_ type: CType) -> ValueShape {
        ValueShape(kinds: nil, content: .type(type), isTaken: true)
    }

    /// The form in which the contents of a buffer come back.
    ///
    /// - Parameter isWhole: true if all characters do, and not those before a NUL alone.
    static func given(_ content: CountedContent, isWhole: Bool = false) -> ValueShape {
        switch content {
        case .characters where isWhole: .printed
        case .wideCharacters(let text): .wide(text)
        case .bytes: ValueShape(kinds: [.bytes], content: .plain)
        case .characters: ValueShape(kinds: [.text, .bytes], content: .plain)
        case .elements(let element): .given(.array(of: element, count: nil))
        }
    }

    private static func wide(_ text: WideText, isTaken: Bool = false) -> ValueShape {
        ValueShape(kinds: [.text, .array], content: .wideText(text), isTaken: isTaken)
    }

    static func taken(_ content: CountedContent) -> ValueShape {
        switch content {
        case .bytes:
            ValueShape(
                kinds: [.text, .bytes, .array], content: .type(.array(of: .integer(.unsignedChar), count: nil)),
                isTaken: true)
        case .characters: ValueShape(kinds: [.text, .bytes], content: .plain, isTaken: true)
        case .wideCharacters(let text): .wide(text, isTaken: true)
        case .elements(let element): .taken(.array(of: element, count: nil))
        }
    }
}

// MARK: - Types

extension CType {
    /// The type that a pointer points to; `void` for other types.
    package var target: CType { if case .pointer(let target, _) = canonical { target } else { .void } }

    /// The kinds of the values that may be given.
    var kindsTaken: Set<ValueKind> {
        switch canonical {
        // Large whole numbers may also be written as text.
        case .integer(let type): WholeRange(type).isWide ? [.number, .text] : [.number]
        case .record(let record): record.kind == .union ? [.object] : [.object, .array]
        case .array(let element, let count?) where CountedContent(of: element) == .bytes && count > 0:
            [.array, .bytes]
        // A text of wide characters may also be an object that consists of them.
        case .pointer(let target, _) where target.wideText != nil: [.text, .array, .handle(type: target.handleName)]
        case .pointer:
            isFunctionPointer ? kindsGiven.subtracting([.null]).union([.object]) : kindsGiven.subtracting([.null])
        case .void, .bool, .floating, .complex, .array, .function, .enumeration, .aligned, .named: kindsGiven
        }
    }

    /// The kinds of the values that come back.
    var kindsGiven: Set<ValueKind> {
        switch canonical {
        case .bool: [.bool]
        case .integer: [.number]
        case .enumeration, .floating: [.number, .text]
        case .record: [.object]
        case .array(let element, .some) where element.isCharacter: [.text, .bytes]
        case .array, .complex: [.array]
        case .pointer where isText: [.text, .bytes, .null]
        case .pointer where meansText: [.text, .array, .null]
        case .pointer(let target, _):
            if case .function(let function) = target.canonical {
                [.handle(type: function.pointerName), .null]
            } else {
                [.handle(type: target.handleName), .null]
            }
        case .void, .function, .aligned, .named: []
        }
    }

    /// Returns whether handles of a type may stand for pointers to this one, where a function takes those. Bytes may lie
    /// in any object, and a text in a `char[n]` or in a single character.
    package func takesObjects(named type: String) -> Bool {
        canonical == .void || type == handleName
            || isCharacter && (type.hasPrefix("\(handleName)[") || type == placed.handleName)
    }

    /// The type of the object to which a place of the type is a pointer. An array of structures is one to its first element,
    /// as C takes `mpfr_t`, which is an array, for a pointer wherever it is passed. A single character is a number there: a
    /// pointer to `char` would be a text.
    package var placed: CType {
        if isCharacter { return .integer(HostTypes.charIsSigned ? .signedChar : .unsignedChar) }
        if case .array(let element, _) = canonical, case .record = element.canonical { return element }
        return self
    }

    /// The name that tells handles of one type from those of another: that of C itself where typedefs have others.
    package var handleName: String {
        switch canonical {
        case .record(let record): record.tag ?? description
        case .bool, .integer, .floating, .complex: canonical.description
        case .void, .pointer, .array, .function, .enumeration, .aligned, .named: description
        }
    }

    /// True if there are pointers to functions in it.
    fileprivate var takesFunctions: Bool {
        switch canonical {
        case .pointer: isFunctionPointer
        case .array(let element, _): element.takesFunctions
        case .record(let record): record.fields.contains { $0.bits == nil && $0.type.takesFunctions }
        case .void, .bool, .integer, .floating, .complex, .function, .enumeration, .aligned, .named: false
        }
    }

    /// The recorded calls of the functions in a value.
    fileprivate var functions: ValueShape {
        guard case .pointer(let target, _) = canonical, case .function(let function) = target.canonical else {
            return ValueShape(kinds: [], content: .functions(self))
        }
        return ValueShape(kinds: [.array], content: function.isVariadic ? .plain : .calls(function))
    }

    /// The functions in a part of what takes them; nil where there is no such part.
    func functions(_ step: PartPath.Step) -> ValueShape? {
        switch (canonical, step) {
        case (.record(let record), .member(let name)):
            record.field(name).flatMap { $0.member.bits == nil ? $0.member.type.functions : nil }
        case (.array(let element, let count), .element(let index)): index < count ?? .max ? element.functions : nil
        default: nil
        }
    }
}

extension FunctionType {
    /// The type of a pointer to the function, as C writes it: the same text for all that C takes for one type.
    package var pointerName: String { CType.pointer(to: .function(self), isConst: false).withoutNames.description }
}

extension CType {
    /// The type without what makes no difference to it: typedef names, and the names and annotations of parameters.
    fileprivate var withoutNames: CType {
        switch canonical {
        case .pointer(let target, let isConst): .pointer(to: target.withoutNames, isConst: isConst)
        case .array(let element, let count): .array(of: element.withoutNames, count: count)
        case .function(let function):
            .function(
                FunctionType(
                    result: function.result.withoutNames,
                    parameters: function.parameters.map { Parameter(name: nil, type: $0.type.withoutNames) },
                    isVariadic: function.isVariadic))
        case let other: other
        }
    }
}
