// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Logging

extension AspectOptions {
    /// That an option is something else than it must be.
    func wrong(_ name: String, _ found: Value, _ expected: AspectError.Expectation) -> AspectError {
        .wrongOption(name, aspect: aspect, found: found, expected: expected)
    }

    /// A text, or nil where the option is not given.
    func text(_ name: String) throws(AspectError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw wrong(name, value, .text) }
        return text
    }

    /// One of several words by its raw value, or nil where the option is not given.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, of words: Word.Type = Word.self
    ) throws(AspectError) -> Word? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value, let word = Word(rawValue: text) else {
            throw wrong(name, value, .oneOf(Word.allCases.map(\.rawValue)))
        }
        return word
    }

    /// A level of the log by its name, or nil where the option is not given.
    func level(_ name: String) throws(AspectError) -> Logger.Level? { try word(name) }

    /// A whole number, or nil where the option is not given.
    func whole(_ name: String, _ range: ClosedRange<Int>) throws(AspectError) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value, let whole = number.integer, let exact = Int(exactly: whole),
            range.contains(exact)
        else {
            throw wrong(name, value, .described("a whole number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return exact
    }

    /// A seed for chance, or 0 where the option is not given.
    func seed(_ name: String = "seed") throws(AspectError) -> UInt64 {
        UInt64(try whole(name, 0...Int.max) ?? 0)
    }

    /// A number of a range, or nil where the option is not given.
    func number(_ name: String, _ range: ClosedRange<Double>) throws(AspectError) -> Double? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value, let double = number.double, range.contains(double) else {
            let ends = (Value(range.lowerBound).excerpt(), Value(range.upperBound).excerpt())
            throw wrong(name, value, .described("a number from \(ends.0) to \(ends.1)"))
        }
        return double
    }

    /// `true` or `false`; false where the option is not given.
    func flag(_ name: String) throws(AspectError) -> Bool {
        guard let value = self[name] else { return false }
        guard case .bool(let flag) = value else { throw wrong(name, value, .described("true or false")) }
        return flag
    }

    /// Nanoseconds, or nil where the option is not given.
    func duration(_ name: String) throws(AspectError) -> UInt64? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value, let nanoseconds = DurationText.nanoseconds(text) else {
            throw wrong(name, value, .described(DurationText.form))
        }
        return nanoseconds
    }

    /// Nanoseconds of a duration that cannot be 0, or nil where the option is not given.
    func span(_ name: String) throws(AspectError) -> UInt64? {
        let nanoseconds = try duration(name)
        if nanoseconds == 0 { throw bad(name, "it must be longer than 0") }
        return nanoseconds
    }

    /// The code of the failure that the aspect gives, or the usual one where the option is not given.
    func failureCode(or usual: FailureCode) throws(AspectError) -> String {
        let code = try text("code")
        if code == "" { throw bad("code", "a failure has a code that is not empty") }
        return code ?? usual.rawValue
    }

    /// The option's value, which must be given.
    func needed<Wrapped>(_ name: String, _ value: Wrapped?) throws(AspectError) -> Wrapped {
        if let value { return value }
        throw .missingOption(name, aspect: aspect, message: "needs the option \(name)")
    }
}

extension AspectOptions {
    /// A list of texts, none of them twice, or nil where the option is not given.
    func texts(_ name: String) throws(AspectError) -> [String]? {
        guard let values = try list(name, "a list of texts") else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw wrong(name, value, .described("a list of texts")) }
            guard !texts.contains(text) else { throw bad(name, "\(value.excerpt()) stands in it twice") }
            texts.append(text)
        }
        return texts
    }

    /// A list of at least one value, or nil where the option is not given.
    func list(_ name: String, _ expected: String) throws(AspectError) -> [Value]? {
        guard let value = self[name] else { return nil }
        guard case .array(let values) = value else { throw wrong(name, value, .described(expected)) }
        guard !values.isEmpty else { throw bad(name, "the list is empty") }
        return values
    }

    /// The members of an object with at least one, or nil where the option is not given.
    func members(_ name: String) throws(AspectError) -> [Value.Member]? {
        guard let value = self[name] else { return nil }
        guard case .object(let members) = value else { throw wrong(name, value, .described("an object")) }
        guard !members.isEmpty else { throw bad(name, "the object is empty") }
        return members
    }

    /// A condition, or nil where the option is not given.
    ///
    /// - Parameter moment: when it is judged.
    func condition(_ name: String, at moment: CallMoment) throws(AspectError) -> CallCondition? {
        guard let value = self[name] else { return nil }
        do {
            return try CallCondition(value, at: moment)
        } catch {
            throw bad(name, error.message, error.suggestion)
        }
    }

    /// That an option is wrong in itself, or together with others.
    func bad(_ name: String, _ message: String, _ suggestion: String? = nil) -> AspectError {
        .badOption(name, aspect: aspect, message: message, suggestion: suggestion)
    }

    /// Options of which only one may be given.
    func checkOneOf(_ names: String...) throws(AspectError) {
        let given = names.filter(has)
        guard given.count > 1 else { return }
        throw bad(given[1], "it cannot stand beside \(given[0])")
    }
}

extension AspectError {
    /// That none of the actions takes an argument of a name.
    static func badOption(_ option: String, noneTakes name: String, of aspect: String, _ known: [String]) -> AspectError
    {
        .badOption(
            option, aspect: aspect,
            message: "no action that it is around takes an argument \(Value.string(name).excerpt())",
            suggestion: didYouMean(name, among: known))
    }
}
