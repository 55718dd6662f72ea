// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The names that declarations may use: the standard typedefs, and everything declared so far.
///
/// ## Topics
/// - ``read(_:)``
/// - ``readHeader(_:)``
/// - ``type(named:)``
/// - ``completed(_:)-(Signature)``
package struct DeclarationScope: Sendable {
    var names = KnownNames.standard

    /// Creates a scope that knows the standard types, such as `size_t`, `uint32_t` and `FILE`.
    package init() {}

    /// Reads one or more declarations, with `;` between them, and adds the types to the scope.
    ///
    /// The text is C without a preprocessor, with Heddle's annotations. It may be a part of a larger text, such as a
    /// JSON string; errors point into that text. A structure that is completed later in the text is complete in the
    /// whole result.
    ///
    /// Words that do not affect a call are ignored: `volatile`, `restrict`, `register`, `inline`, `extern`, `static`,
    /// `_Noreturn` and most attributes. `packed` and `aligned`, which affect the layout, are kept. `#pragma pack`,
    /// which applies to the end of the text, becomes attributes of the affected members.
    ///
    /// - Throws: all mistakes of the text, up to 100. The scope still gets the correct declarations, so that the next
    ///   text has no mistakes because of missing types.
    /// - Complexity: O(length of the text), where each use of a type counts with the size of the type.
    package mutating func read(_ text: SourceRange) throws(Diagnostics) -> [Declaration] {
        var parser = DeclarationParser(text, names: names)
        names = KnownNames()
        parser.readAll()
        names = parser.names
        if !parser.problems.isEmpty { throw Diagnostics(parser.problems) }
        return parser.declarations.map(completed)
    }

    /// Takes a text that declares one function of a new name with known types and without annotations. It is read when
    /// somebody asks for its ``signature(ofUnread:)``.
    ///
    /// - Returns: the name; nil, and nothing is taken, for any other text: ``read(_:)`` reads it, and says what is wrong
    ///   with it.
    /// - Complexity: O(length of the text).
    package mutating func takeUnread(_ text: SourceRange) -> String? {
        var scanner = PrototypeScanner(text)
        return scanner.note(in: &names)
    }

    /// Takes the declaration of one function that is known to be right, with all that it may have. It is read when somebody
    /// asks for its ``signature(ofUnread:)``.
    ///
    /// - Returns: the name; nil, and nothing is taken, for a type, and for a function that returns one.
    /// - Complexity: O(length of the text).
    package mutating func takeRight(_ text: SourceRange) -> String? {
        guard let name = text.functionName else { return nil }
        var hash = WordTable.Hash()
        for byte in text.source.bytes[name] { hash.add(byte) }
        let function = UnreadFunctions.Function(text: text, name: name)
        names.unread.add(function, hashed: hash.value)
        return function.place.text
    }

    /// The functions that were taken and are not read: the name of each, and the declaration.
    package var unread: some Sequence<(name: String, text: SourceRange)> {
        names.unread.all.lazy.map { ($0.place.text, $0.text) }
    }

    /// True if any function was taken.
    package var hasUnread: Bool { !names.unread.all.isEmpty }

    /// Returns whether a function was taken and is not read.
    package func hasUnread(_ name: String) -> Bool { names.unread[name] != nil }

    /// The declaration of a function that was taken; nil for any other.
    package mutating func signature(ofUnread name: String) -> (Signature, SourceRange)? {
        names.unread[name].map { (names.completed(names.signature(of: $0)), $0.text) }
    }

    /// The type of a typedef, or of a keyword with a tag such as `struct point`; nil for other names.
    package func type(named name: String) -> CType? {
        if let known = names.typedefs[name] { return .named(name, names.completed(known.type)) }
        let words = name.split(separator: " ")
        guard words.count == 2, let known = names.tags[String(words[1])]?.type, known.tagName == name else {
            return nil
        }
        return known
    }

    /// The function that a typedef stands for, or for a pointer to which it stands, as a function of its name; nil for
    /// other names.
    package func function(ofTypedef name: String) -> Signature? {
        names.typedefs[name]?.type.pointedFunction.map {
            names.completed(
                Signature(symbol: name, result: $0.result, parameters: $0.parameters, isVariadic: $0.isVariadic))
        }
    }

    /// Gives such a typedef annotations: all that is declared with it has these, once it is completed.
    ///
    /// - Parameter text: the declaration of ``function(ofTypedef:)`` with the annotations.
    /// - Returns: false if the text declares something else.
    /// - Throws: the mistakes of the text.
    package mutating func annotate(typedef name: String, as text: SourceRange) throws(Diagnostics) -> Bool {
        guard let type = names.typedefs[name]?.type else { return false }
        var apart = self
        apart.names.typedefs[name] = nil
        let read = try apart.read(text)
        guard read.count == 1, let signature = read[0].function, signature.symbol == name else { return false }
        let function = CType.function(
            FunctionType(result: signature.result, parameters: signature.parameters, isVariadic: signature.isVariadic))
        let annotated: CType =
            if case .pointer(_, let isConst) = type.canonical { .pointer(to: function, isConst: isConst) } else {
                function
            }
        guard annotated.isSame(as: type) else { return false }
        names.annotate(typedef: name, as: annotated)
        return true
    }

    /// Gives members of a structure or union annotations, in the place of their own: all that is declared with it later
    /// has these.
    ///
    /// - Parameter name: `struct iovec`, or a typedef for one without a tag.
    package mutating func annotate(membersOf name: String, with annotations: [MemberAnnotation]) {
        names.annotations[name, default: []] += annotations
    }

    /// The structure or union of a name such as `struct iovec`, or of a typedef; nil for other names.
    package func record(named name: String) -> RecordType? {
        if case .record(let record)? = type(named: name)?.canonical { record } else { nil }
    }

    /// The names of the structures and unions with tags, such as `struct iovec`.
    package var recordNames: [String] {
        names.tags.values.compactMap { known in
            if case .record(let record) = known.type, let tag = record.tag {
                "\(record.kind.rawValue) \(tag)"
            } else {
                nil
            }
        }.sorted()
    }

    /// The name of a structure or union, in a type or behind its pointers, that nothing declares; nil where there is none.
    package func undeclaredRecord(in type: CType) -> String? {
        switch type {
        case .pointer(let target, _), .array(let target, _): return undeclaredRecord(in: target)
        case .record(let record):
            guard let tag = record.tag, names.tags[tag] == nil else { return nil }
            return "\(record.kind.rawValue) \(tag)"
        default: return nil
        }
    }

    /// The types alone, as ones that are known from the start. They may be declared again with their
    /// layout.
    package var asStandard: DeclarationScope {
        var scope = self
        scope.names.forgetFunctions()
        scope.names.typedefs = names.typedefs.mapValues {
            KnownNames.Typedef(type: $0.type, isConst: $0.isConst, range: nil)
        }
        scope.names.tags = names.tags.mapValues {
            KnownNames.Tagged(type: $0.type, range: nil, definition: $0.definition)
        }
        return scope
    }

    /// The mistakes in annotations of members.
    package func mistakes(in annotations: [MemberAnnotation], of record: RecordType) -> [Diagnostic] {
        let text = SourceText(name: "annotations", "")
        return DeclarationParser(text.whole, names: names)
            .annotated(record.members ?? [], of: record.kind, tag: record.tag, by: annotations).mistakes
    }

    /// Knows names of numbers, such as those of macros, with which annotations count.
    package mutating func know(_ constants: [Value.Member]) { names.numbers.add(constants) }

    /// Returns whether a word is one of C by which types are written, such as `int`, `const` and `struct`.
    package static func isWordOfTypes(_ word: String) -> Bool { WordMeaning.typeWords.contains(word) }

    /// Returns whether a text begins with an annotation, such as `_In_reads_(n)`.
    package static func isAnnotation(_ text: String) -> Bool {
        AnnotationWord(rawValue: String(text.prefix { $0 != "(" && $0 != " " })) != nil
    }

    /// The names of the typedefs of functions.
    package var functionTypedefs: [String] { names.typedefs.filter { $0.value.type.pointedFunction != nil }.map(\.key) }

    /// The names of the known types: typedefs, and tags after their keywords.
    package var typeNames: [String] { names.typedefs.keys + names.tags.values.compactMap(\.type.tagName) }

    /// The signature, completed with the structures that were defined since.
    package func completed(_ signature: Signature) -> Signature {
        names.completed(signature)
    }

    /// The type, completed with the structures that were defined since.
    package func completed(_ type: CType) -> CType {
        names.completed(type)
    }

    func completed(_ declaration: Declaration) -> Declaration {
        switch declaration {
        case .function(let signature): .function(completed(signature))
        case .variable(let symbol, let type, let isConst):
            .variable(symbol: symbol, completed(type), isConst: isConst)
        case .type(let name, let type): .type(name: name, completed(type))
        }
    }
}

