// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// The largest alignment that a declaration may ask for, in bytes.
    static let largestAlignment = 1 << 16
    /// What `aligned` without a number asks for: the most that any type needs.
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
        guard let layout = type.layout else { throw problem("attribute", "\"\(type)\" has no alignment", at: range) }
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
                "attribute", "an alignment is a power of two up to \(Self.largestAlignment), not \(value)", at: range)
        }
        return bytes
    }

    /// The alignment of a type. Of several gcc takes the last and clang the largest, so that one must be both.
    mutating func typeAlignment(_ attributes: Attributes) -> Int? {
        guard let largest = attributes.alignment, let last = attributes.alignments.last else { return nil }
        if last.bytes != largest {
            report(
                problem(
                    "attribute", "compilers disagree whether this or the larger alignment before it holds",
                    at: last.range, suggestion: "keep one of them"))
        }
        return largest
    }
}
