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
    /// What makes no difference to a call is passed over: `volatile`, `restrict`, `register`, `inline`, `extern`,
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
