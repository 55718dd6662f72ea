// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads the whole text; the mistakes are in ``problems``.
    mutating func readAll() {
        while current.kind != .end, problems.count < Self.mostProblems {
            if take(";") != nil { continue }
            let start = position
            earlierProblems = problems.count
            do throws(Diagnostic) {
                try at("#") ? readDirective() : readDeclaration()
            } catch {
                report(error)
                recover(from: start)
            }
        }
    }

    mutating func readDeclaration() throws(Diagnostic) {
        if current.meaning == .assertion { return try readAssertion() }
        let start = position
        let declared = declarations.count
        let specifiers = try readSpecifiers(of: .declaration)
        if at(";") || current.kind == .end {
            return try declareTag(specifiers, from: start, isDefined: declarations.count > declared)
        }
        if specifiers.isTypedef, specifiers.type.isUntagged {
            try readUntagged(with: specifiers)
        } else {
            repeat {
                try readDeclared(with: specifiers)
                if at("{") { return skipBody() }
            } while take(",") != nil
        }
        if current.kind != .end { try expect(";", "after the declaration") }
    }

    /// The names of the typedef of a type without a tag. In `typedef struct { int x; } thing, *thing_p` the structure is
    /// called `thing` wherever it is meant, also where `thing_p` comes first.
    private mutating func readUntagged(with specifiers: Specifiers) throws(Diagnostic) {
        var declared: [(declarator: Declarator, trailer: Trailer)] = []
        repeat {
            declared.append(try readDeclaratorAndTrailer())
        } while !at("{") && take(",") != nil
        var specifiers = specifiers
        if declared.count > 1,
            let first = declared.firstIndex(where: { $0.declarator.steps.isEmpty })
        {
            let (declarator, trailer) = declared.remove(at: first)
            try declare(declarator, trailer, with: specifiers)
            if let name = declarator.name?.text, let known = names.typedefs[name] {
                specifiers.qualified.type = .named(name, known.type)
            }
        }
        for (declarator, trailer) in declared { try declare(declarator, trailer, with: specifiers) }
        if at("{") { skipBody() }
    }

    /// `struct point { double x, y; }`, which declares no name but its tag; a definition is in the result already.
    private mutating func declareTag(
        _ specifiers: Specifiers, from start: Int, isDefined: Bool
    ) throws(Diagnostic) {
        if specifiers.isTypedef { throw expected("the name of the typedef") }
        guard specifiers.namesTag, let name = specifiers.type.tagName else {
            throw problem(.syntax, "the declaration declares no name", at: range(from: start))
        }
        reportMisplaced(specifiers.annotations)
        refuseLayout(
            specifiers.attributes, "is without effect here", advice: "write it between \"\(name.keyword)\" and the tag")
        if !isDefined { declarations.append(.type(name: name, specifiers.type)) }
    }

    private mutating func readDeclared(with specifiers: Specifiers) throws(Diagnostic) {
        let (declarator, trailer) = try readDeclaratorAndTrailer()
        try declare(declarator, trailer, with: specifiers)
    }

    /// One declarator with what may follow it.
    private mutating func readDeclaratorAndTrailer() throws(Diagnostic) -> (Declarator, Trailer) {
        let declarator = try readDeclarator()
        guard let name = declarator.name else { throw expected("the name that is declared") }
        let trailer = try readTrailer()
        if header != nil, at("=") { skipInitializer() }
        try refuseContinuation(of: name)
        return (declarator, trailer)
    }

    private mutating func declare(
        _ declarator: Declarator, _ trailer: Trailer, with specifiers: Specifiers
    ) throws(Diagnostic) {
        guard let name = declarator.name else { return }
        var trailer = trailer
        let declared = try build(declarator, on: specifiers.qualified)
        trailer.annotations = specifiers.annotations + trailer.annotations
        trailer.attributes.append(specifiers.attributes)
        if specifiers.isTypedef {
            reportMisplaced(trailer.annotations)
            try declareTypedef(name, aligned(annotated(declared, name), trailer.attributes))
        } else if specifiers.isExternal || header != nil, !declared.type.canonical.isFunction {
            try declareVariable(name, declared, trailer)
        } else {
            try declareFunction(name, declared, declarator, trailer)
        }
    }

    private func refuseContinuation(of name: Token) throws(Diagnostic) {
        if at("=") {
            throw problem(.variable, "\"\(name.text)\" has a value; Heddle reads declarations only", at: current.range)
        }
        if at(":") { throw expected("\";\" after the declaration") }
    }

    /// Skips a variable's value, which only headers may have.
    private mutating func skipInitializer() {
        var depth = 0
        while current.kind != .end, !(depth == 0 && (at(",") || at(";"))) {
            if at("(") || at("{") || at("[") { depth += 1 }
            if at(")") || at("}") || at("]") { depth -= 1 }
            advance()
        }
    }

    /// Heddle does not run bodies of functions.
    private mutating func skipBody() {
        if header != nil {
            header?.hasBody = true
        } else {
            report(
                problem(
                    .body, "the declaration goes on with a body", at: current.range,
                    suggestion: "end it with \";\": Heddle calls functions that a library has"))
        }
        var depth = 0
        repeat {
            if at("{") { depth += 1 }
            if at("}") { depth -= 1 }
        } while advance().kind != .end && depth > 0
    }

    private mutating func declareTypedef(_ name: Token, _ declared: QualifiedType) throws(Diagnostic) {
        if let before = names.typedefs[name.text] {
            if before.isSame(as: declared) {
                // The annotations that were written last count, as they do for a function. So does the word that its
                // numbers are characters.
                let isSaid =
                    declared.type.pointedFunction != nil
                    || declared.type.wideCharacter != nil && before.type.wideCharacter == nil
                if header == nil, isSaid, declared.type != before.type {
                    names.annotate(typedef: name.text, as: declared.type)
                }
                return append(name, names.typedefs[name.text] ?? before)
            }
            // A header knows the standard types of its platform best.
            guard before.range == nil, header != nil || before.type.isRecord(withLayoutOf: declared.type) else {
                throw redeclared("\"\(name.text)\"", at: name.range, before: before.range)
            }
        }
        if let before = names.place(of: name.text) {
            throw redeclared("\"\(name.text)\"", at: name.range, before: before)
        }
        try checkMeasure(of: declared.type, at: name.range)
        let known = KnownNames.Typedef(type: declared.type, isConst: declared.isConst, range: place(name.range))
        names.typedefs[name.text] = known
        annotateFunction(name.text)
        append(name, names.typedefs[name.text] ?? known)
    }

    /// Gives a typedef of a function the annotations that its parameters have elsewhere, so that all that is declared
    /// with it has them. The mistakes in these are told where they stand.
    private mutating func annotateFunction(_ name: String) {
        guard let annotations = names.annotations[name] else { return }
        var scope = DeclarationScope()
        scope.names = names
        guard let signature = scope.function(ofTypedef: name) else { return }
        var words: [AnnotatedPart: String] = [:]
        for annotation in annotations {
            guard let part = signature.part(named: annotation.path.joined(separator: ".")),
                part != [Signature.resultPart]
            else { continue }
            words[part] = annotation.words.text
        }
        let text = SourceText(name: "the annotations of \(name)", signature.annotated(words).text)
        guard (try? scope.annotate(typedef: name, as: text.whole)) == true, let type = scope.names.typedefs[name]?.type
        else { return }
        names.annotate(typedef: name, as: type)
    }

    /// The type of a typedef for a structure without a tag, with the annotations that its members have elsewhere.
    private mutating func annotated(_ declared: QualifiedType, _ name: Token) -> QualifiedType {
        guard let annotations = names.annotations[name.text], case .record(let record) = declared.type,
            record.tag == nil, let members = record.members
        else { return declared }
        var declared = declared
        let annotated = annotated(members, of: record.kind, tag: nil, by: annotations).members
        declared.type = declared.type.changingRecord { $0.members = annotated }
        return declared
    }

    private mutating func append(_ name: Token, _ known: KnownNames.Typedef) {
        declarations.append(.type(name: name.text, known.type))
    }

    // MARK: Functions

    mutating func declareFunction(
        _ name: Token, _ declared: QualifiedType, _ declarator: Declarator, _ trailer: Trailer
    ) throws(Diagnostic) {
        guard case .function(let function) = declared.type.canonical else { return try refuseVariable(name) }
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
        header?.hints += trailer.attributes.hints
        for (index, parameter) in (declarator.functionParameters ?? []).enumerated() {
            guard let count = parameter.arrayCount, count > 1 else { continue }
            header?.hints.append(AttributeHint(name: .array, arguments: ["\(index + 1)", "\(count)"]))
        }
        declarations.append(.function(signature))
    }

    /// `extern int optind`: data of a library. In a header each variable is one.
    private mutating func declareVariable(
        _ name: Token, _ declared: QualifiedType, _ trailer: Trailer
    ) throws(Diagnostic) {
        reportMisplaced(trailer.annotations)
        try checkMeasure(of: declared.type, at: name.range)
        if declared.type.isVariableArguments { throw unsupported("a va_list", at: name.range) }
        if declared.type.canonical == .void {
            throw problem(.type, "a variable cannot be void", at: name.range)
        }
        try checkUnique(name, declared.type)
        declarations.append(
            .variable(symbol: trailer.symbol ?? name.text, declared.type, isConst: declared.isConst))
    }

    private mutating func refuseVariable(_ name: Token) throws(Diagnostic) {
        if problems.count > earlierProblems { return }
        throw problem(
            .variable, "\"\(name.text)\" is a variable; Heddle calls functions", at: name.range,
            suggestion: "a function has its parameters in parentheses: \"int \(name.text)(void)\"; a variable of the "
                + "library is declared with extern: \"extern int \(name.text)\"")
    }

    /// `aligned` on a function aligns its code and does not affect a call.
    private mutating func refuseFunctionLayout(_ attributes: Attributes) {
        if attributes.isPacked || attributes.alignments.contains(where: \.isSpecifier) {
            refuseLayout(attributes, "says nothing about a function")
        }
    }

    /// A function may be declared again with the same declaration, and where no header does so, with other pointers in
    /// the place of pointers to `void`.
    private mutating func checkUnique(_ name: Token, _ type: CType) throws(Diagnostic) {
        if let before = names.function(name.text) {
            if before.type.isSame(as: type) { return }
            if header == nil, type.canonical.isFunction, type.isSameOrMoreExact(than: before.type) {
                names.functions[name.text] = KnownNames.Function(type: type, range: place(name.range))
                return
            }
        }
        let isTypedef = names.typedefs[name.text] != nil
        if let before = names.place(of: name.text) {
            throw redeclared("\"\(name.text)\"", at: name.range, before: before)
        }
        if isTypedef { throw redeclared("\"\(name.text)\"", at: name.range, before: nil) }
        names.functions[name.text] = KnownNames.Function(type: type, range: place(name.range))
    }

    // MARK: Trailer

    /// Reads `asm("symbol")`, attributes and annotations after a declarator.
    mutating func readTrailer() throws(Diagnostic) -> Trailer {
        var trailer = Trailer()
        while true {
            if current.meaning == .label {
                trailer.symbol = try readLabel()
            } else if current.meaning == .annotation {
                trailer.annotations += try readAnnotations()
            } else if try !readAttributes(into: &trailer.attributes) {
                return trailer
            }
        }
    }

    private mutating func readLabel() throws(Diagnostic) -> String {
        let word = advance()
        try expect("(", "after \"\(word.text)\"")
        guard current.kind == .string else { throw expected("the symbol in quotes") }
        let start = position
        var symbol = ""
        while current.kind == .string {
            symbol += advance().text.drop { $0 == "\\" }.dropFirst().prefix { $0 != "\"" && $0 != "\\" }
        }
        guard !symbol.isEmpty, symbol.utf8.allSatisfy({ $0.isWordCharacter || ".@".utf8.contains($0) }) else {
            throw problem(.syntax, "this is not a symbol", at: range(from: start))
        }
        try expect(")", "after the symbol")
        return symbol
    }
}

extension String {
    /// The keyword of a name such as `struct point`.
    fileprivate var keyword: Substring { prefix { $0 != " " } }
}

/// The tokens that may follow a declarator.
struct Trailer {
    var annotations: [AnnotationUse] = []
    var attributes = Attributes()
    /// `asm("symbol")`
    var symbol: String?
}
