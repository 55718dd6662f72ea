// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension DeclarationScope {
    /// Reads what a preprocessor made of C headers, and adds the types and constants to the scope.
    ///
    /// The text is the output of `clang -E -C`: comments are in it, and lines such as `# 12 "zlib.h"` say where each
    /// part came from. A mistake, or something that Heddle does not call, concerns one item only; a type that was
    /// refused is named where it is used. A structure that is completed further on in the text is complete in all
    /// items. Where a header declares a standard type of another shape, the header is right.
    ///
    /// - Complexity: O(length of the text), where each use of a type counts as much as the type is large.
    package mutating func readHeader(_ text: SourceRange) -> [HeaderItem] {
        var known = names
        names = KnownNames()
        known.typedefs["__builtin_va_list"] = KnownNames.variableArguments
        var reader = HeaderReader(text, names: known)
        let items = reader.readAll()
        names = reader.parser.names
        return items.map(completed)
    }

    private func completed(_ item: HeaderItem) -> HeaderItem {
        let content: HeaderItem.Content =
            switch item.content {
            case .declarations(let declarations): .declarations(declarations.map(completed))
            case .inlineFunction(let signature): .inlineFunction(completed(signature))
            case .variable, .refused: item.content
            }
        return HeaderItem(file: item.file, line: item.line, comment: item.comment, content: content)
    }
}

extension KnownNames {
    /// What a `va_list` is: a structure of the ABI, in an array of one.
    fileprivate static let variableArguments: Typedef = {
        let pointer = CType.pointer(to: .void, isConst: false)
        #if arch(x86_64)
            let members: [CType] = [.integer(.unsignedInt), .integer(.unsignedInt), pointer, pointer]
        #else
            let members: [CType] = [pointer, pointer, pointer, .integer(.int), .integer(.int)]
        #endif
        let record = RecordType(
            kind: .structure, tag: CType.variableArgumentsTag,
            members: members.enumerated().map { .init(name: "__\($0)", type: $1) })
        #if arch(x86_64)
            return Typedef(type: .array(of: .record(record), count: 1), isConst: false, range: nil)
        #else
            return Typedef(type: .record(record), isConst: false, range: nil)
        #endif
    }()
}

extension CType {
    /// The tag of what a `va_list` is made of.
    static let variableArgumentsTag = "__va_list_tag"

    /// Whether it is a `va_list`, or a pointer to one.
    var isVariableArguments: Bool {
        switch canonical {
        case .pointer(let target, _): target.isVariableArguments
        case .array(let element, _): element.isVariableArguments
        case .record(let record): record.tag == Self.variableArgumentsTag
        default: false
        }
    }
}
