// SPDX-License-Identifier: Apache-2.0

extension CType: CustomStringConvertible {
    /// The type as C writes it, such as `const char *` or `double (*)(int)`.
    ///
    /// A structure, union or enumeration with a tag is its tag; one without is written out. The parameters of a
    /// function have their names and annotations.
    package var description: String { declaration(of: "") }

    /// The declaration of a name with this type, such as `int (*name)(double)`.
    ///
    /// - Complexity: O(length of the result · nesting of the type).
    package func declaration(of name: String) -> String {
        declaration(of: name, isConst: false)
    }

    /// Works from the name outwards, as C's declarators do.
    func declaration(of declarator: String, isConst: Bool) -> String {
        switch self {
        case .pointer(let target, let targetIsConst):
            let qualifier = isConst ? declarator.isEmpty ? "const" : "const " : ""
            let pointer = "*\(qualifier)\(declarator)"
            let grouped = target.bindsTighterThanPointer ? "(\(pointer))" : pointer
            return target.declaration(of: grouped, isConst: targetIsConst)
        case .array(let element, let count):
            let suffix = "[\(count.map(String.init) ?? "")]"
            return element.declaration(of: declarator + suffix, isConst: isConst)
        case .function(let function):
            return function.result.declaration(
                of: "\(declarator)(\(function.parameterList))", isConst: false)
        default:
            let specifiers = (isConst ? "const " : "") + specifier
            let isAttached = declarator.isEmpty || declarator.hasPrefix("[")
            return isAttached ? specifiers + declarator : "\(specifiers) \(declarator)"
        }
    }

    private var bindsTighterThanPointer: Bool {
        switch self {
        case .array, .function: true
        default: false
        }
    }

    /// The specifiers of the type, without a declarator.
    private var specifier: String {
        switch self {
        case .void: "void"
        case .bool: "bool"
        case .integer(let type): type.rawValue
        case .floating(let type): type.rawValue
        case .complex(let type): "\(type.rawValue) _Complex"
        case .record(let record): record.specifier
        case .enumeration(let enumeration): enumeration.specifier
        case .named(let name, _): name
        case .aligned(let type, _): type.specifier
        case .pointer, .array, .function: description
        }
    }

    /// The specifiers of the type, with members or constants even if it has a tag.
    package var definition: String {
        switch self {
        case .record(let record): record.definition
        case .enumeration(let enumeration): enumeration.definition
        default: specifier
        }
    }
}

extension FunctionType {
    fileprivate var parameterList: String {
        parameters.declarations(isVariadic: isVariadic, format: nil)
    }
}

extension RecordType {
    /// `struct point`, or the full definition if it has no tag.
    var specifier: String {
        tag.map { "\(kind.rawValue) \($0)" } ?? definition
    }

    /// `struct point { double x; double y; }`
    var definition: String {
        guard let members else { return ([kind.rawValue] + (tag.map { [$0] } ?? [])).joined(separator: " ") }
        let attributes = CType.attributes(isPacked: isPacked, alignment: alignment)
        let head = [kind.rawValue, attributes, tag].compactMap(\.self).joined(separator: " ")
        let fields = fields
        return "\(head) { \(members.map { "\($0.definition(among: fields)); " }.joined())}"
    }
}

extension RecordType.Member {
    /// `unsigned int level : 3 __attribute__((packed))`
    fileprivate func definition(among fields: [RecordType.Member]) -> String {
        let width = bits.map { name == nil ? ": \($0)" : " : \($0)" }
        let declarator = bits == nil || name != nil ? type.declaration(of: name ?? "") : "\(type) "
        let attributes = CType.attributes(isPacked: isPacked, alignment: alignment)
        let annotations = annotations(among: fields).map { $0 + " " }.joined()
        return annotations + declarator + (width ?? "") + (attributes.map { " \($0)" } ?? "")
    }

    private func annotations(among fields: [RecordType.Member]) -> [String] {
        var words: [String] = []
        if let buffer {
            let word: AnnotationWord =
                switch (buffer.isBytes, buffer.isOptional) {
                case (_, true) where buffer.count.isTerminated: .inReadsTextOptional
                case (_, false) where buffer.count.isTerminated: .inReadsText
                case (true, true): .inReadsBytesOptional
                case (true, false): .inReadsBytes
                case (false, true): .inReadsOptional
                case (false, false): .inReads
                }
            words.append(
                buffer.count == .untilNull
                    ? AnnotationWord.nullTerminated.rawValue : "\(word.rawValue)(\(buffer.count.text(among: fields)))")
        }
        if let selector { words.append("\(AnnotationWord.switchOn.rawValue)(\(fields[selector].name ?? ""))") }
        switch stands {
        case .numbers(let numbers):
            words.append(
                "\(AnnotationWord.caseOf.rawValue)(\(numbers.map(\.constantExpression).joined(separator: ", ")))")
        case .otherwise: words.append(AnnotationWord.otherwise.rawValue)
        case nil: break
        }
        return words
    }
}

extension CType {
    /// `__attribute__((packed, aligned(8)))`; nil if there is no attribute.
    static func attributes(isPacked: Bool, alignment: Int?) -> String? {
        let words = (isPacked ? ["packed"] : []) + (alignment.map { ["aligned(\($0))"] } ?? [])
        return words.isEmpty ? nil : "__attribute__((\(words.joined(separator: ", "))))"
    }
}

extension EnumerationType {
    /// `enum color`, or the full definition if it has no tag.
    var specifier: String {
        tag.map { "enum \($0)" } ?? definition
    }

    /// `enum color { RED, GREEN = 5 }`
    var definition: String {
        var next: Int128 = 0
        let list = constants.map { constant in
            let value = number(of: constant)
            let isNext = value == next && value <= Int128(Int32.max)
            next = value + 1
            return isNext ? constant.name : "\(constant.name) = \(value.constantExpression)"
        }
        let words = ["enum", isPacked ? CType.attributes(isPacked: true, alignment: nil) : nil, tag, declaredType]
        return (words.compactMap(\.self) + ["{ \(list.joined(separator: ", ")) }"]).joined(separator: " ")
    }

    /// True if the type can be written with `packed`, which older compilers know too.
    private var isPacked: Bool {
        isUnderlyingDeclared && underlying == .holding(constants.map(number), isPacked: true)
    }

    private var declaredType: String? {
        isUnderlyingDeclared && !isPacked ? ": \(underlying.rawValue)" : nil
    }
}

extension Int128 {
    /// The number as a C expression. The most negative number has no literal.
    fileprivate var constantExpression: String {
        if self == Int128(Int64.min) { return "\(self + 1) - 1" }
        return self > Int128(Int64.max) ? "\(self)u" : description
    }
}
