// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DeclarationParser {
    /// Reads everything up to the declarator: storage words, qualifiers, annotations and the type.
    mutating func readSpecifiers(of place: SpecifierPlace) throws(Diagnostic) -> Specifiers {
        let start = position
        var words = SpecifierWords()
        while try readSpecifier(into: &words, at: place) {}
        let type = try finishType(words, from: start)
        return Specifiers(
            qualified: QualifiedType(type: type, isConst: words.isConst, isNullable: words.isNullable),
            isTypedef: words.isTypedef, namesTag: words.namesTag, annotations: words.annotations)
    }

    /// Reads one specifier; false where none comes.
    private mutating func readSpecifier(
        into words: inout SpecifierWords, at place: SpecifierPlace
    ) throws(Diagnostic) -> Bool {
        if try skipAttributes() { return true }
        guard current.kind == .word else { return false }
        if isAnnotation(current) {
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
        if ReservedWords.const.contains(token.text) {
            words.isConst = true
        } else if token.text == ReservedWords.nullable {
            words.isNullable = true
        } else if token.text == "typedef" || ReservedWords.storage.contains(token.text) {
            if place != .declaration {
                throw problem("syntax", "\"\(token.text)\" cannot stand in a \(place.rawValue)", at: token.range)
            }
            words.isTypedef = words.isTypedef || token.text == "typedef"
        } else if !ReservedWords.harmless.contains(token.text) {
            return false
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
        if let word = ReservedWords.arithmetic[token.text] {
            if words.whole != nil { throw twoTypes() }
            words.arithmetic.append(word)
            advance()
        } else if ["struct", "union", "enum"].contains(token.text) {
            if words.hasType { throw twoTypes() }
            words.whole = try token.text == "enum" ? readEnumeration() : readRecord()
            words.namesTag = true
        } else if !words.hasType, let known = names.typedef(token.text) {
            words.whole = .named(token.text, known.type)
            words.isConst = words.isConst || known.isConst
            advance()
        } else {
            return false
        }
        return true
    }

    private func twoTypes() -> Diagnostic {
        problem("type", "\"\(current.text)\" is a second type in one declaration", at: current.range)
    }

    /// Words for types that Heddle has no way to pass. Those that C++ or a header alone knows may also be names.
    private func refuseWord(isTypeKnown: Bool) throws(Diagnostic) {
        guard let what = ReservedWords.refused[current.text], names.typedefs[current.text] == nil else { return }
        let isType = !isTypeKnown || current.text.hasPrefix("_")
        if isType { throw unsupported(what, at: current.range) }
    }
}
