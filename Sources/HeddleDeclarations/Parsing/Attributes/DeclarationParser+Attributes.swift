// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads `__attribute__((…))`, `[[…]]` or `_Alignas(…)`; false where none comes.
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

    /// Reads attributes where none can say how values lie in memory; false where none comes.
    mutating func skipAttributes() throws(Diagnostic) -> Bool {
        var attributes = Attributes()
        guard try readAttributes(into: &attributes) else { return false }
        refuseLayout(attributes, "does not belong here", advice: "write it behind what it speaks of")
        return true
    }

    /// Notes attributes that would be without effect where they stand.
    mutating func refuseLayout(_ attributes: Attributes, _ complaint: String, advice: String? = nil) {
        guard let range = attributes.layout else { return }
        report(problem("attribute", "\"\(place(range).text)\" \(complaint)", at: range, suggestion: advice))
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
        default: if at("(") { try skipGroup() }
        }
    }

    private func withoutPrefix(_ word: Token, _ name: String) -> Diagnostic {
        problem(
            "attribute", "compilers ignore \"[[\(word.text)]]\"", at: word.range,
            suggestion: "write \"[[gnu::\(name)]]\"")
    }

    /// Those that change how values lie in memory or how calls are made; all others say nothing about a call.
    private static let refusedAttributes: Set<String> = [
        "mode", "vector_size", "ext_vector_type", "neon_vector_type", "neon_polyvector_type", "matrix_type",
        "transparent_union", "ms_struct", "scalar_storage_order", "randomize_layout", "address_space", "ms_abi",
        "vectorcall", "regcall", "swiftcall", "swiftasynccall", "preserve_most", "preserve_all", "preserve_none", "pcs",
        "aarch64_vector_pcs", "overloadable",
    ]
}

extension String {
    /// An attribute's name: `__packed__` is `packed`.
    var withoutUnderscores: String {
        guard hasPrefix("__"), hasSuffix("__"), utf8.count > 4 else { return self }
        return String(dropFirst(2).dropLast(2))
    }
}
