// SPDX-License-Identifier: Apache-2.0

/// The values that a declared type takes or gives, and their parts, as far as they are known before a call.
///
/// ## Topics
/// - ``kinds``
/// - ``domain``
/// - ``part(at:)``
/// - ``fieldNames``
/// - ``count``
package struct ValueShape: Sendable {
    /// The parts behind the shape.
    indirect enum Content: Sendable {
        /// A value without parts.
        case plain
        /// A pointer that only the module can follow.
        case handle
        /// A value of a type.
        case type(CType)
        /// A member that has bits of its own.
        case bits(RecordType.Member)
        /// The options of a recorded callback of a type.
        case callback(FunctionType)
        /// The rules among those options.
        case rules(FunctionType)
        /// One of them.
        case rule(FunctionType)
        /// Two expressions that are compared.
        case expressions
        /// The recorded calls of a callback: a list for each call.
        case calls(FunctionType)
        /// The arguments of one call of a callback.
        case arguments(FunctionType)
        /// The code and message of a failed call.
        case failure
        /// One of some words.
        case word([String])
        /// Printed output, the content of a file, or characters with a count: a text, or bytes that are none.
        case printed
        /// A text of wide characters, or the array of their numbers where it is none.
        case wideText(WideText)
        /// A place for functions beside parts that are not given back.
        case functions(CType)
        /// The variables of a module, by their names.
        case variables([String: CType])
    }

    /// The kinds of the values; nil where they are those of their type.
    private let ownKinds: Set<ValueKind>?
    let content: Content
    /// True if a function takes the values; false if they come back.
    package let isTaken: Bool
    /// True in a union, where something else may stand.
    let isShared: Bool
    /// The type of the objects in memory whose handles may stand for the values; nil where none may.
    let objectType: CType?

    init(
        kinds: Set<ValueKind>?, content: Content, isTaken: Bool = false, isShared: Bool = false,
        objectType: CType? = nil
    ) {
        ownKinds = kinds
        self.content = content
        self.isTaken = isTaken
        self.isShared = isShared
        self.objectType = objectType
    }

    /// The kinds of the values. They are worked out each time: a path goes through many shapes whose kinds nobody asks for.
    package var kinds: Set<ValueKind> {
        if let ownKinds { return ownKinds }
        guard case .type(let type) = content else { return [] }
        return isTaken ? type.kindsTaken : type.kindsGiven
    }

    /// True if values may be handles.
    package var isHandle: Bool {
        if ownKinds == nil, case .type(let type) = content, !type.isPointer { return false }
        return kinds.contains { $0.isHandle }
    }

    /// `errno`.
    package static let errno = ValueShape.given(.integer(.int))
    /// `"returned"` or `"failed"`.
    package static let status = ValueShape(kinds: [.text], content: .word(["returned", "failed"]))
    /// The output of native code.
    package static let printed = ValueShape(kinds: [.text, .bytes], content: .printed)
    /// A text that the run makes, such as one that is put together of others.
    package static let joined = ValueShape(kinds: [.text], content: .plain)
    /// The failure of a call: null where it returned.
    package static let failure = ValueShape(kinds: [.object, .null], content: .failure)

    /// The same, where the value may also be null.
    package func orNull(_ mayBeNull: Bool = true) -> ValueShape {
        guard mayBeNull else { return self }
        return ValueShape(
            kinds: kinds.union([.null]), content: content, isTaken: isTaken, isShared: isShared, objectType: objectType)
    }

    /// The same, where the handle of an object in memory may stand for the value.
    func orObject(of type: CType) -> ValueShape {
        ValueShape(kinds: ownKinds, content: content, isTaken: isTaken, isShared: isShared, objectType: type)
    }
}

// MARK: - Parts

extension ValueShape {
    /// The shape of a part; nil where no value has it.
    package func part(at path: PartPath) -> ValueShape? {
        path.steps.reduce(ValueShape?.some(self)) { $0?.part($1) }
    }

    /// The shape of a member or element; nil where no value has it.
    package func part(_ step: PartPath.Step) -> ValueShape? {
        switch (content, step) {
        case (_, .element) where kinds.subtracting([.null]) == [.bytes]: .given(.integer(.unsignedChar))
        case (.type(let type), _): part(step, of: type)
        case (.calls(let function), .element): ValueShape(kinds: [.array], content: .arguments(function))
        case (.arguments(let function), .element(let index)):
            function.recordedArguments.dropFirst(index).first
        case (.callback(let function), .member(let name)): .answer(name, of: function)
        case (.rules(let function), .element): ValueShape(kinds: [.object], content: .rule(function), isTaken: true)
        case (.rule(let function), .member(let name)) where CallbackOption.ruleNames.contains(name):
            .answer(name, of: function)
        case (.expressions, .element(0...1)): .expression
        case (.failure, .member("code")), (.failure, .member("message")): ValueShape(kinds: [.text], content: .plain)
        case (.functions(let type), let step): type.functions(step)
        case (.variables(let types), .member(let name)): types[name].map { .given($0.defined) }
        default: nil
        }
    }

