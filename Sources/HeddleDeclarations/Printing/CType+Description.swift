// SPDX-License-Identifier: Apache-2.0

extension CType: CustomStringConvertible {
    /// The type as C writes it, such as `const char *` or `double (*)(int)`.
    ///
    /// A structure, union or enumeration with a tag is its tag; one without is written out. The parameters of a
    /// function have their names and annotations.
    package var description: String { declaration(of: "") }

    /// The declaration of a name with this type, such as `int (*name)(double)`.
    ///
    /// - Complexity: O(length of the result · nesting of the type).
    package func declaration(of name: String) -> String {
        declaration(of: name, isConst: false)
    }

    /// Works from the name outwards, as C's declarators do.
    private func declaration(of declarator: String, isConst: Bool) -> String {
        switch self {
        case .pointer(let target, let targetIsConst):
            let qualifier = isConst ? declarator.isEmpty ? "const" : "const " : ""
            let pointer = "*\(qualifier)\(declarator)"
            let grouped = target.bindsTighterThanPointer ? "(\(pointer))" : pointer
            return target.declaration(of: grouped, isConst: targetIsConst)
        case .array(let element, let count):
            let suffix = "[\(count.map(String.init) ?? "")]"
            return element.declaration(of: declarator + suffix, isConst: isConst)
        case .function(let function):
            return function.result.declaration(
                of: "\(declarator)(\(function.parameterList))", isConst: false)
        default:
            let specifiers = (isConst ? "const " : "") + specifier
            let isAttached = declarator.isEmpty || declarator.hasPrefix("[")
            return isAttached ? specifiers + declarator : "\(specifiers) \(declarator)"
        }
    }

    private var bindsTighterThanPointer: Bool {
        switch self {
        case .array, .function: true
        default: false
        }
    }

    /// The type's words where it has no declarator.
    private var specifier: String {
        switch self {
        case .void: "void"
        case .bool: "bool"
        case .integer(let type): type.rawValue
        case .floating(let type): type.rawValue
        case .complex(let type): "\(type.rawValue) _Complex"
        case .record(let record): record.specifier
        case .enumeration(let enumeration): enumeration.specifier
        case .named(let name, _): name
        case .aligned(let type, _): type.specifier
        case .pointer, .array, .function: description
        }
    }

    /// The type's words, with the members of a structure or the constants of an enumeration even where it has a tag.
    var definition: String {
        switch self {
        case .record(let record): record.definition
        case .enumeration(let enumeration): enumeration.definition
        default: specifier
        }
    }
}

extension FunctionType {
    fileprivate var parameterList: String {
        parameters.declarations(isVariadic: isVariadic, format: nil)
    }
}
