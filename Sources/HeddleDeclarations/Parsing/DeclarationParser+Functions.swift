// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    mutating func declareFunction(
        _ name: Token, _ declared: QualifiedType, _ declarator: Declarator, _ trailer: Trailer
    ) throws(Diagnostic) {
        guard case .function(let function) = declared.type.canonical else { return try declareVariable(name) }
        try checkMeasure(of: declared.type, at: name.range)
        if ([function.result] + function.parameters.map(\.type)).contains(where: \.isVariableArguments) {
            throw unsupported("a va_list", at: name.range)
        }
        try checkUnique(name, declared.type)
        refuseFunctionLayout(trailer.attributes)
        let own = resolveAnnotations(trailer.annotations, of: function, isNullable: declared.isNullable)
        let signature = Signature(
            symbol: trailer.symbol ?? name.text, result: function.result, resultMayBeNull: own.mayBeNull,
            resultCount: own.count, release: own.release, success: own.success, isIdempotent: own.isIdempotent,
            hooking: own.hooking, tags: own.tags, parameters: function.parameters, isVariadic: function.isVariadic,
            format: format(of: function, trailer.attributes, declarator.functionParameters))
        declarations.append(.function(signature))
    }

    /// Only headers may have variables, which are not Heddle's to read.
    private mutating func declareVariable(_ name: Token) throws(Diagnostic) {
        if problems.count > earlierProblems { return }
        guard header == nil else {
            header?.variables.append(name.text)
            return
        }
        throw problem(
            "variable", "\"\(name.text)\" is a variable; Heddle calls functions", at: name.range,
            suggestion: "a function has its parameters in parentheses: \"int \(name.text)(void)\"")
    }

    /// `aligned` says where a function's code stands, which makes no difference to a call.
    private mutating func refuseFunctionLayout(_ attributes: Attributes) {
        if attributes.isPacked || attributes.alignments.contains(where: \.isSpecifier) {
            refuseLayout(attributes, "says nothing about a function")
        }
    }

    /// A function may be declared again, as the same.
    private mutating func checkUnique(_ name: Token, _ type: CType) throws(Diagnostic) {
        if let before = names.functions[name.text], before.type.isSame(as: type) { return }
        let isTypedef = names.typedefs[name.text] != nil
        if let before = names.place(of: name.text) {
            throw redeclared("\"\(name.text)\"", at: name.range, before: before)
        }
        if isTypedef { throw redeclared("\"\(name.text)\"", at: name.range, before: nil) }
        names.functions[name.text] = KnownNames.Function(type: type, range: place(name.range))
    }
}