    private func part(_ step: PartPath.Step, of type: CType) -> ValueShape? {
        switch (type.canonical, step) {
        case (.record(let record), .member(let name)): record.field(name).map(field)
        case (.record(let record), .element(let index)) where isTaken && record.kind == .structure:
            record.fields.dropFirst(index).first?.name.flatMap(record.field).map(field)
        case (.array(let element, let count), .element(let index)) where !element.isCharacter:
            index < count ?? .max ? inner(element) : nil
        case (.complex(let part), .element(0...1)): inner(.floating(part))
        case (.pointer(let target, _), .target(let name)):
            if case .record(let record) = target.defined.canonical {
                record.field(name).map(ValueShape.found)
            } else {
                nil
            }
        case (.pointer(let target, _), .element) where target.defined.hasKnownSize && !type.meansText:
            .given(target.defined)
        case (.pointer(let target, _), .member("callback")) where isTaken:
            if case .function(let function) = target.canonical { .callback(function) } else { nil }
        default: nil
        }
    }

    /// A field that is found in memory.
    private static func found(_ member: RecordType.Member, isShared: Bool) -> ValueShape {
        ValueShape.given(.void).field(member, isShared: isShared)
    }

    private func inner(_ type: CType) -> ValueShape {
        let shape: ValueShape = isTaken ? .taken(type).orNull(type.isPointer) : .given(type)
        return isShared ? shape.sharing(type) : shape
    }

    /// The same in a union: a pointer to a text there is only a pointer, as something else may stand there.
    private func sharing(_ type: CType) -> ValueShape {
        if type.wideTextBehind != nil {
            let handle = ValueKind.handle(type: type.target.handleName)
            return ValueShape(kinds: [handle, .null], content: .handle, isTaken: isTaken, isShared: true)
        }
        return switch (type.isText, isTaken) {
        case (true, true):
            ValueShape(kinds: kinds.union([.handle(type: "char")]), content: content, isTaken: true, isShared: true)
        case (true, false): ValueShape(kinds: [.handle(type: "char"), .null], content: .handle, isShared: true)
        case (false, _): ValueShape(kinds: ownKinds, content: content, isTaken: isTaken, isShared: true)
        }
    }

    private func field(_ member: RecordType.Member, isShared: Bool) -> ValueShape {
        if let content = member.content, !isShared {
            return isTaken
                ? .taken(content).orNull().orObject(of: member.elementType)
                : .given(content, isWhole: true).orNull()
        }
        let shape = isShared ? inner(member.type).sharing(member.type) : inner(member.type)
        if member.bits == nil { return shape }
        return ValueShape(kinds: shape.kinds, content: .bits(member), isTaken: isTaken)
    }

    /// The names of the fields, where values are structures or unions.
    package var fieldNames: [String] {
        switch content {
        case .type(let type), .functions(let type):
            if case .record(let record) = type.canonical { record.fields.compactMap(\.name) } else { [] }
        case .failure: ["code", "message"]
        case .variables(let types): types.keys.sorted()
        case .callback: CallbackOption.names
        case .rule: CallbackOption.ruleNames
        case .plain, .handle, .bits, .calls, .arguments, .word, .printed, .wideText, .rules, .expressions: []
        }
    }

    /// The variables of a module, by their names: each lies at a place in memory.
    package static func variables(_ types: [String: CType]) -> ValueShape {
        ValueShape(kinds: [.object], content: .variables(types))
    }

    /// True for the variables of a module.
    package var isVariables: Bool { if case .variables = content { true } else { false } }

    /// The names of the fields behind a pointer to a structure.
    var targetNames: [String] {
        guard case .type(let type) = content, case .pointer(let target, _) = type.canonical,
            case .record(let record) = target.defined.canonical
        else { return [] }
        return record.fields.compactMap(\.name)
    }

