// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// Reads declarations by recursive descent.
///
/// A mistake that makes the rest meaningless is thrown, and reading continues after the next `;`. Any other is reported
/// with ``report(_:)``, and reading continues at once.
struct DeclarationParser {
    /// Levels of parentheses and braces, and of pointers, arrays and functions in one declarator.
    static let deepestNesting = 100
    /// More parameters than any function has.
    static let mostParameters = 255
    /// The maximum number of mistakes. A text with more is probably not a declaration.
    static let mostProblems = 100

    let source: SourceText
    private let lexer: DeclarationLexer
    let tokens: [Token]
    var names: KnownNames
    var declarations: [Declaration] = []
    private(set) var problems: [Diagnostic] = []
    /// The number of mistakes before the current declaration.
    var earlierProblems = 0

    private(set) var position = 0
    private var nesting = 0
    /// The state of the header being read; nil if none is.
    var header: HeaderState?
    /// True if parameters are being read, which must not define types.
    var isInParameters = false
    /// The state of `#pragma pack`.
    var packing = Packing()
    /// False if nobody reads suggestions: to look for a similar name takes long where thousands are known.
    var isSuggesting = true
    /// False for a prototype of which a ``PrototypeScanner`` knows that its types are small.
    var isMeasuring = true
    /// True if the value of the constant expression that is being read matters.
    var isEvaluated = true

    /// Creates a parser of a text without a preprocessor.
    init(_ text: SourceRange, names: KnownNames) {
        self.source = text.source
        self.lexer = DeclarationLexer(text)
        self.tokens = lexer.tokens
        self.names = names
    }

    /// Creates a parser of a preprocessed text, from its tokens.
    init(header tokens: [Token], of text: SourceRange, names: KnownNames) {
        self.source = text.source
        self.lexer = DeclarationLexer(text)
        self.tokens = tokens
        self.names = names
        self.header = HeaderState()
        isSuggesting = false
    }

    mutating func report(_ problem: Diagnostic) {
        problems.append(problem)
    }

    /// The mistakes so far, which are then forgotten.
    mutating func takeProblems() -> [Diagnostic] {
        defer { problems = [] }
        return problems
    }

    /// Continues at a later token, with a clean state.
    mutating func resume(at place: Int) {
        position = place
        nesting = 0
        isInParameters = false
        isEvaluated = true
    }

    /// Reads one level of nesting. The depth is limited, so that no text overflows the stack.
    mutating func nested<Result>(
        _ read: (inout DeclarationParser) throws(Diagnostic) -> Result
    ) throws(Diagnostic) -> Result {
        guard nesting < Self.deepestNesting else { throw tooDeep(at: current.range) }
        nesting += 1
        defer { nesting -= 1 }
        return try read(&self)
    }

    /// Continues after the first `;` outside of braces that follows the start of a declaration.
    mutating func recover(from start: Int) {
        var depth = 0
        var place = start
        while tokens[place].kind != .end, !(depth == 0 && place >= position && tokens[place].text == ";") {
            if tokens[place].text == "{" { depth += 1 }
            if tokens[place].text == "}" { depth = max(0, depth - 1) }
            place += 1
        }
        resume(at: place)
    }
}

extension DeclarationParser {
    // MARK: Declaration parser

    var current: Token { tokens[position] }

    /// A later token; the last one if there are fewer.
    func token(ahead distance: Int) -> Token {
        tokens[min(position + distance, tokens.count - 1)]
    }

    func at(_ text: String) -> Bool { current.text == text }

    @discardableResult
    mutating func advance() -> Token {
        let token = current
        if token.kind != .end { position += 1 }
        return token
    }

    /// Goes back to an earlier token.
    mutating func rewind(to place: Int) { position = place }

    /// Takes the next token if it is this one.
    mutating func take(_ text: String) -> Token? {
        at(text) ? advance() : nil
    }

    /// Takes the next token, which must be this one.
    @discardableResult
    mutating func expect(_ text: String, _ place: String) throws(Diagnostic) -> Token {
        guard at(text) else { throw expected("\"\(text)\" \(place)") }
        return advance()
    }

    /// Takes a name.
    mutating func expectName(_ what: String) throws(Diagnostic) -> Token {
        guard isName(current) else { throw expected(what) }
        return advance()
    }

    /// The end of the line of the next token.
    var endOfLine: Int { lexer.endOfLine(from: current.range.lowerBound) }

    /// Returns whether a token may be a name: any word without a meaning of its own.
    func isName(_ token: Token) -> Bool {
        token.kind == .word && token.meaning?.allowsName ?? true
    }

    /// The bytes from a token on to the last one that was taken.
    func range(from start: Int) -> Range<Int> {
        let last = max(start, position - 1)
        return tokens[start].range.lowerBound..<tokens[last].range.upperBound
    }

    // MARK: Problems

    func problem(
        _ code: DiagnosticCode.Declaration, _ message: String, at range: Range<Int>, label: String? = nil,
        suggestion: String? = nil,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(
            code: .declaration(code), message, at: SourceRange(source, range), label: label,
            suggestion: suggestion, notes: notes)
    }

    /// The diagnostic that something else was expected in place of the next token.
    func expected(_ what: String) -> Diagnostic {
        if current.kind == .invalid { return invalid(current) }
        return problem(.syntax, "expected \(what), found \(current.found)", at: current.range)
    }

    /// The diagnostic of a C feature that Heddle does not support.
    func unsupported(_ what: String, at range: Range<Int>, advice: String? = nil) -> Diagnostic {
        problem(.unsupported, "Heddle does not call functions with \(what)", at: range, suggestion: advice)
    }

    func tooDeep(at range: Range<Int>) -> Diagnostic {
        problem(.limit, "the declaration is nested deeper than \(Self.deepestNesting) levels", at: range)
    }

    /// A name that was declared before with another meaning.
    func redeclared(_ what: String, at range: Range<Int>, before: SourceRange?) -> Diagnostic {
        let note = before.map { Diagnostic.Note("declared before", at: $0) }
        return problem(
            .redeclared, "\(what) is already declared with another meaning", at: range,
            notes: [note ?? Diagnostic.Note("it is one of the standard types that Heddle knows")])
    }

    private func invalid(_ token: Token) -> Diagnostic {
        switch token.text.utf8.first {
        case UInt8(ascii: "/"): problem(.syntax, "the comment does not end", at: token.range)
        case UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "\\") where token.text.hasPrefix("\\\""):
            problem(.syntax, "the literal does not end", at: token.range)
        default: problem(.syntax, "\(token.found) means nothing in a declaration", at: token.range)
        }
    }

    /// The range for diagnostics.
    func place(_ range: Range<Int>) -> SourceRange { SourceRange(source, range) }
}
