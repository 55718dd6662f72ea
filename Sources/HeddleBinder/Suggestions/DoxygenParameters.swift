// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The directions that a comment gives: `@param[in,out] name`.
///
/// A comment does not say how many values a pointer leads to. Where there may be several, the direction is none of one value,
/// which a function would write behind.
struct DoxygenParameters {
    let facts: FunctionFacts

    /// - Parameter hints: those of the declaration, which say for some parameters how many values they lead to.
    init(_ comment: String?, of signature: Signature, _ hints: [AttributeHint]) {
        var facts = FunctionFacts()
        let counts = CountNames(signature.parameters, areTextsPieces: false)
        let arrays = Set(hints.filter { $0.name == .array }.compactMap { $0.arguments.first.flatMap { Int($0) } })
        for paragraph in Self.paragraphs(of: comment ?? "") {
            guard let (direction, words, name) = Self.parameter(in: paragraph),
                let index = signature.parameters.firstIndex(where: { $0.name == name })
            else { continue }
            let isOneOrMore = signature.parameters[index].pointsToNumber && !arrays.contains(index + 1)
            if isOneOrMore, direction == .in || counts.mayBeCounted(index) || Self.speaksOfSeveral(paragraph) {
                continue
            }
            facts[index].direction = Fact(direction, from: "doxygen: @param[\(words)]")
        }
        self.facts = facts
    }

    /// A paragraph ends before a command, and at an empty line.
    private static func paragraphs(of comment: String) -> [Substring] {
        let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.reduce(into: []) { paragraphs, line in
            let text = line.drop { $0 == " " || $0 == "*" || $0 == "/" }
            if paragraphs.isEmpty || text.isEmpty || text.first == "@" || text.first == "\\" {
                paragraphs.append(line)
            } else {
                paragraphs[paragraphs.count - 1] += " " + line
            }
        }
    }

    private static let severalValues: Set<String> = [
        "array", "arrays", "buffer", "buffers", "samples", "elements", "values", "vector", "matrix", "list",
        "interleaved", "per",
    ]

    private static func speaksOfSeveral(_ text: Substring) -> Bool {
        text.split { !$0.isLetter }.contains { severalValues.contains($0.lowercased()) }
    }

    private static func parameter(
        in line: Substring
    ) -> (direction: Parameter.Direction, words: String, name: String)? {
        guard let command = line.firstRange(of: "@param") ?? line.firstRange(of: "\\param") else { return nil }
        let rest = line[command.upperBound...].drop { $0 == " " }
        guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
        let words = rest[rest.index(after: rest.startIndex)..<end]
        let parts = Set(words.split { ", /|".contains($0) }.map { $0.lowercased() })
        let name = rest[rest.index(after: end)...].drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        let direction: Parameter.Direction
        switch (parts.contains("in") || parts.contains("inout"), parts.contains("out") || parts.contains("inout")) {
        case (true, true): direction = .inout
        case (false, true): direction = .out
        case (true, false): direction = .in
        case (false, false): return nil
        }
        return (direction, String(words), String(name))
    }
}

extension Parameter {
    /// True for a pointer to numbers. One that is only read would be passed by value if it were one.
    fileprivate var pointsToNumber: Bool {
        guard case .pointer(let target, _) = type.canonical else { return false }
        return target.isNumber
    }
}
