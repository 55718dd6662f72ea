// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// The type that a typedef names, with the alignment that its attributes ask for.
    mutating func aligned(_ declared: QualifiedType, _ attributes: Attributes) -> QualifiedType {
        if attributes.layout == nil { return declared }
        if let packed = attributes.packed {
            report(
                problem(
                    "attribute", "compilers ignore \"packed\" on a typedef", at: packed,
                    suggestion: "write it behind \"}\", or between \"struct\" and the tag"))
        }
        if let specifier = attributes.alignments.first(where: \.isSpecifier) {
            report(
                problem(
                    "attribute", "C has no typedefs with \"_Alignas\"", at: specifier.range,
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

extension KnownNames.Typedef {
    /// Whether another declaration of the name says the same.
    func isSame(as other: QualifiedType) -> Bool {
        isConst == other.isConst && type.isSame(as: other.type) && type.ownAlignment == other.type.ownAlignment
    }
}

extension CType {
    /// The alignment that a typedef has given the type; nil where it has none but its own.
    var ownAlignment: Int? {
        switch self {
        case .aligned(_, let alignment): alignment
        case .named(_, let underlying): underlying.ownAlignment
        case .array(let element, _): element.ownAlignment
        default: nil
        }
    }
}
