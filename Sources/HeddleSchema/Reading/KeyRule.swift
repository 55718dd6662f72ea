// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A rule of how the keys of an object depend on each other.
package enum KeyRule<Draft>: Sendable {
    /// A property of the draft, which stands for its key.
    package typealias Path = any PartialKeyPath<Draft> & Sendable

    /// At least one of these keys must be there.
    case anyOf([Path])
    /// No more than one of these keys may be there.
    case onlyOneOf([Path])
    /// A key is there only together with another one.
    ///
    /// The reason continues the sentence that begins with the key: `says in which order calls come`.
    case needs(Path, with: Path, because: String? = nil)
    /// A rule that depends on values, which the reader of the object checks itself.
    case other(JSONSchema)

    /// A mistake against the rule.
    struct Breach {
        let mistake: FieldMistake
        /// The key at which the mistake is shown; nil for the object.
        let key: String?
        let message: String
    }

    /// The keys that the rule is about.
    var paths: [Path] {
        switch self {
        case .anyOf(let paths), .onlyOneOf(let paths): paths
        case .needs(let path, let other, _): [path, other]
        case .other: []
        }
    }

    /// Returns the mistake of an object; nil if there is none.
    ///
    /// - Parameters:
    ///   - isGiven: which of ``paths`` the object has.
    ///   - names: their keys.
    func breach(_ isGiven: [Bool], _ subject: String, names: () -> [String]) -> Breach? {
        switch self {
        case .anyOf:
            if isGiven.contains(true) { return nil }
            let quoted = names().map { "\"\($0)\"" }
            let list = "\(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
            return Breach(
                mistake: .missingChoice, key: nil, message: "\(subject) needs \(list), found none of them")
        case .onlyOneOf:
            if isGiven.count(where: \.self) < 2 { return nil }
            let given = zip(names(), isGiven).filter(\.1).map(\.0)
            return Breach(
                mistake: .badCombination, key: given[1],
                message: "\"\(given[1])\" of \(subject) cannot be combined with \"\(given[0])\"")
        case .needs(_, _, let reason):
            guard isGiven[0], !isGiven[1] else { return nil }
            let (key, wanted) = (names()[0], names()[1])
            guard let reason else {
                return Breach(
                    mistake: .missingKey, key: key,
                    message: "\(subject) needs the key \"\(wanted)\" beside \"\(key)\", found none")
            }
            return Breach(mistake: .badCombination, key: key, message: "\"\(key)\" \(reason), found no \"\(wanted)\"")
        case .other: return nil
        }
    }

    /// The schema that says the same.
    func schema(naming name: (PartialKeyPath<Draft>) -> String) -> JSONSchema {
        switch self {
        case .anyOf(let paths):
            let names = paths.map(name)
            return names.dropLast().reversed().reduce(.having(names.last ?? "")) { rest, key in
                .anything.when(.without(key), rest)
            }
        case .onlyOneOf(let paths):
            let names = paths.map(name)
            return .all(
                names.indices.dropLast().map { index in
                    .anything.when(.having(names[index]), .lacking(names.dropFirst(index + 1)))
                })
        case .needs(let path, let other, _): return .anything.when(.having(name(path)), .having(name(other)))
        case .other(let schema): return schema
        }
    }
}
