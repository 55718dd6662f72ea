// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads one annotation. An unknown one is reported and skipped.
    mutating func readAnnotations() throws(Diagnostic) -> [AnnotationUse] {
        let start = position
        let token = advance()
        guard let word = AnnotationWord(rawValue: token.text) else {
            report(unknownAnnotation(token))
            if at("(") { try skipGroup() }
            return []
        }
        let argument = try readArgument(of: word)
        return [AnnotationUse(word: word, argument: argument, range: range(from: start))]
    }

    private func unknownAnnotation(_ token: Token) -> Diagnostic {
        problem(
            .unknownAnnotation, "unknown annotation \"\(token.text)\"", at: token.range,
            suggestion: AnnotationWord.advice(on: token.text))
    }

    /// Skips a pair of parentheses with their contents.
    mutating func skipGroup() throws(Diagnostic) {
        var depth = 0
        repeat {
            if current.kind == .end || current.kind == .invalid || at(";") { throw expected("\")\"") }
            if at("(") { depth += 1 }
            if at(")") { depth -= 1 }
            advance()
        } while depth > 0
    }

    private mutating func readArgument(of word: AnnotationWord) throws(Diagnostic) -> AnnotationUse.Argument {
        let takesArgument: [AnnotationWord] = [.success, .free, .tags, .fieldRange, .switchOn, .caseOf]
        guard word.traits.takesCount || takesArgument.contains(word) else { return .none }
        try expect("(", "after \"\(word.rawValue)\"")
        let argument: AnnotationUse.Argument =
            switch word {
            case .success: try readCondition()
            case .free: .symbol(try readReleaseName())
            case .tags: .names(try readNames("a tag"))
            case .fieldRange: .range(try readRange())
            case .switchOn: .member(try expectName("the member that says which one of the union stands there"))
            case .caseOf: .cases(try readCases())
            default: try readCounts(of: word)
            }
        try expect(")", "after the argument of \"\(word.rawValue)\"")
        return argument
    }

    /// The name of a function that releases something, with that of its module before it if it is of another one.
    private mutating func readReleaseName() throws(Diagnostic) -> String {
        let name = try expectName("the function that releases the pointer").text
        if take(".") == nil { return name }
        return "\(name).\(try expectName("the function of \(name) that releases the pointer").text)"
    }

    /// One or more names with commas between them.
    private mutating func readNames(_ what: String) throws(Diagnostic) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        repeat {
            let name = try expectName(what)
            if !seen.insert(name.text).inserted {
                report(problem(.annotation, "\(what) \"\(name.text)\" appears twice", at: name.range))
            }
            names.append(name.text)
        } while take(",") != nil
        return names
    }

    /// One or more constants with commas between them.
    private mutating func readCases() throws(Diagnostic) -> [Int128] {
        var numbers: [Int128] = []
        repeat { numbers.append(try readConstant().value) } while take(",") != nil
        return numbers
    }

    private mutating func readCounts(of word: AnnotationWord) throws(Diagnostic) -> AnnotationUse.Argument {
        let count = try readCount()
        guard word.traits.takesWritten else { return .count(count, written: nil) }
        try expect(",", "and how many are written, after the room")
        return .count(count, written: try readCount())
    }

    /// Reports annotations in places where they have no effect.
    mutating func reportMisplaced(_ annotations: [AnnotationUse]) {
        for use in annotations {
            report(
                problem(
                    .annotation, "\"\(use.word.rawValue)\" is on a type", at: use.range,
                    suggestion: use.word.belonging))
        }
    }

    // MARK: Annotation fit

    /// Notes an annotation that does not fit the parameter's type.
    mutating func checkType(_ use: AnnotationUse, of parameter: ParsedParameter) {
        if use.word.traits.isOfResult {
            return reportAnnotation(use, "is on a parameter", advice: "it belongs to the function")
        }
        if use.word == .fieldRange {
            return reportAnnotation(use, "is on a parameter", advice: "it belongs to a setting of a module")
        }
        if use.word.isOfMember {
            return reportAnnotation(use, "is on a parameter", advice: use.word.belonging)
        }
        if use.word == .in || use.word == .secret { return }
        guard case .pointer(let target, let isConst) = parameter.type.canonical else {
            return reportAnnotation(use, "needs a pointer, and this is \"\(parameter.type)\"")
        }
        if let flaw = use.word.flaw(onPointerTo: target, isConst: isConst) { return reportAnnotation(use, flaw) }
        if use.word == .free, !parameter.annotations.contains(where: { $0.word.direction != nil }) {
            reportAnnotation(use, "needs a parameter that receives a pointer", advice: "write _Outptr_ beside it")
        }
    }

    // MARK: Conditions

    /// Reads the condition of `_Success_`: `return >= 0`, `return != NULL`, `return` or `!return`.
    mutating func readCondition() throws(Diagnostic) -> AnnotationUse.Argument {
        if take("!") != nil {
            try expectReturn()
            return .condition(SuccessTest(.equal, 0), comparesNull: false)
        }
        try expectReturn()
        if at(")") { return .condition(SuccessTest(.notEqual, 0), comparesNull: false) }
        guard let comparison = SuccessTest.Comparison(rawValue: current.text) else {
            throw expected("a comparison such as \">= 0\" after \"return\"")
        }
        advance()
        return try readLimit(of: comparison)
    }

    private mutating func expectReturn() throws(Diagnostic) {
        guard take("return") != nil else { throw expected("a condition such as \"return >= 0\"") }
    }

    private mutating func readLimit(
        of comparison: SuccessTest.Comparison
    ) throws(Diagnostic) -> AnnotationUse.Argument {
        let isKnown = names.constants[current.text] != nil
        if !isKnown, let value = Self.constants[current.text] {
            let word = advance()
            return .condition(SuccessTest(comparison, value), comparesNull: word.text != "true" && word.text != "false")
        }
        let start = position
        let value = try readConstant().value
        guard let value = Int64(exactly: value) else {
            throw problem(.constant, "\(value) is out of range", at: range(from: start))
        }
        return .condition(SuccessTest(comparison, value), comparesNull: false)
    }

    private static let constants: [String: Int64] = ["NULL": 0, "nullptr": 0, "true": 1, "false": 0]
}