extension DeclarationScope {
    // MARK: Reading

    /// The value of a constant expression of integers, as C computes it.
    ///
    /// It may use the constants of enumerations, and the sizes of types, that the scope knows.
    ///
    /// - Parameter isSuggesting: false if nobody reads the suggestions of the diagnostic.
    /// - Throws: the reason why the text is not such an expression.
    package func constant(_ text: SourceRange, isSuggesting: Bool = true) throws(Diagnostic) -> Int128 {
        var parser = DeclarationParser(text, names: names)
        parser.isSuggesting = isSuggesting
        let value = try parser.readConstant()
        guard parser.current.kind == .end else { throw parser.expected("the end of the expression") }
        if let problem = parser.problems.first { throw problem }
        return value.value
    }

    /// The type of a text without a name, such as `const char *` or `struct point`.
    ///
    /// - Throws: the reason why the text is not a type that the scope knows.
    package func type(_ text: SourceRange) throws(Diagnostic) -> CType {
        var parser = DeclarationParser(text, names: names)
        let type = try parser.readUnnamedType()
        guard parser.current.kind == .end else { throw parser.expected("the end of the type") }
        if let problem = parser.problems.first { throw problem }
        return completed(type)
    }

    /// The type that is written so, such as `const char *`.
    ///
    /// - Throws: the reason why the text is not a type that the scope knows.
    package func type(spelled text: String) throws(Diagnostic) -> CType {
        try type(SourceText(name: "a type", text).whole)
    }

