// SPDX-License-Identifier: Apache-2.0

/// A type with its qualifiers.
struct QualifiedType {
    var type: CType
    var isConst = false
    /// True if the type is a pointer that is declared to be nullable.
    var isNullable = false
}

/// The specifiers of a declaration, before its declarators.
struct Specifiers {
    var qualified: QualifiedType
    var isTypedef = false
    /// True if the declaration begins with `extern`.
    var isExternal = false
    /// True if the type is a structure, union or enumeration by its keyword, so that no declarator need follow.
    var namesTag = false
    var annotations: [AnnotationUse] = []
    var attributes = Attributes()

    var type: CType { qualified.type }
}

/// The place of specifiers.
enum SpecifierPlace: String {
    case declaration
    case parameter
    case member
}

/// A type while its words are being read, which C allows in any order.
struct SpecifierWords {
    var isConst = false
    var isNullable = false
    var isTypedef = false
    var isExternal = false
    var annotations: [AnnotationUse] = []
    var attributes = Attributes()
    /// The words of an arithmetic type, such as `unsigned` and `long`.
    var arithmetic: [String] = []
    /// The type if it is not arithmetic.
    var whole: CType?
    var namesTag = false

    var hasType: Bool { whole != nil || !arithmetic.isEmpty }

    /// The arithmetic type of the words; nil if they form none.
    var arithmeticType: CType? {
        arithmetic.count > 4 ? nil : Self.types[arithmetic.sorted().joined(separator: " ")]
    }

    /// By the words in alphabetical order.
    static let types: [String: CType] = [
        "void": .void, "bool": .bool,
        "_Complex": .complex(.double), "_Complex double": .complex(.double), "_Complex float": .complex(.float),
        "_Complex double long": .complex(.longDouble),
        "float": .floating(.float), "double": .floating(.double), "double long": .floating(.longDouble),
        "char": .integer(.char), "char signed": .integer(.signedChar), "char unsigned": .integer(.unsignedChar),
        "short": .integer(.short), "int short": .integer(.short), "short signed": .integer(.short),
        "int short signed": .integer(.short),
        "short unsigned": .integer(.unsignedShort), "int short unsigned": .integer(.unsignedShort),
        "int": .integer(.int), "signed": .integer(.int), "int signed": .integer(.int),
        "unsigned": .integer(.unsignedInt), "int unsigned": .integer(.unsignedInt),
        "long": .integer(.long), "int long": .integer(.long), "long signed": .integer(.long),
        "int long signed": .integer(.long),
        "long unsigned": .integer(.unsignedLong), "int long unsigned": .integer(.unsignedLong),
        "long long": .integer(.longLong), "int long long": .integer(.longLong),
        "long long signed": .integer(.longLong), "int long long signed": .integer(.longLong),
        "__int128": .integer(.int128), "__int128 signed": .integer(.int128),
        "__int128 unsigned": .integer(.unsignedInt128),
        "long long unsigned": .integer(.unsignedLongLong), "int long long unsigned": .integer(.unsignedLongLong),
    ]
}
