// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads `__attribute__((…))`, `[[…]]` or `_Alignas(…)`; false if there is none.
    mutating func readAttributes(into attributes: inout Attributes) throws(Diagnostic) -> Bool {
        if current.meaning == .alignment {
            attributes.alignments += [try readAlignmentSpecifier()].compactMap(\.self)
            return true
        }
        if current.meaning == .attribute {
            advance()
            try expect("(", "after \"__attribute__\"")
            try readAttributeList(until: ")", into: &attributes)
            try expect(")", "after the attributes")
            return true
        }
        guard at("["), token(ahead: 1).text == "[" else { return false }
        advance()
        try readAttributeList(until: "]", into: &attributes)
        try expect("]", "after the attributes")
        return true
    }

    /// Reads attributes in a place where none may affect the layout; false if there is none.
    mutating func skipAttributes() throws(Diagnostic) -> Bool {
        var attributes = Attributes()
        guard try readAttributes(into: &attributes) else { return false }
        refuseLayout(attributes, "does not belong here", advice: "write it after the name that it describes")
        return true
    }

    /// Reports attributes without effect in their place.
    mutating func refuseLayout(_ attributes: Attributes, _ complaint: String, advice: String? = nil) {
        guard let range = attributes.layout else { return }
        report(problem(.attribute, "\"\(place(range).text)\" \(complaint)", at: range, suggestion: advice))
    }

    /// Reads a list in its inner pair of brackets.
    private mutating func readAttributeList(
        until closing: String, into attributes: inout Attributes
    ) throws(Diagnostic) {
        try expect(closing == ")" ? "(" : "[", "around the attributes")
        while take(closing) == nil {
            if take(",") != nil { continue }
            guard current.kind == .word else { throw expected("\"\(closing)\"") }
            try readAttribute(isStandard: closing == "]", into: &attributes)
        }
    }

    private mutating func readAttribute(isStandard: Bool, into attributes: inout Attributes) throws(Diagnostic) {
        let start = position
        let isPrefixed = token(ahead: 1).text == ":" && token(ahead: 2).text == ":" && token(ahead: 3).kind == .word
        for _ in 0..<(isPrefixed ? 3 : 0) { advance() }
        let word = advance()
        let name = word.text.withoutUnderscores
        if isStandard, !isPrefixed, name == "packed" || name == "aligned" { throw withoutPrefix(word, name) }
        switch name {
        case "packed": attributes.packed = range(from: start)
        case "aligned": attributes.alignments.append(try readAlignment(from: start))
        case "format": attributes.format = try readFormat(from: start) ?? attributes.format
        case _ where Self.refusedAttributes.contains(name):
            throw unsupported("the attribute \"\(word.text)\"", at: word.range)
        default:
            let arguments = position
            if at("(") { try skipGroup() }
            if let hint = AttributeHint.Name(rawValue: name), header != nil {
                let words = tokens[arguments..<position].filter { $0.kind != .sign }.map(\.text.withoutUnderscores)
                attributes.hints.append(AttributeHint(name: hint, arguments: words))
            }
        }
    }

    private func withoutPrefix(_ word: Token, _ name: String) -> Diagnostic {
        problem(
            .attribute, "compilers ignore \"[[\(word.text)]]\"", at: word.range,
            suggestion: "write \"[[gnu::\(name)]]\"")
    }

    /// The attributes that affect the layout or the calling convention. All others are irrelevant for a call.
    private static let refusedAttributes: Set<String> = [
        "mode", "vector_size", "ext_vector_type", "neon_vector_type", "neon_polyvector_type", "matrix_type",
        "transparent_union", "ms_struct", "scalar_storage_order", "randomize_layout", "address_space", "ms_abi",
        "vectorcall", "regcall", "swiftcall", "swiftasynccall", "preserve_most", "preserve_all", "preserve_none", "pcs",
        "aarch64_vector_pcs", "overloadable",
    ]

    // MARK: Alignment

    /// The largest alignment that a declaration may ask for, in bytes.
    static let largestAlignment = 1 << 16
    /// The alignment of `aligned` without a number: the largest that any type needs.
    private static let fullAlignment = 16

    /// Reads what may follow `aligned`.
    mutating func readAlignment(from start: Int) throws(Diagnostic) -> Attributes.Alignment {
        guard take("(") != nil else {
            return .init(bytes: Self.fullAlignment, isSpecifier: false, range: range(from: start))
        }
        let number = position
        let value = try readConstant().value
        let bytes = try alignment(value, at: range(from: number))
        try expect(")", "after the alignment")
        return .init(bytes: bytes, isSpecifier: false, range: range(from: start))
    }

    /// Reads `_Alignas(n)` or `_Alignas(type)`; nil for `_Alignas(0)`, which asks for nothing.
    mutating func readAlignmentSpecifier() throws(Diagnostic) -> Attributes.Alignment? {
        let start = position
        let word = advance()
        guard at("(") else { throw expected("\"(\" after \"\(word.text)\"") }
        let bytes = try beginsType(token(ahead: 1)) ? readAlignmentOfType() : readAlignmentNumber()
        return bytes.map { .init(bytes: $0, isSpecifier: true, range: range(from: start)) }
    }

    private mutating func readAlignmentOfType() throws(Diagnostic) -> Int {
        let (type, range) = try readTypeName()
        guard let layout = type.layout else { throw problem(.attribute, "\"\(type)\" has no alignment", at: range) }
        return layout.alignment
    }

    private mutating func readAlignmentNumber() throws(Diagnostic) -> Int? {
        advance()
        let start = position
        let value = try readConstant().value
        let written = range(from: start)
        try expect(")", "after the alignment")
        return value == 0 ? nil : try alignment(value, at: written)
    }

    private func alignment(_ value: Int128, at range: Range<Int>) throws(Diagnostic) -> Int {
        guard let bytes = Int(exactly: value), (1...Self.largestAlignment).contains(bytes), bytes & (bytes - 1) == 0
        else {
            throw problem(
                .attribute, "an alignment is a power of two up to \(Self.largestAlignment), not \(value)", at: range)
        }
        return bytes
    }

    /// The alignment of a type. If there are several, gcc takes the last one and clang the largest, so one must be
    /// both.
    mutating func typeAlignment(_ attributes: Attributes) -> Int? {
        guard let largest = attributes.alignment, let last = attributes.alignments.last else { return nil }
        if last.bytes != largest {
            report(
                problem(
                    .attribute, "compilers disagree whether this or the larger alignment before it holds",
                    at: last.range, suggestion: "keep one of them"))
        }
        return largest
    }

    // MARK: Format

    /// Reads what follows `format`; nil for formats other than those of `printf`.
    mutating func readFormat(from start: Int) throws(Diagnostic) -> Attributes.Format? {
        guard at("("), ["printf", "gnu_printf"].contains(token(ahead: 1).text.withoutUnderscores) else {
            if at("(") { try skipGroup() }
            return nil
        }
        advance()
        advance()
        try expect(",", "after the kind of format")
        let parameter = try readConstant().value
        try expect(",", "after the place of the format")
        let first = try readConstant().value
        try expect(")", "after the attribute")
        return .init(
            parameter: Int(clamping: parameter), first: Int(clamping: first), range: range(from: start))
    }

    /// The parameter that an attribute or annotation marks as the format of the variadic arguments.
    mutating func format(
        of function: FunctionType, _ attributes: Attributes, _ parameters: [ParsedParameter]?
    ) -> Int? {
        let annotated = parameters?.firstIndex { $0.annotations.contains { $0.word == .printFormat } }
        guard let format = attributes.format else { return annotated }
        if let flaw = flaw(of: format, on: function) {
            report(problem(.attribute, "\"\(place(format.range).text)\" \(flaw)", at: format.range))
            return annotated
        }
        if let annotated, annotated != format.parameter - 1 {
            report(problem(.attribute, "another parameter is annotated as the format", at: format.range))
        }
        return format.first == 0 ? annotated : format.parameter - 1
    }

    private func flaw(of format: Attributes.Format, on function: FunctionType) -> String? {
        guard function.parameters.indices.contains(format.parameter - 1) else { return "names no parameter" }
        let type = function.parameters[format.parameter - 1].type
        guard type.isText else { return "names a parameter that is not text but \"\(type)\"" }
        if format.first == 0 { return nil }
        guard function.isVariadic else { return "needs a function that takes variadic arguments" }
        let first = function.parameters.count + 1
        return format.first == first ? nil : "does not name \(first), the first of the variadic arguments"
    }

    // MARK: Typedef attributes

    /// The type that a typedef names, with the alignment that its attributes ask for.
    mutating func aligned(_ declared: QualifiedType, _ attributes: Attributes) -> QualifiedType {
        if attributes.layout == nil { return declared }
        if let packed = attributes.packed {
            report(
                problem(
                    .attribute, "compilers ignore \"packed\" on a typedef", at: packed,
                    suggestion: "write it after \"}\", or between \"struct\" and the tag"))
        }
        if let specifier = attributes.alignments.first(where: \.isSpecifier) {
            report(
                problem(
                    .attribute, "C has no typedefs with \"_Alignas\"", at: specifier.range,
                    suggestion: "write \"__attribute__((aligned(\(specifier.bytes))))\""))
        }
        guard let alignment = typeAlignment(attributes) else { return declared }
        if declared.type.isFunction || declared.type.canonical == .void {
            refuseLayout(attributes, "needs a type that has values")
            return declared
        }
        return QualifiedType(
            type: .aligned(declared.type, to: alignment), isConst: declared.isConst, isNullable: declared.isNullable)
    }
}

extension String {
    /// An attribute's name: `__packed__` is `packed`.
    var withoutUnderscores: String {
        guard hasPrefix("__"), hasSuffix("__"), utf8.count > 4 else { return self }
        return String(dropFirst(2).dropLast(2))
    }
}

extension KnownNames.Typedef {
    /// Returns whether another declaration of the name is equivalent.
    func isSame(as other: QualifiedType) -> Bool {
        isConst == other.isConst && type.isSame(as: other.type) && type.ownAlignment == other.type.ownAlignment
    }
}

extension CType {
    /// The alignment that a typedef has given the type; nil if it has only its own.
    var ownAlignment: Int? {
        switch self {
        case .aligned(_, let alignment): alignment
        case .named(_, let underlying): underlying.ownAlignment
        case .array(let element, _): element.ownAlignment
        default: nil
        }
    }
}
