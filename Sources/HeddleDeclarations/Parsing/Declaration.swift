// SPDX-License-Identifier: Apache-2.0

/// The contents of one declaration.
package enum Declaration: Hashable, Sendable {
    /// A function.
    case function(Signature)
    /// Data that a library exports: a structure, a union, or a pointer to one, declared with `extern`.
    case variable(symbol: String, CType)
    /// A typedef by its name, or a structure, union or enumeration by its keyword and tag, such as `struct point`; an
    /// enumeration that has neither is called `enum`. A typedef that defines a structure with a tag is two
    /// declarations, the structure first. The `const` of a typedef shows only at its uses.
    case type(name: String, CType)
}

extension Declaration {
    /// The function that is declared, if it is one.
    package var function: Signature? {
        if case .function(let signature) = self { signature } else { nil }
    }
}

extension Declaration: CustomStringConvertible {
    /// The declaration as C writes it, without a semicolon.
    package var description: String {
        switch self {
        case .function(let signature): signature.description
        case .variable(let symbol, let type): "extern \(type.declaration(of: symbol))"
        case .type(let name, let type) where name == type.tagName: type.definition
        case .type(let name, .aligned(let type, let alignment)):
            "typedef \(type.declaration(of: name)) __attribute__((aligned(\(alignment))))"
        case .type(let name, let type): "typedef \(type.declaration(of: name))"
        }
    }
}

extension CType {
    /// The name for a declaration of the type alone.
    var tagName: String? {
        switch self {
        case .record(let record): record.tag.map { "\(record.kind.rawValue) \($0)" }
        case .enumeration(let enumeration): enumeration.tag.map { "enum \($0)" } ?? "enum"
        default: nil
        }
    }
}
