// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// An inline function or a macro of the headers, as a function that a library can have.
struct InlineFunction: Sendable {
    let signature: Signature
    var form: InlineForm

    var name: String { signature.symbol }

    /// The name that the function has until it is linked; nil if it has its own from the beginning.
    var wrapper: String? { form == .declaredAgain ? nil : "heddle_inline_\(name)" }

    /// The symbol that its code has until it is linked.
    var symbol: String { wrapper ?? name }

    /// The file name under which clang reports errors about it.
    var file: String { "inline \(name)" }

    /// The source in C, behind that of the headers.
    var source: String {
        let types = signature.parameters.map(\.type)
        let arguments = types.indices.map { "heddle_\($0)" }
        let parameters = zip(types, arguments).map { $0.declaration(of: $1) }.joined(separator: ", ")
        let list = parameters.isEmpty ? "void" : parameters
        let values = arguments.joined(separator: ", ")
        let result = signature.result.canonical == .void ? "" : "return "
        let (subject, check) =
            form == .macro
            ? (name, "#ifndef \(name)\n#error the headers define no macro \(name)\n#endif\n") : ("(\(name))", "")
        let head = signature.result.declaration(of: "\(wrapper ?? name)(\(list))")
        let mark = "# 1 \"\(file)\"\n\(check)"
        guard wrapper != nil else { return "\(mark)extern \(head);\n" }
        return "\(mark)__attribute__((visibility(\"default\"))) \(head) { \(result)\(subject)(\(values)); }\n"
    }
}
