// SPDX-License-Identifier: Apache-2.0

/// The types of C that hold one number, spelled as C spells them.
enum CScalar: String, CaseIterable {
    case bool = "_Bool"
    case char = "char"
    case signedChar = "signed char"
    case unsignedChar = "unsigned char"
    case short = "short"
    case unsignedShort = "unsigned short"
    case int = "int"
    case unsignedInt = "unsigned int"
    case long = "long"
    case unsignedLong = "unsigned long"
    case longLong = "long long"
    case unsignedLongLong = "unsigned long long"
    case int128 = "__int128"
    case unsignedInt128 = "unsigned __int128"
    case float = "float"
    case double = "double"
    case longDouble = "long double"
    case complexFloat = "float _Complex"
    case complexDouble = "double _Complex"
    case complexLongDouble = "long double _Complex"

    var size: Int {
        switch self {
        case .bool, .char, .signedChar, .unsignedChar: 1
        case .short, .unsignedShort: 2
        case .int, .unsignedInt, .float: 4
        case .long, .unsignedLong, .longLong, .unsignedLongLong, .double, .complexFloat: 8
        case .int128, .unsignedInt128, .longDouble, .complexDouble: 16
        case .complexLongDouble: 32
        }
    }

    var isSigned: Bool {
        switch self {
        case .char, .signedChar, .short, .int, .long, .longLong, .int128: true
        default: false
        }
    }

    var isInteger: Bool { self != .bool && component == nil }

    /// The real type of a floating type; nil for the others.
    var component: CScalar? {
        switch self {
        case .float, .double, .longDouble: self
        case .complexFloat: .float
        case .complexDouble: .double
        case .complexLongDouble: .longDouble
        default: nil
        }
    }

    var isComplex: Bool { component != nil && component != self }

    /// True if some of its bytes say nothing: those behind the 10 of a `long double`.
    var hasPadding: Bool { component == .longDouble }

    static let integers = allCases.filter { $0.isInteger && $0.size <= 8 }
    static let wide: [CScalar] = [.int128, .unsignedInt128]
    static let floating: [CScalar] = [.float, .double, .longDouble]
    static let complex = allCases.filter(\.isComplex)
}
