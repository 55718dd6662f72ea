// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// The type that a declarator gives its name, built from the outside in.
    mutating func build(_ declarator: Declarator, on base: QualifiedType) throws(Diagnostic) -> QualifiedType {
        var built = base
        for step in declarator.steps.reversed() {
            switch step {
            case .pointer(let isConst, let isNullable):
                let pointer = CType.pointer(to: built.type, isConst: built.isConst && !built.type.isFunction)
                built = QualifiedType(type: pointer, isConst: isConst, isNullable: isNullable)
            case .array(let count, let range):
                if count == 0 { throw problem(.type, "an array of 0 elements", at: range) }
                try checkElement(built.type, of: declarator)
                built = QualifiedType(type: .array(of: built.type, count: count), isConst: built.isConst)
            case .function(let list):
                built = try function(returning: built, list, of: declarator)
            }
        }
        return built
    }

    private mutating func function(
        returning result: QualifiedType, _ list: ParameterList, of declarator: Declarator
    ) throws(Diagnostic) -> QualifiedType {
        switch result.type.canonical {
        case .function, .array:
            throw problem(.type, "a function cannot return \(result.type.article)", at: place(of: declarator))
        default: break
        }
        let function = FunctionType(
            result: result.type, parameters: resolve(list, returning: result.type), isVariadic: list.isVariadic)
        return QualifiedType(type: .function(function), isNullable: result.isNullable)
    }

    private func checkElement(_ element: CType, of declarator: Declarator) throws(Diagnostic) {
        if !element.isComplete {
            throw problem(.type, "an array cannot hold \(element.article)", at: place(of: declarator))
        }
        if element.hasFlexibleArray {
            throw problem(.type, "an array cannot hold structures without a fixed size", at: place(of: declarator))
        }
        if let layout = element.layout, layout.size % layout.alignment != 0 {
            throw problem(
                .type,
                "an array cannot hold \"\(element)\", whose \(layout.size) bytes are no multiple of its alignment",
                at: place(of: declarator))
        }
    }

    private func place(of declarator: Declarator) -> Range<Int> {
        declarator.name?.range ?? declarator.range
    }

    /// Refuses types that take too long to walk through, or whose values would not fit into memory.
    func checkMeasure(of type: CType, at range: Range<Int>) throws(Diagnostic) {
        guard isMeasuring else { return }
        let measure = TypeMeasure(of: type)
        if measure.isTooDeep { throw tooDeep(at: range) }
        if measure.isTooLarge || isPaddedTooFar(type) { throw tooLarge(at: range) }
    }

    /// Alignments of their own can make values far larger than their members are.
    private func isPaddedTooFar(_ type: CType) -> Bool {
        guard let size = type.layout?.size else { return false }
        return size > TypeMeasure.mostBytes
    }

    // MARK: Specifiers

    /// Reads everything up to the declarator: storage words, qualifiers, annotations and the type.
    mutating func readSpecifiers(of place: SpecifierPlace) throws(Diagnostic) -> Specifiers {
        let start = position
        var words = SpecifierWords()
        while try readSpecifier(into: &words, at: place) {}
        let type = try finishType(words, from: start)
        return Specifiers(
            qualified: QualifiedType(type: type, isConst: words.isConst, isNullable: words.isNullable),
            isTypedef: words.isTypedef, isExternal: words.isExternal, namesTag: words.namesTag,
            annotations: words.annotations, attributes: words.attributes)
    }

    /// Reads one specifier; false where none comes.
    private mutating func readSpecifier(
        into words: inout SpecifierWords, at place: SpecifierPlace
    ) throws(Diagnostic) -> Bool {
        if try readAttributes(into: &words.attributes) { return true }
        guard current.kind == .word else { return false }
        if current.meaning == .annotation {
            words.annotations += try readAnnotations()
            return true
        }
        if try readQualifier(into: &words, at: place) { return true }
        return try readType(into: &words)
    }

    private mutating func readQualifier(
        into words: inout SpecifierWords, at place: SpecifierPlace
    ) throws(Diagnostic) -> Bool {
        let token = current
        switch token.meaning {
        case .const: words.isConst = true
        case .nullable: words.isNullable = true
        case .harmless: break
        case .storage, .typedef:
            if place != .declaration {
                throw problem(.syntax, "\"\(token.text)\" is not allowed in a \(place.rawValue)", at: token.range)
            }
            words.isTypedef = words.isTypedef || token.meaning == .typedef
            words.isExternal = words.isExternal || token.text == "extern"
        default: return false
        }
        advance()
        if token.text == "extern", current.kind == .string { try readLanguage() }
        return true
    }

    /// `extern "C"`
    private mutating func readLanguage() throws(Diagnostic) {
        let language = advance()
        guard language.text.filter({ $0 != "\\" }) == "\"C\"" else {
            throw unsupported("the linkage \(language.found)", at: language.range)
        }
        if at("{") {
            throw problem(
                .syntax, "a block of \"extern\" is not allowed among declarations", at: current.range,
                suggestion: "leave it out: Heddle's declarations are C")
        }
    }

    private mutating func readType(into words: inout SpecifierWords) throws(Diagnostic) -> Bool {
        try refuseWord(isTypeKnown: words.hasType)
        let token = current
        switch token.meaning {
        case .arithmetic(let word):
            if words.whole != nil { throw twoTypes() }
            words.arithmetic.append(word)
            advance()
        case .tag:
            if words.hasType { throw twoTypes() }
            words.whole = try token.text == "enum" ? readEnumeration() : readRecord()
            words.namesTag = true
        default:
            guard !words.hasType, let known = names.typedef(token.text) else { return false }
            words.whole = .named(token.text, known.type)
            words.isConst = words.isConst || known.isConst
            advance()
        }
        return true
    }

    private func twoTypes() -> Diagnostic {
        problem(.type, "\"\(current.text)\" is a second type in one declaration", at: current.range)
    }

    /// Words for types that Heddle has no way to pass. Those that C++ or a header alone knows may also be names.
    private func refuseWord(isTypeKnown: Bool) throws(Diagnostic) {
        let what: String? =
            switch current.meaning {
            case .refused(let what): what
            case .refusedType(let what): isTypeKnown ? nil : what
            default: nil
            }
        if let what, names.typedefs[current.text] == nil { throw unsupported(what, at: current.range) }
    }

    // MARK: Unknown types

    /// The type that the words form. If it is unknown, the mistake is reported and `int` replaces it.
    mutating func finishType(_ words: SpecifierWords, from start: Int) throws(Diagnostic) -> CType {
        if let whole = words.whole { return whole }
        if words.arithmetic.isEmpty { return try reportUnknownType() }
        guard let type = words.arithmeticType else {
            let text = words.arithmetic.prefix(6).joined(separator: " ")
            throw problem(.type, "\"\(text)\" is not a C type", at: range(from: start))
        }
        return type
    }

    private mutating func reportUnknownType() throws(Diagnostic) -> CType {
        guard isName(current) else { throw expected("a type") }
        let next = token(ahead: 1)
        if next.text == "(", !isInParameters { throw missingResult(current) }
        let problem = unknownType(current)
        let reason = header?.refused[current.text]
        if problems.isEmpty { header?.reasonOfType = reason }
        advance()
        // Other items of a header must not use the replacement.
        if header != nil { throw problem }
        report(problem)
        return .integer(.int)
    }

    /// `f(int x)`, which old C took as a function that returns int.
    private func missingResult(_ name: Token) -> Diagnostic {
        problem(
            .syntax, "\"\(name.text)\" has no result type", at: name.range,
            suggestion: "write \"void \(name.text)(…)\" if it returns nothing")
    }

    private func unknownType(_ name: Token) -> Diagnostic {
        if let reason = header?.refused[name.text] {
            return problem(.unknownType, "the type \"\(name.text)\" was refused: \(reason)", at: name.range)
        }
        return problem(
            .unknownType, "unknown type \"\(name.text)\"", at: name.range,
            suggestion: isSuggesting ? tagged(name.text) ?? didYouMean(name.text, among: knownTypes) : nil)
    }

    private func tagged(_ name: String) -> String? {
        names.tags[name]?.type.tagName.map { "did you mean \"\($0)\"?" }
    }

    private var knownTypes: [String] {
        Array(names.typedefs.keys) + WordMeaning.typeWords
    }
}

extension CType {
    /// True if values of the type have a size.
    var isComplete: Bool {
        switch canonical {
        case .void, .function: false
        case .array(_, let count): count != nil
        case .record(let record): record.members != nil
        default: true
        }
    }

    var isFunction: Bool {
        if case .function = canonical { true } else { false }
    }

    /// True if it is a structure whose last member is an array of any size.
    var hasFlexibleArray: Bool {
        guard case .record(let record) = canonical, let last = record.members?.last else { return false }
        if case .array(_, nil) = last.type.canonical { return true }
        return record.members?.contains { $0.type.hasFlexibleArray } ?? false
    }

    /// The type as messages name it.
    fileprivate var article: String {
        switch canonical {
        case .void: "void"
        case .function: "a function"
        case .array(_, nil): "an array without a size"
        case .array: "an array"
        default: "\"\(self)\", whose members are not known"
        }
    }
}
