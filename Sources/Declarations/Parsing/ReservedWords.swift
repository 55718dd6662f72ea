// SPDX-License-Identifier: Apache-2.0

/// The words of C that cannot be names, by what they mean to Heddle.
enum ReservedWords {
    /// Words that only a whole declaration may have, and that change nothing about how a function is called.
    static let storage: Set<String> = ["extern", "static", "inline", "__inline", "__inline__", "_Noreturn"]

    /// Words that change nothing about how a function is called.
    static let harmless: Set<String> = [
        "register", "__extension__", "volatile", "__volatile", "__volatile__", "restrict", "__restrict", "__restrict__",
        "_Nonnull",
        "_Null_unspecified",
    ]

    static let const: Set<String> = ["const", "__const", "__const__"]

    /// Clang's word for a pointer that may be null.
    static let nullable = "_Nullable"

    /// The words that arithmetic types are made of, each with the word that it stands for.
    static let arithmetic: [String: String] = [
        "void": "void", "bool": "bool", "_Bool": "bool", "char": "char", "short": "short", "int": "int",
        "long": "long", "signed": "signed", "__signed": "signed", "__signed__": "signed", "unsigned": "unsigned",
        "float": "float", "double": "double",
    ]

    /// What Heddle has no way to pass, and what it is.
    static let refused: [String: String] = [
        "_Complex": "complex numbers", "__complex__": "complex numbers", "_Imaginary": "complex numbers",
        "complex": "complex numbers", "__int128": "integers of 128 bits", "__int128_t": "integers of 128 bits",
        "__uint128_t": "integers of 128 bits", "_BitInt": "integers of any width", "_Atomic": "atomic types",
        "_Alignas": "types with an alignment of their own", "alignas": "types with an alignment of their own",
        "_Float16": "half-precision numbers", "__fp16": "half-precision numbers",
        "_Float128": "numbers of 128 bits", "__float128": "numbers of 128 bits",
        "_Decimal32": "decimal floating types", "_Decimal64": "decimal floating types",
        "_Decimal128": "decimal floating types", "_Thread_local": "thread-local variables",
        "thread_local": "thread-local variables", "__thread": "thread-local variables", "va_list": "a va_list",
        "__builtin_va_list": "a va_list", "__gnuc_va_list": "a va_list", "typeof": "types of expressions",
        "__typeof__": "types of expressions", "_Static_assert": "assertions", "static_assert": "assertions",
        "__stdcall": "calling conventions", "__cdecl": "calling conventions", "__fastcall": "calling conventions",
        "template": "templates of C++", "class": "classes of C++", "namespace": "namespaces of C++",
    ]

    static let attribute: Set<String> = ["__attribute__", "__attribute"]
    static let label: Set<String> = ["asm", "__asm__", "__asm"]

    private static let others: Set<String> = [
        "struct", "union", "enum", "typedef", "sizeof", "_Alignof", "alignof", "return", "if", "else", "for", "while",
        "do", "switch", "case", "default", "break", "continue", "goto", "auto",
    ]

    /// Whether C, or Heddle, gives a word a meaning of its own, so that it cannot be a name.
    static func contains(_ word: String) -> Bool {
        arithmetic[word] != nil || harmless.contains(word) || storage.contains(word) || const.contains(word)
            || word == nullable
            || others.contains(word) || attribute.contains(word) || label.contains(word)
            || (refused[word] != nil && word.hasPrefix("_"))
    }

    /// Whether a word has the form of an annotation, such as `_In_`.
    static func isAnnotation(_ word: String) -> Bool {
        let letters = word.unicodeScalars.dropFirst()
        guard word.count > 2, word.hasPrefix("_"), word.hasSuffix("_"), let first = letters.first else { return false }
        return "A"..."Z" ~= first
    }
}
