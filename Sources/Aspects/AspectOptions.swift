// SPDX-License-Identifier: Apache-2.0

import Declarations
import Logging

/// The options of an aspect as a behaviour gives them, read with full checks.
struct AspectOptions {
    private let aspect: String
    private let members: [Value.Member]

    /// Takes the options, of which none may be unknown; `description` and names that begin with `x-` are free.
    init(_ value: Value?, of aspect: String, known: [String]) throws(AspectError) {
        self.aspect = aspect
        switch value {
        case nil: self.members = []
        case .object(let members): self.members = members
        case .some(let other): throw .optionsNotObject(aspect: aspect, found: other, known: known)
        }
        for member in members where !known.contains(member.name) && !Self.isFree(member.name) {
            throw .unknownOption(member.name, aspect: aspect, known: known)
        }
    }

    /// A text, or nil where the option is not given.
    func text(_ name: String) throws(AspectError) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text): return text
        case .some(let other): throw .wrongOption(name, aspect: aspect, found: other, expected: .text)
        }
    }

    /// A level of the log by its name, or nil where the option is not given.
    func level(_ name: String) throws(AspectError) -> Logger.Level? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value, let level = Logger.Level(rawValue: text) else {
            let words = Logger.Level.allCases.map(\.rawValue)
            throw .wrongOption(name, aspect: aspect, found: value, expected: .oneOf(words))
        }
        return level
    }

    private subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

    private static func isFree(_ name: String) -> Bool { name == "description" || name.hasPrefix("x-") }
}

extension Value.Member {
    /// A member that is a whole number.
    init(_ name: String, _ number: some BinaryInteger) {
        self.init(name, .number(.integer(Int128(number))))
    }
}
