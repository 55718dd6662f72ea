// SPDX-License-Identifier: Apache-2.0

/// The contents of one declaration.
package enum Declaration: Hashable, Sendable {
    /// A function.
    case function(Signature)
    /// Data that a library exports, declared with `extern`. It is const if nothing may write to it.
    case variable(symbol: String, CType, isConst: Bool)
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

    /// The symbol of the function or variable; nil for a type.
    package var symbol: String? {
        switch self {
        case .function(let signature): signature.symbol
        case .variable(let symbol, _, _): symbol
        case .type: nil
        }
    }
}

extension Declaration: CustomStringConvertible {
    /// The declaration as C writes it, without a semicolon.
    package var description: String {
        switch self {
        case .function(let signature): signature.description
        case .variable(let symbol, let type, let isConst):
            "extern \(type.declaration(of: symbol, isConst: isConst))"
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

    /// True for a structure, union or enumeration without a tag, which only a typedef can name.
    var isUntagged: Bool {
        switch self {
        case .record(let record): record.tag == nil && record.members != nil
        case .enumeration(let enumeration): enumeration.tag == nil
        default: false
        }
    }
}
