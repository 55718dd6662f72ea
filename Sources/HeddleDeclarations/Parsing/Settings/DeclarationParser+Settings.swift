// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads one setting up to the end of the text.
    mutating func readSetting(in scope: DeclarationScope) throws(Diagnostic) -> Setting {
        let specifiers = try readSpecifiers(of: .member)
        let declarator = try readDeclarator()
        guard let name = declarator.name else { throw expected("the name of the setting") }
        let trailer = try readTrailer()
        let type = scope.completed(try build(declarator, on: specifiers.qualified).type)
        try checkMeasure(of: type, at: name.range)
        if let obstacle = ValueDomain(of: type).obstacleToConfiguring {
            throw problem(.setting, "a setting cannot have the type \"\(type)\": \(obstacle)", at: name.range)
        }
        var setting = try Setting(name.text, type, annotatedBy: specifiers.annotations + trailer.annotations, in: &self)
        if take("=") != nil { setting = try withDefault(setting) }
        _ = take(";")
        guard current.kind == .end else { throw expected("\"=\" and a default, or the end of the declaration") }
        return setting
    }

    private mutating func withDefault(_ setting: Setting) throws(Diagnostic) -> Setting {
        let start = position
        let initial = try readInitializer(of: setting.domain)
        let range = range(from: start)
        let whole = Setting(
            name: setting.name, type: setting.type, range: setting.range, initial: initial,
            isSecret: setting.isSecret)
        guard initial != .null else { return whole }
        let config = Value.object([Value.Member(setting.name, initial)])
        if let mistake = Settings([setting]).mistakes(in: config, of: .declaration).first {
            throw problem(.setting, "the default does not fit: \(mistake.diagnostic.message)", at: range)
        }
        return whole
    }

    /// Reads the two numbers of `_Field_range_(lowest, highest)`.
    mutating func readRange() throws(Diagnostic) -> NumberRange {
        let start = position
        let lowest = try readNumber()
        try expect(",", "between the lowest and the highest number")
        let highest = try readNumber()
        guard let range = NumberRange(lowest, highest) else {
            throw problem(
                .annotation, "the range ends before it begins", at: self.range(from: start),
                suggestion: "write the lowest number first")
        }
        return range
    }

    // MARK: Initializers

    /// Reads an initializer: the default of a setting.
    mutating func readInitializer(of domain: ValueDomain) throws(Diagnostic) -> Value {
        switch domain.content {
        case .bool: return .bool(try readBool())
        case .floating: return .number(try readNumber())
        case .enumeration(let type): return try readEnumerator(of: type)
        case .text: return try readText()
        case .array(let element?, _):
            return .array(
                try readList { parser throws(Diagnostic) in
                    try parser.readInitializer(of: ValueDomain(of: element))
                })
        case .record(let record): return .object(try readMembers(of: record))
        default: return .number(.integer(try readConstant().value))
        }
    }

    /// Reads a number, whole or not, with its sign: `-1`, `0x10`, `0.5f`, `1e-3`; also a constant expression of
    /// integers.
    mutating func readNumber() throws(Diagnostic) -> Number {
        let distance = at("-") || at("+") ? 1 : 0
        if let decimal = token(ahead: distance).decimal {
            let sign = distance == 1 && advance().text == "-" ? "-" : ""
            advance()
            if BinaryOperator(rawValue: current.text) != nil {
                throw problem(
                    .setting, "only whole numbers can be computed in a default", at: current.range,
                    suggestion: "write the number itself")
            }
            // -0 without a fraction is the whole number 0, which has no sign.
            return sign == "-" && decimal == "0" ? .decimal("-0.0") : Number(written: sign + decimal)
        }
        return .integer(try readConstant().value)
    }

    /// `true` and `false`, or a constant expression of C.
    private mutating func readBool() throws(Diagnostic) -> Bool {
        if take("true") != nil { return true }
        if take("false") != nil { return false }
        return try readConstant().isTrue
    }

    /// The name of a constant stays a name; any other expression is a number.
    private mutating func readEnumerator(of type: EnumerationType) throws(Diagnostic) -> Value {
        if type.number(named: current.text) != nil, [",", "}", ";", ""].contains(token(ahead: 1).text) {
            return .string(advance().text)
        }
        return .number(.integer(try readConstant().value))
    }

    /// One or more string literals, which C joins; or a null pointer.
    private mutating func readText() throws(Diagnostic) -> Value {
        if ["NULL", "nullptr", "0"].contains(current.text) {
            advance()
            return .null
        }
        guard current.kind == .string else { throw expected("a text in quotes, or NULL") }
        let start = position
        var bytes: [UInt8] = []
        while current.kind == .string { bytes += try literalBytes(advance()) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw problem(.setting, "the text is not UTF-8", at: range(from: start))
        }
        return .string(text)
    }

    private func literalBytes(_ token: Token) throws(Diagnostic) -> [UInt8] {
        do throws(Literal.Flaw) {
            return try Literal.string(token.text)
        } catch {
            throw problem(.setting, "the text holds an escape that C does not have", at: token.range)
        }
    }

    /// `{ element, element }`; a comma may follow the last one.
    private mutating func readList<Element>(
        of element: (inout DeclarationParser) throws(Diagnostic) -> Element
    ) throws(Diagnostic) -> [Element] {
        try expect("{", "before the elements")
        return try nested { parser throws(Diagnostic) in
            var elements: [Element] = []
            while !parser.at("}") {
                elements.append(try element(&parser))
                if parser.take(",") == nil { break }
            }
            try parser.expect("}", "after the elements")
            return elements
        }
    }

    /// Members by position, or by name after a dot.
    private mutating func readMembers(of record: RecordType) throws(Diagnostic) -> [Value.Member] {
        let fields = record.fields
        let places = Dictionary(fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var given: Set<String> = []
        var next = 0
        var members: [Value.Member] = []
        _ = try readList { parser throws(Diagnostic) in
            let place = parser.current.range
            if parser.take(".") != nil {
                let name = try parser.expectName("the name of a member")
                guard let index = places[name.text] else {
                    throw parser.problem(
                        .setting, "the structure has no member \"\(name.text)\"", at: name.range,
                        suggestion: didYouMean(name.text, among: fields.compactMap(\.name)))
                }
                try parser.expect("=", "after the member's name")
                next = index
            }
            guard next < fields.count, let name = fields[next].name else {
                throw parser.problem(.setting, "the structure has only \(fields.count) members", at: place)
            }
            guard given.insert(name).inserted else {
                throw parser.problem(.setting, "the member \"\(name)\" is given twice", at: place)
            }
            members.append(Value.Member(name, try parser.readInitializer(of: ValueDomain(ofField: fields[next]))))
            next += 1
        }
        return members
    }
}