    /// The member of a structure in memory at a path, which leads to values that other members count, and the type of
    /// the structure; nil where the path leads to no such member.
    package func countedMember(at path: PartPath) -> (member: RecordType.Member, structure: CType)? {
        guard let last = path.steps.last, let whole = part(at: PartPath(Array(path.steps.dropLast())))?.memoryType
        else {
            return nil
        }
        switch (last, whole.canonical) {
        case (.member(let name), .record): return whole.countedMember(name, in: self, at: path).map { ($0, whole) }
        case (.target(let name), .pointer(let target, _)):
            return target.defined.countedMember(name, in: self, at: path).map { ($0, target.defined) }
        default: return nil
        }
    }

    /// True for a pointer.
    var isPointer: Bool { if case .type(let type) = content { type.isPointer } else { false } }

    /// The type of the memory that a part is; nil for what does not lie in memory by itself.
    package var memoryType: CType? { if case .type(let type) = content { type } else { nil } }

    /// The number of elements that a value has; nil where that is not declared.
    package var count: Int? {
        switch content {
        case .type(let type):
            switch type.canonical {
            case .array(let element, let count): element.isCharacter ? nil : count
            case .complex: 2
            default: nil
            }
        case .arguments(let function): function.recordedArguments.count
        case .expressions: 2
        case .plain, .handle, .bits, .callback, .rules, .rule, .calls, .failure, .word, .printed, .wideText,
            .functions, .variables:
            nil
        }
    }

    /// Returns whether an array may have so many elements: an array that a function takes may be shorter than its room.
    package func takes(count: Int) -> Bool {
        guard let wanted = self.count else { return true }
        if case .type(let type) = content, case .array = type.canonical, isTaken { return count <= wanted }
        return count == wanted
    }
}

extension ValueShape {
    /// The type of the handles that all values are which are not null; nil for other values.
    package var handleType: String? {
        guard case .handle(let type)? = kinds.first(where: \.isHandle), kinds.subtracting([.null]).count == 1 else {
            return nil
        }
        return type
    }

    /// True if no object can stand there.
    package var excludesObjects: Bool { !kinds.isEmpty && !kinds.contains(.object) }

    /// The values that the conditions inside a combinator are about; nil if it holds for none of these.
    package func inside(_ word: ConditionCombinator) -> ValueShape? {
        switch word {
        case .not, .anyOf, .allOf: self
        case .each: kinds.contains(.array) ? part(.element(0)) : nil
        }
    }
}

// MARK: - Callbacks

extension ValueShape {
    /// An expression.
    private static let expression = ValueShape(kinds: [.text], content: .plain, isTaken: true)

    /// The options of a `{"callback": {…}}`.
    private static func callback(_ function: FunctionType) -> ValueShape {
        ValueShape(kinds: [.object], content: .callback(function), isTaken: true)
    }

    /// The type of an option of a recorded callback; nil if it takes nothing.
    private static func answer(_ name: String, of function: FunctionType) -> ValueShape? {
        let result = function.result
        let returnsNothing = result.canonical == .void
        return switch CallbackOption(rawValue: name) {
        case .lifetime, .compute: expression
        case .compare: ValueShape(kinds: [.array], content: .expressions, isTaken: true)
        case .rules: ValueShape(kinds: [.array], content: .rules(function), isTaken: true)
        case .writes: ValueShape(kinds: [.object], content: .plain, isTaken: true)
        case .records: ValueShape(kinds: [.bool], content: .plain, isTaken: true)
        case .answers: returnsNothing ? nil : .taken(.array(of: result, count: nil))
        case .returns, .afterwards: returnsNothing ? nil : .taken(result).orNull(result.isPointer)
        case nil: name == CallbackOption.condition ? expression : nil
        }
    }

    /// True if functions stand there, which are named before anything is called.
    package var isFunction: Bool {
        switch content {
        case .type(let type): isTaken && type.isFunctionPointer
        case .callback, .rules, .rule, .expressions: isTaken
        case .plain, .handle, .bits, .calls, .arguments, .failure, .word, .printed, .wideText, .functions, .variables:
            false
        }
    }
}

extension CType {
    /// The member of a structure that leads to counted values; nil for others, and where it shares its memory.
    fileprivate func countedMember(_ name: String, in shape: ValueShape, at path: PartPath) -> RecordType.Member? {
        guard case .record(let record) = canonical, let member = record.field(name)?.member,
            member.content != nil, shape.part(at: path)?.memoryType != member.type
        else { return nil }
        return member
    }

    /// True for a pointer to a function.
    var isFunctionPointer: Bool {
        if case .pointer(let target, _) = canonical, case .function = target.canonical { true } else { false }
    }
}
