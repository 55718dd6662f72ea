// SPDX-License-Identifier: Apache-2.0

/// Reads a regular expression.
struct PatternParser {
    struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotTakesLineBreaks = false
    }

    private let text: [Unicode.Scalar]
    private(set) var place = 0
    var flags = Flags()
    private var depth = 0
    private var groupNames: Set<String> = []

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// Reads the whole text.
    mutating func readAll() throws(PatternMistake) -> PatternNode {
        let node = try alternatives()
        if !isAtEnd { throw mistake("\")\" closes no group; write \"\\)\" for the character") }
        try check(node, from: 0)
        return node
    }

    // MARK: Text

    var isAtEnd: Bool { place == text.count }
    var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

    mutating func take() -> Unicode.Scalar? {
        guard let next else { return nil }
        place += 1
        return next
    }

    mutating func move(to place: Int) { self.place = place }

    /// Skips a word, if it is here.
    mutating func skip(_ word: String) -> Bool {
        let scalars = Array(word.unicodeScalars)
        guard text[place...].starts(with: scalars) else { return false }
        place += scalars.count
        return true
    }

    /// The text up to a character, which is skipped; nil if the character does not follow.
    mutating func take(upTo end: Unicode.Scalar) -> String? {
        guard let last = text[place...].firstIndex(of: end) else { return nil }
        defer { place = last + 1 }
        return String(String.UnicodeScalarView(text[place..<last]))
    }

    func mistake(_ reason: String, at offset: Int? = nil) -> PatternMistake {
        PatternMistake(offset: offset ?? place, reason: reason)
    }

    /// Groups and sets are read by recursion.
    mutating func nested<Result>(
        from start: Int, _ body: (inout PatternParser) throws(PatternMistake) -> Result
    ) throws(PatternMistake) -> Result {
        guard depth < 100 else { throw mistake("groups and sets are nested more than 100 deep", at: start) }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    // MARK: Structure

    private mutating func alternatives() throws(PatternMistake) -> PatternNode {
        var all = [try sequence()]
        while skip("|") { all.append(try sequence()) }
        return .alternatives(all)
    }

    private mutating func sequence() throws(PatternMistake) -> PatternNode {
        var parts: [PatternNode] = []
        while let next, next != "|", next != ")" {
            let start = place
            guard let atom = try atom() else { continue }
            let part = try repeated(atom)
            try check(part, from: start)
            parts.append(part)
        }
        return .sequence(parts)
    }

    private func check(_ node: PatternNode, from start: Int) throws(PatternMistake) {
        guard node.size > RegularExpression.sizeLimit else { return }
        throw mistake("the repetitions exceed \(RegularExpression.sizeLimit) characters", at: start)
    }

    /// Nil for an element without a meaning, such as a comment.
    private mutating func atom() throws(PatternMistake) -> PatternNode? {
        let start = place
        switch take() {
        case "(": return try group(from: start)
        case "[":
            return .set(try nested(from: start) { (parser) throws(PatternMistake) in try parser.set(from: start) })
        case "\\": return try escape(from: start)
        case ".": return .set(flags.dotTakesLineBreaks ? ScalarSet(.any) : ScalarSet(.lineBreak, isNegated: true))
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case .some(let sign) where "*+?".unicodeScalars.contains(sign):
            throw mistake("\"\(sign)\" repeats nothing; write \"\\\(sign)\" for the character", at: start)
        case .some(let scalar): return .set(ScalarSet(scalar, ignoresCase: flags.ignoresCase))
        case nil: return nil
        }
    }

    // MARK: Groups

    private mutating func group(from start: Int) throws(PatternMistake) -> PatternNode? {
        let outer = flags
        if skip("?") {
            if skip("#") {
                guard take(upTo: ")") != nil else { throw mistake("the comment is not closed", at: start) }
                return nil
            }
            for (sign, name) in Self.refused where skip(sign) {
                throw mistake("\(name) would need an engine that backtracks", at: start)
            }
            if skip("P<") || skip("<") {
                guard let name = take(upTo: ">") else { throw mistake("the group's name is not closed", at: start) }
                guard groupNames.insert(name).inserted else {
                    throw mistake("the group's name appears twice", at: start)
                }
            } else if !skip(":") {
                try readFlags(from: start)
                // The options apply to the end of the enclosing group.
                if skip(")") { return nil }
                guard skip(":") else { throw mistake("\"(?\" does not begin a known group", at: start) }
            }
        }
        let node = try nested(from: start) { (parser) throws(PatternMistake) in try parser.alternatives() }
        guard skip(")") else { throw mistake("the group is not closed", at: start) }
        flags = outer
        return node
    }

    private static let refused = [
        ("=", "lookahead"), ("!", "lookahead"), ("<=", "lookbehind"), ("<!", "lookbehind"), (">", "an atomic group"),
        ("(", "a conditional group"), ("P=", "a reference to a group"), ("P>", "a reference to a group"),
        ("R", "recursion"), ("&", "recursion"), ("|", "a group that resets numbers"),
    ]

    private mutating func readFlags(from start: Int) throws(PatternMistake) {
        var isOn = true
        while let flag = next, flag != ":", flag != ")" {
            switch flag {
            case "-": isOn = false
            case "i": flags.ignoresCase = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotTakesLineBreaks = isOn
            default: throw mistake("\"\(flag)\" is not a known option; the options are i, m and s")
            }
            place += 1
        }
    }

    // MARK: Repetition

    private mutating func repeated(_ atom: PatternNode) throws(PatternMistake) -> PatternNode {
        let start = place
        guard let (least, most) = try counts() else { return atom }
        if case .assertion = atom.content { throw mistake("a place between characters cannot be repeated", at: start) }
        // A lazy repetition finds a match if and only if a greedy one does.
        if !skip("?"), skip("+") {
            throw mistake("possessive repetition would need an engine that backtracks", at: start)
        }
        let again = place
        if try counts() != nil { throw mistake("a repetition is repeated; put it into a group", at: again) }
        return .repetition(atom, least: least, most: most)
    }

    private mutating func counts() throws(PatternMistake) -> (least: Int, most: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        let start = place
        guard skip("{"), let inner = take(upTo: "}"), let counts = Self.counts(in: inner) else {
            // A brace without a count is an ordinary character.
            place = start
            return nil
        }
        if let most = counts.most, most < counts.least {
            throw mistake("the maximum is less than the minimum", at: start)
        }
        return counts
    }

    /// `2`, `2,`, `,3` and `2,3`.
    private static func counts(in text: String) -> (least: Int, most: Int?)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        // A number that overflows is too large as well.
        let numbers = parts.map { $0.isEmpty ? nil : Int($0) ?? .max }
        return numbers.count == 1 ? (numbers[0] ?? 0, numbers[0]) : (numbers[0] ?? 0, numbers[1])
    }
}
