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
            throw problem("setting", "a setting cannot have the type \"\(type)\": \(obstacle)", at: name.range)
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
        if let mistake = Settings([setting]).mistakes(in: config, of: "the module").first {
            throw problem("setting", "the default does not fit: \(mistake.diagnostic.message)", at: range)
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
                "annotation", "the range ends before it begins", at: self.range(from: start),
                suggestion: "write the lowest number first")
        }
        return range
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
                    "annotation", "\"\(use.word.rawValue)\" needs numbers, and this is \"\(type)\"", at: use.range)
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
