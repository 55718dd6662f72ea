// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What the names of a scope stand for.
struct KnownNames: Sendable {
    /// A typedef; one for a const type makes const whatever is declared with it.
    struct Typedef: Sendable {
        var type: CType
        let isConst: Bool
        /// Where it was declared; nil for the standard ones.
        let range: SourceRange?
        /// How many tags had been completed when ``type`` was last brought up to date.
        var completions = 0
    }

    /// A structure, union or enumeration.
    struct Tagged: Sendable {
        let type: CType
        let range: SourceRange?
    }

    /// A constant of an enumeration.
    struct Constant: Sendable {
        var value: ConstantValue
        let range: SourceRange?
    }

    /// A function, by the name under which it was declared.
    struct Function: Sendable {
        let type: CType
        let range: SourceRange?
    }

    var typedefs: [String: Typedef] = [:]
    var tags: [String: Tagged] = [:]
    var constants: [String: Constant] = [:]
    var functions: [String: Function] = [:]
    /// How many tags were completed so far.
    private(set) var completions = 0

    /// Gives a tag its meaning.
    mutating func define(tag: String, as type: CType, at range: SourceRange?) {
        tags[tag] = Tagged(type: type, range: range)
        completions += 1
    }

    /// A typedef as it is now: a structure that has been completed since is complete in it.
    mutating func typedef(_ name: String) -> Typedef? {
        guard var known = typedefs[name] else { return nil }
        if known.completions != completions {
            known.type = completed(known.type)
            known.completions = completions
            typedefs[name] = known
        }
        return known
    }

    /// Where an ordinary name was declared before, be it as a type, a constant or a function.
    func place(of name: String) -> SourceRange? {
        typedefs[name]?.range ?? constants[name]?.range ?? functions[name]?.range
    }
}
