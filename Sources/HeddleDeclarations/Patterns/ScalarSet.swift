// SPDX-License-Identifier: Apache-2.0

/// The set of characters that one element of a regular expression matches.
struct ScalarSet: Sendable {
    enum Member: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        case property(ScalarProperty, isNegated: Bool)
        case set(ScalarSet)
    }

    var members: [Member]
    var isNegated = false
    var ignoresCase = false

    init(_ members: [Member], isNegated: Bool = false, ignoresCase: Bool = false) {
        self.members = members
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
    }

    init(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
        self.init([.range(scalar...scalar)], ignoresCase: ignoresCase)
    }

    init(_ property: ScalarProperty, isNegated: Bool = false) {
        self.init([.property(property, isNegated: isNegated)])
    }

    /// - Complexity: O(members).
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember = hasMember(scalar) || ignoresCase && scalar.otherCases.contains(where: hasMember)
        return isMember != isNegated
    }

    private func hasMember(_ scalar: Unicode.Scalar) -> Bool {
        members.contains { member in
            switch member {
            case .range(let range): range.contains(scalar)
            case .property(let property, let isNegated): property.holds(for: scalar) != isNegated
            case .set(let set): set.contains(scalar)
            }
        }
    }
}

/// A property that Unicode gives a character.
enum ScalarProperty: Sendable {
    case any
    case lineBreak
    case digit
    case word
    case whitespace
    case horizontalSpace
    case alphabetic
    case uppercase
    case lowercase
    case hexadecimalDigit
    /// A general category by its name, such as `Lu`, or `L` for all that begin with it.
    case category(String)

    /// The properties that have names.
    static func named(_ name: String) -> ScalarProperty? {
        switch name {
        case "Any": .any
        case "Alphabetic", "alpha": .alphabetic
        case "Uppercase", "upper": .uppercase
        case "Lowercase", "lower": .lowercase
        case "White_Space", "space": .whitespace
        case "Hex_Digit", "xdigit": .hexadecimalDigit
        case "digit": .digit
        case "word": .word
        case "punct": .category("P")
        default: Unicode.GeneralCategory.allNames.contains { $0.hasPrefix(name) } ? .category(name) : nil
        }
    }

    func holds(for scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .any: true
        case .lineBreak: scalar.isLineBreak
        case .digit: scalar.properties.generalCategory == .decimalNumber
        case .word: scalar.isWord
        case .whitespace: scalar.properties.isWhitespace
        case .horizontalSpace: scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
        case .alphabetic: scalar.properties.isAlphabetic
        case .uppercase: scalar.properties.isUppercase
        case .lowercase: scalar.properties.isLowercase
        case .hexadecimalDigit: scalar.properties.isHexDigit
        case .category(let name): scalar.properties.generalCategory.name.hasPrefix(name)
        }
    }
}

extension Unicode.Scalar {
    /// True for the end of a line.
    var isLineBreak: Bool {
        switch self {
        case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// True for a character of a word.
    var isWord: Bool {
        if isASCII { return properties.isAlphabetic || ("0"..."9").contains(self) || self == "_" }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
    }

    /// The letter in lower and in upper case, if these are single characters.
    fileprivate var otherCases: [Unicode.Scalar] {
        [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { mapped in
            mapped.unicodeScalars.count == 1 ? mapped.unicodeScalars.first : nil
        }
    }
}

extension Unicode.GeneralCategory {
    private static let names: [Unicode.GeneralCategory: String] = [
        .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm",
        .otherLetter: "Lo", .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me", .decimalNumber: "Nd",
        .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc", .dashPunctuation: "Pd",
        .openPunctuation: "Ps", .closePunctuation: "Pe", .initialPunctuation: "Pi", .finalPunctuation: "Pf",
        .otherPunctuation: "Po", .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk",
        .otherSymbol: "So", .spaceSeparator: "Zs", .lineSeparator: "Zl", .paragraphSeparator: "Zp", .control: "Cc",
        .format: "Cf", .surrogate: "Cs", .privateUse: "Co", .unassigned: "Cn",
    ]

    static var allNames: some Collection<String> { names.values }

    /// The short name of Unicode.
    var name: String { Self.names[self] ?? "Cn" }
}
