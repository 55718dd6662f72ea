// SPDX-License-Identifier: Apache-2.0

internal import Declarations

/// The names that a module has for numbers: the constants of its bindings and of its enumerations.
///
/// A behaviour may write such a name wherever a declaration wants a number.
struct ConstantNames: Sendable {
    private var numbers: [String: Number] = [:]

    /// All names, for suggestions.
    var all: some Sequence<String> { numbers.keys }

    /// Adds the constants of bindings; texts have no place where a number is wanted.
    mutating func add(_ constants: [Value.Member]) {
        for constant in constants {
            if case .number(let number) = constant.value { numbers[constant.name] = number }
        }
    }

    /// Adds the constants of an enumeration.
    mutating func add(_ enumeration: EnumerationType) {
        for constant in enumeration.constants { numbers[constant.name] = .integer(enumeration.number(of: constant)) }
    }

    /// A text where a type wants a number: the number that it names; nil where the text stays as it is.
    ///
    /// - Throws: a name that is not known.
    func number(for text: String, as type: CType) throws(UnknownConstant) -> Value? {
        if case .enumeration(let enumeration) = type.canonical {
            if let own = enumeration.constants.first(where: { $0.name == text }) {
                return enumeration.form(of: .string(own.name))
            }
            return numbers.isEmpty ? nil : try number(text).map(enumeration.form)
        }
        guard !numbers.isEmpty else { return nil }
        switch type.canonical {
        case .integer: return try number(text)
        case .floating: return Self.notNumbers.contains(text) ? nil : try number(text)
        default: return nil
        }
    }

    private func number(_ text: String) throws(UnknownConstant) -> Value? {
        if let number = numbers[text] { return .number(number) }
        guard text.isName else { return nil }
        throw UnknownConstant(name: text)
    }

    /// Numbers that JSON has no other way to write.
    private static let notNumbers = ["NaN", "Infinity", "-Infinity"]
}

/// A name where a number is wanted, and that is no constant of the module.
struct UnknownConstant: Error {
    let name: String
}

extension String {
    /// Whether it could be the name of a constant, and not a number or anything else.
    fileprivate var isName: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return scalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || "0"..."9" ~= $0 }
    }
}
