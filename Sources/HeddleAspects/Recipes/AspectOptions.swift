// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The options of an aspect as a behaviour gives them, read with full checks.
struct AspectOptions {
    let aspect: String
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

    /// The value of an option; nil if it is not given.
    subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

    /// Returns whether an option is given.
    func has(_ name: String) -> Bool { self[name] != nil }

    private static func isFree(_ name: String) -> Bool { name == "description" || name.hasPrefix("x-") }
}

extension Value.Member {
    /// A member that is a whole number.
    init(_ name: String, _ number: some BinaryInteger) {
        self.init(name, .number(.integer(Int128(number))))
    }
}
