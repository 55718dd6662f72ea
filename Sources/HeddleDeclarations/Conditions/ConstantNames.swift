// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The constants of a module: those of its bindings and its enumerators.
///
/// A behaviour may write the name of a number wherever a declaration takes a number.
///
/// ## Topics
/// - ``resolved(_:as:)``
/// - ``UnknownName``
package struct ConstantNames: Hashable, Sendable {
    private var numbers: [String: Number] = [:]
    private var texts: [String: String] = [:]
    private var module = ""

    /// Creates an empty set of names.
    package init() {}

    /// The names, in alphabetical order.
    package var all: [String] { numbers.keys.sorted() }

    /// True if there are none.
    package var isEmpty: Bool { numbers.isEmpty && texts.isEmpty }

    /// The number or the text that a name stands for; nil for a name that is none of these.
    package func value(named name: String) -> Value? {
        numbers[name].map { .number($0) } ?? texts[name].map { .string($0) }
    }

    /// Returns whether it has the name of a number.
    package func has(_ name: String) -> Bool { numbers[name] != nil }

    /// The same names, with the module's name for messages.
    package func named(after module: String) -> ConstantNames {
        var names = self
        names.module = module
        return names
    }

    /// These names and others; messages name the others. Of a name that is in both the number of these counts.
    package func adding(_ others: ConstantNames) -> ConstantNames {
        var names = others
        names.numbers.merge(numbers) { $1 }
        names.texts.merge(texts) { $1 }
        return names
    }

    /// Adds the constants of bindings.
    package mutating func add(_ constants: [Value.Member]) {
        for constant in constants {
            switch constant.value {
            case .number(let number): numbers[constant.name] = number
            case .string(let text): texts[constant.name] = text
            default: break
            }
        }
    }

    /// Adds the constants of an enumeration.
    package mutating func add(_ enumeration: EnumerationType) {
        for constant in enumeration.constants { numbers[constant.name] = .integer(enumeration.number(of: constant)) }
    }

    /// The number that a text names, or that several names are together, as in `READ|WRITE`; nil if the text is a value
    /// itself.
    ///
    /// - Throws: an unknown name.
    func number(for text: String, among content: ValueDomain.Content) throws(UnknownName) -> Value? {
        if case .enumeration(let enumeration) = content, enumeration.number(named: text) != nil {
            return enumeration.form(of: .string(text))
        }
        guard !numbers.isEmpty else { return nil }
        switch content {
        case .enumeration(let enumeration): return try combined(text, enumeration).map(enumeration.form)
        case .whole: return try combined(text, nil)
        case .floating: return FloatingType.words.contains(text) ? nil : try number(text)
        default: return nil
        }
    }

    /// The number that the names of a list are together, where a number is wanted; nil if the list is a value itself.
    ///
    /// - Throws: an unknown name.
    func number(for elements: [Value], among content: ValueDomain.Content) throws(UnknownName) -> Value? {
        switch content {
        case .enumeration, .whole: break
        default: return nil
        }
        var names: [String] = []
        for element in elements {
            guard case .string(let name) = element else { return nil }
            names.append(name)
        }
        return names.isEmpty ? nil : try number(for: names.joined(separator: "|"), among: content)
    }

    private func combined(_ text: String, _ enumeration: EnumerationType?) throws(UnknownName) -> Value? {
        guard let names = text.flagNames else { return try number(text) }
        var union: Int128 = 0
        for name in names {
            if let number = enumeration?.number(named: name) {
                union |= number
                continue
            }
            guard case .number(let number)? = try number(name), let whole = number.integer else {
                throw UnknownName(message: "\"\(name)\" names no whole number, which \"|\" combines", suggestion: nil)
            }
            union |= whole
        }
        return .number(.integer(union))
    }

    /// The whole number that a name stands for; nil for other names.
    func number(named name: String) -> Int128? { numbers[name]?.integer }

    private func number(_ text: String) throws(UnknownName) -> Value? {
        if let number = numbers[text] { return .number(number) }
        if let advice = text.adviceOnCombining({ numbers[$0] != nil }) {
            throw UnknownName(message: "\"\(text)\" is not a constant of \(module)", suggestion: advice)
        }
        guard text.isName else { return nil }
        throw UnknownName(
            message: "\"\(text)\" is not a constant of \(module)", suggestion: didYouMean(text, among: numbers.keys))
    }
}

/// A name in place of a number that is not a constant of the module.
package struct UnknownName: Error, Hashable, Sendable {
    /// The errors.
    package let message: String
    /// The nearest name, if one is near.
    package let suggestion: String?
    /// The way from the value to the part that the name is.
    package private(set) var path = PartPath()

    /// Runs a body for a part of a value; an unknown name in it has the way from that value.
    package static func inside<Result>(
        _ step: PartPath.Step, _ body: () throws(UnknownName) -> Result
    ) throws(UnknownName) -> Result {
        do throws(UnknownName) {
            return try body()
        } catch {
            var error = error
            error.path = PartPath([step] + error.path.steps)
            throw error
        }
    }
}

extension String {
    /// True if it could be the name of a constant.
    fileprivate var isName: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return scalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || "0"..."9" ~= $0 }
    }
}
