// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads everything up to the declarator: storage words, qualifiers, annotations and the type.
    mutating func readSpecifiers(of place: SpecifierPlace) throws(Diagnostic) -> Specifiers {
        let start = position
        var words = SpecifierWords()
        while try readSpecifier(into: &words, at: place) {}
        let type = try finishType(words, from: start)
        return Specifiers(
            qualified: QualifiedType(type: type, isConst: words.isConst, isNullable: words.isNullable),
            isTypedef: words.isTypedef, namesTag: words.namesTag, annotations: words.annotations,
            attributes: words.attributes)
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
                throw problem("syntax", "\"\(token.text)\" cannot stand in a \(place.rawValue)", at: token.range)
            }
            words.isTypedef = words.isTypedef || token.meaning == .typedef
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
                "syntax", "a block of \"extern\" cannot stand among declarations", at: current.range,
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
        problem("type", "\"\(current.text)\" is a second type in one declaration", at: current.range)
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
}
