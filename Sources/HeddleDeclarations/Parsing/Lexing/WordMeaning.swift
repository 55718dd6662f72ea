// SPDX-License-Identifier: Apache-2.0

/// The meaning of a word that is not simply a name.
enum WordMeaning: Hashable {
    /// A storage class or similar word, which does not affect calls.
    case storage
    /// A word that does not affect calls.
    case harmless
    case const
    /// Clang's word for a pointer that may be null.
    case nullable
    /// A word of an arithmetic type, by its plain spelling.
    case arithmetic(String)
    /// `struct`, `union` or `enum`.
    case tag
    case typedef
    /// `sizeof` and its like.
    case size
    /// `offsetof`
    case offset
    /// `_Static_assert`
    case assertion
    case attribute
    /// `_Alignas`
    case alignment
    case label
    /// Any other keyword.
    case keyword
    /// A type, or a part of one, that Heddle cannot pass; with its description.
    case refused(String)
    /// The same for a word that may also be a name.
    case refusedType(String)
    /// A word in the form of an annotation, such as `_In_`.
    case annotation

    /// True if a word with this meaning may be the name of something.
    var allowsName: Bool {
        if case .refusedType = self { true } else { false }
    }

    /// The meaning of a word; nil for names.
    init?(_ word: String) {
        if let known = Self.known[word] {
            self = known
        } else if word.hasAnnotationForm {
            self = .annotation
        } else {
            return nil
        }
    }

    /// The words of types without those that begin with an underscore.
    static let typeWords: [String] = known.compactMap { word, meaning in
        switch meaning {
        case .arithmetic, .tag, .typedef, .const: word.hasPrefix("_") ? nil : word
        default: nil
        }
    }
}

extension String {
    /// True if a word looks like `_In_`: a capital after the first underscore, and an underscore at the end.
    fileprivate var hasAnnotationForm: Bool {
        let letters = utf8
        guard letters.count > 2, letters.first == UInt8(ascii: "_"), letters.last == UInt8(ascii: "_") else {
            return false
        }
        return letters.dropFirst().first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? false
    }
}

extension WordMeaning {
    /// By the words.
    static let known: [String: WordMeaning] = {
        var known: [String: WordMeaning] = [:]
        for (meaning, words) in plain {
            for word in words.split(separator: " ") { known[String(word)] = meaning }
        }
        for (what, words) in refused {
            for word in words.split(separator: " ") {
                let isName = !word.hasPrefix("_") || word.hasSuffix("_va_list")
                known[String(word)] = isName ? .refusedType(what) : .refused(what)
            }
        }
        for word in ["void", "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double"] {
            known[word] = .arithmetic(word)
        }
        known["_Bool"] = .arithmetic("bool")
        known["__int128"] = .arithmetic("__int128")
        for word in ["_Complex", "__complex__", "__complex"] { known[word] = .arithmetic("_Complex") }
        known["__signed"] = .arithmetic("signed")
        known["__signed__"] = .arithmetic("signed")
        return known
    }()

    private static let plain: [(WordMeaning, String)] = [
        (.storage, "extern static inline __inline __inline__ _Noreturn"),
        (.harmless, "register __extension__ volatile __volatile __volatile__ restrict __restrict __restrict__"),
        (.harmless, "_Nonnull _Null_unspecified"),
        (.const, "const __const __const__"), (.nullable, "_Nullable"),
        (.tag, "struct union enum"), (.typedef, "typedef"), (.size, "sizeof _Alignof alignof __alignof__ __alignof"),
        (.offset, "offsetof __builtin_offsetof"),
        (.assertion, "_Static_assert static_assert"), (.alignment, "_Alignas alignas"),
        (.attribute, "__attribute__ __attribute"), (.label, "asm __asm__ __asm"),
        (.keyword, "return if else for while do switch case default break continue goto auto"),
    ]

    /// The refused words by their description for messages.
    private static let refused: [(String, String)] = [
        ("imaginary numbers", "_Imaginary"), ("integers of any width", "_BitInt"), ("atomic types", "_Atomic"),
        ("half-precision numbers", "_Float16 __fp16"), ("numbers of 128 bits", "_Float128 __float128"),
        ("decimal floating types", "_Decimal32 _Decimal64 _Decimal128"),
        ("thread-local variables", "_Thread_local thread_local __thread"),
        ("a va_list", "va_list __builtin_va_list __gnuc_va_list"),
        ("types of expressions", "typeof __typeof__ __typeof"),
        ("calling conventions", "__stdcall __cdecl __fastcall"),
        ("templates of C++", "template"), ("classes of C++", "class"), ("namespaces of C++", "namespace"),
    ]
}
