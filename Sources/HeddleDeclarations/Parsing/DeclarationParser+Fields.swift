// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The width of a bit-field.
struct FieldWidth {
    let bits: Int
    let range: Range<Int>
}

extension DeclarationParser {
    /// Reads `: n` behind a member; nil where none comes.
    mutating func readWidth() throws(Diagnostic) -> FieldWidth? {
        guard take(":") != nil else { return nil }
        let start = position
        let value = try readConstant().value
        let range = range(from: start)
        if value < 0 { throw problem("type", "a bit-field of \(value) bits", at: range) }
        return FieldWidth(bits: Int(clamping: value), range: range)
    }

    /// Refuses a bit-field that C has not, or that compilers do not agree about.
    func checkField(_ type: CType, _ width: FieldWidth, _ name: Token?) throws(Diagnostic) {
        let place = name?.range ?? width.range
        guard let most = type.mostFieldBits else {
            throw problem("type", "a bit-field is an integer, and this is \"\(type)\"", at: place)
        }
        if let name, width.bits == 0 {
            throw problem(
                "type", "\"\(name.text)\" has 0 bits", at: width.range, suggestion: "leave out the name: \": 0\"")
        }
        if width.bits > most {
            throw problem("type", "\"\(type)\" has \(most) bits, not \(width.bits)", at: width.range)
        }
        if type.ownAlignment != nil {
            throw problem(
                "type", "compilers disagree where a bit-field lies whose type has an alignment of its own", at: place)
        }
    }

    /// The alignment that a member asks for; one that is less than its type's is not always possible.
    mutating func memberAlignment(_ attributes: Attributes, of type: CType, isField: Bool) -> Int? {
        let natural = type.layoutAsMember?.alignment ?? 1
        for alignment in attributes.alignments {
            let flaw = isField ? alignment.flaw(onField: natural) : alignment.flaw(on: type, natural)
            if let flaw { report(problem("attribute", flaw, at: alignment.range)) }
        }
        return attributes.alignment
    }
}

extension Attributes.Alignment {
    fileprivate func flaw(on type: CType, _ natural: Int) -> String? {
        guard isSpecifier, bytes < natural else { return nil }
        return "\"\(type)\" is aligned to \(natural) bytes; \"packed\" lessens that, and \"_Alignas\" cannot"
    }

    fileprivate func flaw(onField natural: Int) -> String? {
        if isSpecifier { return "C has no bit-fields with \"_Alignas\"" }
        return bytes < natural ? "compilers disagree where a bit-field lies that is aligned to less than its type" : nil
    }
}

extension CType {
    /// How many bits a bit-field of the type can have; nil where it can have none.
    fileprivate var mostFieldBits: Int? {
        switch canonical {
        case .bool: 1
        case .integer(let integer): integer.size * 8
        case .enumeration(let enumeration): enumeration.underlying.size * 8
        default: nil
        }
    }
}