extension Setting {
    fileprivate init(
        _ name: String, _ type: CType, annotatedBy uses: [AnnotationUse], in parser: inout DeclarationParser
    ) throws(Diagnostic) {
        var range: NumberRange?
        for use in uses {
            switch use.argument {
            case .range(let numbers) where ValueDomain(of: type).holdsNumbers: range = numbers
            case .range:
                throw parser.problem(
                    .annotation, "\"\(use.word.rawValue)\" needs numbers, and this is \"\(type)\"", at: use.range)
            default:
                if use.word != .secret { parser.reportMisplaced([use]) }
            }
        }
        self.init(name: name, type: type, range: range, isSecret: uses.contains { $0.word == .secret })
    }
}

extension ValueDomain {
    /// The values are numbers, or arrays of them.
    fileprivate var holdsNumbers: Bool {
        switch content {
        case .whole, .floating: true
        case .array(let element?, _): ValueDomain(of: element).holdsNumbers
        default: false
        }
    }
}

extension Token {
    /// A decimal floating literal as a JSON number; nil for everything else, including integers.
    fileprivate var decimal: String? {
        guard kind == .number, !text.hasPrefix("0x"), !text.hasPrefix("0X"),
            text.contains(where: { ".eE".contains($0) })
        else { return nil }
        var digits = text.filter { $0 != "'" }
        if let last = digits.last, "fFlL".contains(last) { digits.removeLast() }
        let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = mantissa[0].drop { $0 == "0" }
        let fraction = mantissa.count > 1 && !mantissa[1].isEmpty ? ".\(mantissa[1])" : ""
        let exponent = parts.count > 1 ? "e\(parts[1])" : ""
        let written = "\(whole.isEmpty ? "0" : whole)\(fraction)\(exponent)"
        return DecimalNumber(written) == nil ? nil : written
    }
}
