// SPDX-License-Identifier: Apache-2.0

/// A regular expression of `matches`: the part of Swift's syntax that can be matched without backtracking.
///
/// The text is read once, with all the places of the expression kept at which a match could stand: Thompson's
/// simulation of a nondeterministic automaton. So no text takes long, whatever the expression, which an engine that
/// backtracks cannot promise. What would need one is refused when the expression is read: references to a group,
/// lookaround, atomic groups and possessive repetition.
///
/// Characters are Unicode scalars. `\d`, `\w` and `\s` are those of Unicode's Technical Standard 18, and `\b` stands
/// between a `\w` and anything else.
package struct RegularExpression: Sendable {
    /// How long an expression may be, in bytes.
    package static let lengthLimit = 4000
    /// How many places an expression may have: each character, with all repetitions of it.
    package static let sizeLimit = 4000

    private let program: PatternProgram

    /// Reads an expression.
    ///
    /// - Throws: what is wrong with it, and where.
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

/// Why a text is no regular expression.
package struct PatternMistake: Error, Hashable, Sendable {
    /// The character at fault, counted from 0.
    package let offset: Int
    /// The reason.
    package let reason: String

    /// The reason with the place, counted from 1.
    package var words: String { "\(reason), at character \(offset + 1)" }
}

/// The mistake of a regular expression; nil for a right one.
package func mistake(inPattern pattern: String) -> PatternMistake? {
    do {
        _ = try RegularExpression(pattern)
        return nil
    } catch {
        return error
    }
}
