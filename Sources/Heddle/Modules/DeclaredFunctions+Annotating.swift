// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension DeclaredFunctions {
    /// Adds annotations to functions, and to typedefs of functions, as if these had been declared again with them.
    ///
    /// - Parameter described: a function by its name that nobody has to declare; nil if there is none.
    mutating func annotate(_ annotations: [FunctionAnnotations], besides described: (String) -> Signature?) {
        for added in annotations {
            let name = added.function.value
            let known = function(name)
            if known == nil, let record = scope.record(named: name) {
                annotate(record, added)
                continue
            }
            let function = known?.signature ?? described(name)
            guard let signature = function ?? scope.function(ofTypedef: name) else {
                let records = scope.typeNames.filter { scope.record(named: $0) != nil }
                // A structure without a tag has the name of its typedef alone.
                let bare = name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? name
                add(
                    .unknownFunction(
                        added.function,
                        among: records.contains(bare) ? [bare] : self.names + scope.functionTypedefs + records,
                        isMeant: records.contains(bare)))
                continue
            }
            var words: [AnnotatedPart: Located<String>] = [:]
            for part in added.parts {
                guard let named = signature.part(named: part.name.value) else {
                    add(.unknownPart(part.name, of: signature))
                    continue
                }
                if function == nil, named == [Signature.resultPart] {
                    add(.annotatedResult(part.name, ofTypedef: name))
                    continue
                }
                if words[named] != nil { add(.annotatedTwice(part.name)) }
                words[named] = part.words
            }
            let (text, places) = signature.annotated(words.mapValues(\.value))
            let source = SourceText(name: "the annotations of \(name)", text)
            do {
                let isSame =
                    function == nil
                    ? try redeclare(typedef: name, as: source.whole)
                    : try redeclare(
                        name, signature.symbol, as: source.whole, at: known?.range,
                        annotatedBy: words.values.map(\.declarationText))
                if !isSame { add(.noAnnotations(of: added)) }
            } catch {
                for mistake in error.all {
                    add(mistake.moved(from: source, places, to: words, or: added.function.range))
                }
            }
        }
    }
}

extension DeclaredFunctions {
    /// Notes what is wrong with annotations of the members of a structure or union, which has them already.
    private mutating func annotate(_ record: RecordType, _ added: FunctionAnnotations) {
        if let tag = record.tag, added.function.value != "\(record.kind.rawValue) \(tag)" {
            return add(.otherName(of: record, tag, added.function))
        }
        if record.members == nil { return add(.opaque(added.function)) }
        let annotations = added.ofMembers
        let found = annotations.map { record.isAnnotated(at: $0.path) }
        for (part, isAnnotated) in zip(added.parts, found) where isAnnotated == nil {
            add(.unknownMember(part.name, of: added.function.value, among: record.annotatedNames))
        }
        let mistakes = scope.mistakes(in: annotations, of: record)
        for mistake in mistakes { add(mistake) }
        if mistakes.isEmpty, found.contains(false) { add(.definedBefore(added.function)) }
    }
}

extension RecordType {
    /// The names under which members are annotated.
    fileprivate var annotatedNames: [String] {
        let nameless = (members ?? []).enumerated().filter { $1.name == nil && $1.bits == nil }
        return fields.compactMap(\.name) + nameless.map { Parameter.positionName($0.offset) }
    }
}

extension FunctionAnnotations {
    /// The annotations as those of a structure's members.
    var ofMembers: [MemberAnnotation] {
        parts.map { MemberAnnotation(path: $0.name.value, words: $0.words.declarationText) }
    }
}

extension Diagnostic {
    /// - Parameter isMeant: true if the first of the names is what was meant.
    fileprivate static func unknownFunction(
        _ name: Located<String>, among names: [String], isMeant: Bool
    ) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is declared nowhere, and so cannot be annotated",
            at: name.range,
            suggestion: isMeant
                ? "did you mean \"\(names[0])\"?"
                : didYouMean(name.value, among: names)
                    ?? "declare it in \"declarations\", or bind its header with heddle bind")
    }

    fileprivate static func otherName(
        of record: RecordType, _ tag: String, _ name: Located<String>
    ) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is another name of a structure with a tag",
            at: name.range, suggestion: "annotate \"\(record.kind.rawValue) \(tag)\"")
    }

    fileprivate static func opaque(_ name: Located<String>) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "the members of \(name.range.excerpt) are not declared", at: name.range,
            suggestion: "declare it with its members in \"declarations\"")
    }

    fileprivate static func definedBefore(_ name: Located<String>) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is defined by the module itself", at: name.range,
            suggestion: "annotate its members there")
    }

    fileprivate static func unknownMember(
        _ name: Located<String>, of record: String, among members: [String]
    ) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is no member of \(record)", at: name.range,
            suggestion: didYouMean(name.value, among: members) ?? "its members are \(members.joined(separator: ", "))")
    }

    fileprivate static func annotatedTwice(_ name: Located<String>) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is annotated under its other name too",
            at: name.range,
            suggestion: "write the annotations of a parameter in one place")
    }

    /// A function type keeps nothing about its result but the type.
    fileprivate static func annotatedResult(_ part: Located<String>, ofTypedef name: String) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name) is the type of a function, whose result gets no annotations",
            at: part.range, suggestion: "annotate its parameters")
    }

    fileprivate static func noAnnotations(of function: FunctionAnnotations) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(function.function.range.excerpt) gets more than annotations",
            at: function.function.range, suggestion: "write nothing but annotations, such as \"_In_reads_(count)\"")
    }

    fileprivate static func unknownPart(_ name: Located<String>, of signature: Signature) -> Diagnostic {
        Diagnostic(
            code: .declaration(.annotation), "\(name.range.excerpt) is no parameter of \(signature.symbol)",
            at: name.range,
            suggestion: didYouMean(
                name.value,
                among: signature.partNames + ["return"])
                ?? "write the name of a parameter, \"$1\" for the first one, or \"return\" for the result",
            notes: [.init("declared: \(signature)")])
    }

    /// The diagnostic where the annotations are written that it is about.
    fileprivate func moved(
        from source: SourceText, _ places: [AnnotatedPart: Range<Int>], to words: [AnnotatedPart: Located<String>],
        or range: SourceRange
    ) -> Diagnostic {
        var moved = self
        moved.range = range
        guard let found = self.range, found.source === source,
            let (part, place) = places.first(where: { $0.value.contains(found.bytes.lowerBound) }),
            let written = words[part]
        else { return moved }
        moved.range = written.range
        // Escapes would stand between the places.
        let inside = written.declarationText
        guard inside.source === written.range.source else { return moved }
        let start = inside.bytes.lowerBound + found.bytes.lowerBound - place.lowerBound
        moved.range = SourceRange(inside.source, start..<min(start + found.bytes.count, inside.bytes.upperBound))
        return moved
    }
}