    // MARK: Settings

    /// Reads the declaration of a setting: a variable in C, with its default, if any, as the initializer, such as
    /// `_Field_range_(1, 100) int32_t limit = 10` or `const char *hosts[] = {"localhost"}`.
    ///
    /// Numbers, characters and enumerators may be constant expressions; texts know all escapes of C; braces hold the
    /// elements of an array, or the members of a structure by position or as `.name = value`. `NULL` is the default of
    /// an optional text without a value.
    ///
    /// - Throws: the mistakes of the declaration, including a type that a setting cannot have and a default out of
    ///   range.
    /// - Complexity: O(length of the text).
    package func setting(_ text: SourceRange) throws(Diagnostics) -> Setting {
        var parser = DeclarationParser(text, names: names)
        do throws(Diagnostic) {
            let setting = try parser.readSetting(in: self)
            if parser.problems.isEmpty { return setting }
        } catch {
            parser.report(error)
        }
        throw Diagnostics(parser.problems)
    }

    // MARK: Headers

    /// Reads preprocessed C headers, and adds the types and constants to the scope.
    ///
    /// The text is the output of `clang -E -C`: it contains comments, and line markers such as `# 12 "zlib.h"`. A
    /// mistake, or an unsupported feature, affects one item only; uses of a refused type name it. A structure that is
    /// completed later in the text is complete in all items. If a header declares a standard type differently, the
    /// header counts.
    ///
    /// - Complexity: O(length of the text), where each use of a type counts with the size of the type.
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
            case .refused: item.content
            }
        return HeaderItem(file: item.file, line: item.line, comment: item.comment, hints: item.hints, content: content)
    }
}

extension KnownNames {
    /// The type `va_list`: a structure of the ABI, in an array of one.
    fileprivate static let variableArguments: Typedef = {
        let record = RecordType(
            kind: .structure, tag: CType.variableArgumentsTag,
            members: HostTypes.listMembers.enumerated().map { .init(name: "__\($0)", type: $1.type) })
        return Typedef(
            type: HostTypes.listIsArray ? .array(of: .record(record), count: 1) : .record(record), isConst: false,
            range: nil)
    }()
}

extension HostTypes.ListMember {
    fileprivate var type: CType {
        switch self {
        case .int: .integer(.int)
        case .unsignedInt: .integer(.unsignedInt)
        case .long: .integer(.long)
        case .pointer: .pointer(to: .void, isConst: false)
        }
    }
}

extension CType {
    /// The tag of the structure behind a `va_list`.
    static let variableArgumentsTag = "__va_list_tag"

    /// True if it is a `va_list`, or a pointer to one.
    var isVariableArguments: Bool {
        switch canonical {
        case .pointer(let target, _): target.isVariableArguments
        case .array(let element, _): element.isVariableArguments
        case .record(let record): record.tag == Self.variableArgumentsTag
        default: false
        }
    }
}
