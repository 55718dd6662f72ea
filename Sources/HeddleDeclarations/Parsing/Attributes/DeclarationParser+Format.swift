// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
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

    /// The parameter that is the format of a function's further arguments, as an attribute or an annotation says.
    mutating func format(
        of function: FunctionType, _ attributes: Attributes, _ parameters: [ParsedParameter]?
    ) -> Int? {
        let annotated = parameters?.firstIndex { $0.annotations.contains { $0.word == .printFormat } }
        guard let format = attributes.format else { return annotated }
        if let flaw = flaw(of: format, on: function) {
            report(problem("attribute", "\"\(place(format.range).text)\" \(flaw)", at: format.range))
            return annotated
        }
        if let annotated, annotated != format.parameter - 1 {
            report(problem("attribute", "another parameter is annotated as the format", at: format.range))
        }
        return format.first == 0 ? annotated : format.parameter - 1
    }

    private func flaw(of format: Attributes.Format, on function: FunctionType) -> String? {
        guard function.parameters.indices.contains(format.parameter - 1) else { return "names no parameter" }
        let type = function.parameters[format.parameter - 1].type
        guard type.isText else { return "names a parameter that is no text but \"\(type)\"" }
        if format.first == 0 { return nil }
        guard function.isVariadic else { return "needs a function that takes further arguments" }
        let first = function.parameters.count + 1
        return format.first == first ? nil : "does not name \(first), the first of the further arguments"
    }
}

extension CType {
    /// Whether it is a pointer to characters.
    var isText: Bool {
        if case .pointer(let target, _) = canonical { target.canonical == .integer(.char) } else { false }
    }
}
