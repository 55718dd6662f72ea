// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The functions whose declarations are read when somebody asks for them, since a ``PrototypeScanner`` has seen that there
/// is no mistake in them.
struct UnreadFunctions: Sendable {
    /// A function that is declared and not read.
    struct Function: Sendable {
        /// The declaration.
        let text: SourceRange
        /// The place of its name in the source of the declaration.
        let name: Range<Int>
    }

    /// In the order of their declarations.
    private(set) var all: [Function] = []
    /// Their numbers in ``all``, by their names.
    private var numbers = WordTable()
    /// The words that a scanner has met.
    var words = PrototypeWords()

    /// The function of a name; nil if there is none.
    subscript(name: String) -> Function? { all.isEmpty ? nil : numbers.number(of: name).map { all[$0] } }

    /// Returns whether it has a function whose name stands at a place of a text.
    func has(_ name: Range<Int>, of text: [UInt8], hashed hash: UInt64) -> Bool {
        numbers.number(of: name, in: text, hashed: hash) != nil
    }

    /// Adds a function that it does not have.
    mutating func add(_ function: Function, hashed hash: UInt64) {
        numbers.add(function.name, of: function.text.source.bytes, hashed: hash, as: all.count)
        all.append(function)
    }
}

extension UnreadFunctions.Function {
    /// The place of its name.
    var place: SourceRange { SourceRange(text.source, name) }
}