extension AnnotationWord {
    /// The place where the annotation has a meaning, for a message.
    var belonging: String {
        if self == .fieldRange { return "it belongs to a setting of a module" }
        if isOfMember { return "it belongs to a member of a structure or union" }
        return traits.isOfResult
            ? "it belongs before a function's declaration" : "it belongs to a parameter of a function"
    }
}

extension AnnotationWord {
    /// The reason why the annotation does not fit a pointer; nil if it does.
    fileprivate func flaw(onPointerTo target: CType, isConst: Bool) -> String? {
        switch target.canonical {
        case .function where !fitsFunction: return "cannot annotate a pointer to a function"
        case .void where direction == .out && !traits.takesCount:
            return "does not say how many bytes are written; \"_Out_writes_(n)\" does"
        default: break
        }
        let writes = direction == .out || direction == .inout
        return writes && isConst ? "writes to what the declaration says is const" : flaw(onElement: target)
    }

    private var fitsFunction: Bool {
        let says = traits
        return (direction == .in || direction == nil) && !says.takesCount && self != .bytes && !isTerminated
    }

    /// The reason why the target of the pointer does not fit.
    private func flaw(onElement target: CType) -> String? {
        if traits.isOfPointer || self == .free {
            guard case .pointer(let received, _) = target.canonical else {
                return "needs a pointer to a pointer, and this points to \"\(target)\""
            }
            return traits.takesCount ? flaw(onReceived: received) : nil
        }
        if self == .bytes || traits.isBytes, !target.isByte {
            return "needs a pointer to bytes, and this points to \"\(target)\""
        }
        if self == .inText || self == .inTextOptional || self == .printFormat, !target.isInteger {
            if target.canonical == .void {
                return "needs a pointer to characters: declare it as \"const char *\""
            }
            return "needs a pointer to characters, and this points to \"\(target)\""
        }
        if self == .outWritesText || self == .outWritesTextOptional, !target.isCharacter, target.wideCharacter == nil {
            return "writes a text, and this points to \"\(target)\""
        }
        if self == .printFormat, !target.isCharacter, target.wideCharacter == nil {
            return "needs a \"const char *\" or a \"const wchar_t *\""
        }
        return isTerminated || isTerminatedWithin ? target.flawAsListElement : nil
    }

    /// The reason why the elements do not fit to which the pointer points that is received.
    private func flaw(onReceived element: CType) -> String? {
        if element.isFunction { return "cannot annotate a pointer to a function" }
        return traits.isBytes && !element.isByte
            ? "needs a pointer to a pointer to bytes, and this receives one to \"\(element)\"" : nil
    }
}

extension CType {
    var isInteger: Bool {
        if case .integer = canonical { true } else { false }
    }

    /// True if a pointer to it may point to raw bytes.
    var isByte: Bool {
        switch canonical {
        case .void: true
        case .integer(let integer): integer.size == 1
        default: false
        }
    }

    /// The reason why an array of such elements cannot end with a null pointer or 0; nil if it can.
    var flawAsListElement: String? {
        isPointer || isInteger ? nil : "needs elements that can be null or 0, and this points to \"\(self)\""
    }
}
