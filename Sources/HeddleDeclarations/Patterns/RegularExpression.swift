// SPDX-License-Identifier: Apache-2.0

/// A regular expression of `matches`: the part of Swift's syntax that can be matched without backtracking.
///
/// The matcher reads the text once and keeps all states of a nondeterministic automaton (Thompson's simulation). So
/// matching takes linear time, which a backtracking engine cannot promise. Constructs that need backtracking are
/// refused: references to a group, lookaround, atomic groups and possessive repetition.
///
/// Characters are Unicode scalars. `\d`, `\w` and `\s` are those of Unicode's Technical Standard 18, and `\b` is a
/// boundary between `\w` and anything else.
package struct RegularExpression: Sendable {
    /// The maximum length of an expression, in bytes.
    package static let lengthLimit = 4000
    /// The maximum number of characters of an expression, with all repetitions.
    package static let sizeLimit = 4000

    private let program: PatternProgram

    /// Reads an expression.
    ///
    /// - Throws: the mistake with its place.
    package init(_ text: String) throws(PatternMistake) {
        if text.utf8.count > Self.lengthLimit {
            throw PatternMistake(offset: 0, reason: "the expression is longer than \(Self.lengthLimit) bytes")
        }
        var parser = PatternParser(text)
        program = PatternProgram(try parser.readAll())
    }

    /// Searches the text for a match.
    ///
    /// - Complexity: O(*n* · *m*) for a text of *n* characters and an expression of *m* places.
    package func hasMatch(in text: String) -> Bool {
        var matcher = PatternMatcher(program, Array(text.unicodeScalars))
        return matcher.findsMatch()
    }
}

/// The mistake of an invalid regular expression.
package struct PatternMistake: Error, Hashable, Sendable {
    /// The index of the wrong character, from 0.
    package let offset: Int
    /// The reason.
    package let reason: String

    /// The reason with the place, counted from 1.
    package var words: String { "\(reason), at character \(offset + 1)" }
}

/// The mistake of a regular expression; nil if it is valid.
package func mistake(inPattern pattern: String) -> PatternMistake? {
    do {
        _ = try RegularExpression(pattern)
        return nil
    } catch {
        return error
    }
}
