// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The names that declarations may use: the standard typedefs, and whatever was declared so far.
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
    /// The text is C without a preprocessor, with Heddle's annotations. It may stand inside a larger text, also
    /// between the quotes of a JSON string; errors point at its place there. A structure that is completed further
    /// on in the text is complete in all of the result.
    ///
    /// Words that do not affect a call are ignored: `volatile`, `restrict`, `register`, `inline`, `extern`,
    /// `static`, `_Noreturn` and most attributes. Those that say how values lie in memory, `packed` and `aligned`, are
    /// kept, and `#pragma pack`, which holds to the end of the text, becomes attributes of the members that it moves.
    ///
    /// - Throws: Every mistake of the text, up to 100. What was right in it is in the scope all the same, so that the
    ///   next text is not blamed for a type that it may use.
    /// - Complexity: O(length of the text), where each use of a type counts as much as the type is large.
    package mutating func read(_ text: SourceRange) throws(Diagnostics) -> [Declaration] {
        var parser = DeclarationParser(text, names: names)
        names = KnownNames()
        parser.readAll()
        names = parser.names
        if !parser.problems.isEmpty { throw Diagnostics(parser.problems) }
        return parser.declarations.map(completed)
    }

    /// The type that a typedef, or a keyword with a tag such as `struct point`, stands for; nil for other names.
    package func type(named name: String) -> CType? {
        if let known = names.typedefs[name] { return .named(name, names.completed(known.type)) }
        let words = name.split(separator: " ")
        guard words.count == 2, let known = names.tags[String(words[1])]?.type, known.tagName == name else {
            return nil
        }
        return known
    }

    /// The names of the types that it knows: typedefs, and tags behind their keywords.
    package var typeNames: [String] { names.typedefs.keys + names.tags.values.compactMap(\.type.tagName) }

    /// The signature with every structure that has been declared since complete in it.
    package func completed(_ signature: Signature) -> Signature {
        names.completed(signature)
    }

    /// The type with every structure that has been declared since complete in it.
    package func completed(_ type: CType) -> CType {
        names.completed(type)
    }

    func completed(_ declaration: Declaration) -> Declaration {
        switch declaration {
        case .function(let signature): .function(completed(signature))
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
    /// - Throws: why the text is no such expression.
    package func constant(_ text: SourceRange) throws(Diagnostic) -> Int128 {
        var parser = DeclarationParser(text, names: names)
        let value = try parser.readConstant()
        guard parser.current.kind == .end else { throw parser.expected("the end of the expression") }
        if let problem = parser.problems.first { throw problem }
        return value.value
    }

    /// The type that a text without a name says, such as `const char *` or `struct point`.
    ///
    /// - Throws: why the text is no type that the scope knows.
    package func type(_ text: SourceRange) throws(Diagnostic) -> CType {
        var parser = DeclarationParser(text, names: names)
        let type = try parser.readUnnamedType()
        guard parser.current.kind == .end else { throw parser.expected("the end of the type") }
        if let problem = parser.problems.first { throw problem }
        return completed(type)
    }

    // MARK: Settings

    /// Reads the declaration of a setting: a variable in C, with its default as the initializer where it has one, such
    /// as `_Field_range_(1, 100) int32_t limit = 10` or `const char *hosts[] = {"localhost"}`.
    ///
    /// Numbers, characters and enumerators may be constant expressions; texts know all escapes of C; braces hold the
    /// elements of an array, or the members of a structure by position or as `.name = value`. `NULL` is the default of
    /// a text that may be left out and then has no value.
    ///
    /// - Throws: the mistakes of the declaration; a type that no setting can have is one, a default outside of the type
    ///   or of the range another.
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

    /// Reads what a preprocessor made of C headers, and adds the types and constants to the scope.
    ///
    /// The text is the output of `clang -E -C`: comments are in it, and lines such as `# 12 "zlib.h"` say where each
    /// part came from. A mistake, or something that Heddle does not call, concerns one item only; a type that was
    /// refused is named where it is used. A structure that is completed further on in the text is complete in all
    /// items. Where a header declares a standard type of another shape, the header is right.
    ///
    /// - Complexity: O(length of the text), where each use of a type counts as much as the type is large.
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
            case .variable, .refused: item.content
            }
        return HeaderItem(file: item.file, line: item.line, comment: item.comment, content: content)
    }
}

extension KnownNames {
    /// The type `va_list`: a structure of the ABI, in an array of one.
    fileprivate static let variableArguments: Typedef = {
        let pointer = CType.pointer(to: .void, isConst: false)
        #if arch(x86_64)
            let members: [CType] = [.integer(.unsignedInt), .integer(.unsignedInt), pointer, pointer]
        #else
            let members: [CType] = [pointer, pointer, pointer, .integer(.int), .integer(.int)]
        #endif
        let record = RecordType(
            kind: .structure, tag: CType.variableArgumentsTag,
            members: members.enumerated().map { .init(name: "__\($0)", type: $1) })
        #if arch(x86_64)
            return Typedef(type: .array(of: .record(record), count: 1), isConst: false, range: nil)
        #else
            return Typedef(type: .record(record), isConst: false, range: nil)
        #endif
    }()
}

extension CType {
    /// The tag of what a `va_list` is made of.
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
