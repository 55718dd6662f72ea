// SPDX-License-Identifier: Apache-2.0

/// The place where a value comes back, as far as its declaration says which values do.
///
/// An expectation may be written in each form in which the value could be given. It is compared with the value that
/// comes back, so it gets that form before anything is called.
///
/// ## Topics
/// - ``returned(_:naming:)``
/// - ``operand(_:of:naming:)``
package protocol ValuePlace {
    /// The values; of those that have parts only what can be said of the whole.
    var domain: ValueDomain { get }
    /// The names of the fields, where values are structures or unions, in their order.
    var fieldNames: [String] { get }
    /// The place of a part; nil where no value has it.
    func part(_ step: PartPath.Step) -> Self?
}

extension ValuePlace {
    /// The names of the fields that an array stands for, one for each of its elements; nil where it is no structure by
    /// position.
    package func fieldNames(ofArray count: Int) -> [String]? {
        guard case .record(let record) = domain.content, record.kind == .structure, count == fieldNames.count else {
            return nil
        }
        return fieldNames
    }

    /// A value in the form in which it comes back, whichever it was written in. One that is none of the place's values
    /// stays as it is.
    ///
    /// - Throws: a name where a number is wanted, and that is no constant of the module.
    /// - Complexity: O(size of the value).
    package func returned(_ value: Value, naming constants: ConstantNames) throws(UnknownName) -> Value {
        switch value {
        case .null, .bool, .handle: return value
        case .number: return domain.content.form(of: value)
        case .string(let text):
            return domain.content.form(of: try constants.number(for: text, among: domain.content) ?? value)
        case .bytes(let bytes): return numbers(bytes) ?? domain.content.form(of: value)
        case .array(let elements):
            if let number = try constants.number(for: elements, among: domain.content) {
                return domain.content.form(of: number)
            }
            switch domain.content {
            case .wideText, .bytes: return domain.content.form(of: value)
            default: break
            }
            if let names = fieldNames(ofArray: elements.count) {
                return try returned(.object(zip(names, elements).map { Value.Member($0, $1) }), naming: constants)
            }
            return .array(
                try elements.enumerated().map { index, element throws(UnknownName) in
                    try UnknownName.inside(.element(index)) { () throws(UnknownName) in
                        try part(.element(index))?.returned(element, naming: constants) ?? element
                    }
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownName) in
                    guard let part = part(.member(member.name)) else { return member }
                    return try UnknownName.inside(.member(member.name)) { () throws(UnknownName) in
                        try member.formed { value throws(UnknownName) in
                            try part.returned(value, naming: constants)
                        }
                    }
                })
        }
    }

    /// Bytes as the elements of an array of numbers of one byte.
    private func numbers(_ bytes: [UInt8]) -> Value? {
        guard case .array = domain.content, case .whole(let range)? = part(.element(0))?.domain.content else {
            return nil
        }
        switch range {
        case WholeRange(.unsignedChar): return .array(bytes.map { .number(.integer(Int128($0))) })
        case WholeRange(.signedChar): return .array(bytes.map { .number(.integer(Int128(Int8(bitPattern: $0)))) })
        default: return nil
        }
    }
}

// MARK: - Operands

extension ValuePlace {
    /// An operand in the form in which values come back.
    ///
    /// - Throws: a name where a number is wanted, and that is no constant of the module.
    package func operand(
        _ operand: Value, of word: ConditionOperator, naming constants: ConstantNames
    ) throws(UnknownName) -> Value {
        if word.form == .length { return try ValueDomain.length.returned(operand, naming: constants) }
        guard let place = place(of: word.form) else { return operand }
        guard case .array(let elements) = operand, word.form.listsValues else {
            return try place.returned(operand, naming: constants)
        }
        return .array(
            try elements.enumerated().map { index, element throws(UnknownName) in
                if word.form.isTolerance(index, element) { return place.tolerance(element) }
                return try UnknownName.inside(.element(index)) { () throws(UnknownName) in
                    try place.returned(element, naming: constants)
                }
            })
    }

    /// The place where the values would come back that an operator compares with; nil where those are no such values.
    package func place(of form: OperandForm) -> Self? {
        switch form {
        case .value, .ordered, .tolerance, .list: return self
        case .pattern, .file, .length, .flag: return nil
        case .text, .element:
            switch domain.content {
            case .array: return form == .element ? part(.element(0)) : nil
            case .bytes: return self
            case .bool, .whole, .floating, .enumeration, .word, .text, .printed, .wideText, .record, .handle, .unknown:
                return nil
            }
        }
    }
}

extension OperandForm {
    /// True if operands are arrays of the values that are compared with.
    package var listsValues: Bool { self == .list || self == .tolerance }

    /// Returns whether an element of an operand is how far a value may be from another, and no name of that.
    package func isTolerance(_ index: Int, _ element: Value) -> Bool {
        guard self == .tolerance, index == 1 else { return false }
        switch element {
        case .number, .object: return true
        default: return false
        }
    }
}

extension ValueDomain: ValuePlace {
    /// The lengths that values can have.
    static let length = ValueDomain(.whole(WholeRange(.long)))

    /// The domain itself.
    package var domain: ValueDomain { self }

    /// The names of the fields of a structure or union, those of anonymous members among them.
    package var fieldNames: [String] {
        if case .record(let record) = content { record.fields.compactMap(\.name) } else { [] }
    }

    /// The values of a field or element.
    package func part(_ step: PartPath.Step) -> ValueDomain? {
        switch (content, step) {
        case (.record(let record), .member(let name)):
            record.field(name).map { ValueDomain(ofField: $0.member) }
        case (.array(let element?, _), .element): ValueDomain(of: element)
        default: nil
        }
    }
}
