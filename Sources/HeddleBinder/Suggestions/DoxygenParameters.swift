// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The directions that a comment gives: `@param[in,out] name`.
struct DoxygenParameters {
    let facts: FunctionFacts

    init(_ comment: String?, of signature: Signature) {
        var facts = FunctionFacts()
        for line in (comment ?? "").split(separator: "\n") {
            guard let (direction, words, name) = Self.parameter(in: line),
                let index = signature.parameters.firstIndex(where: { $0.name == name })
            else { continue }
            facts[index].direction = Fact(direction, from: "doxygen: @param[\(words)]")
        }
        self.facts = facts
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
