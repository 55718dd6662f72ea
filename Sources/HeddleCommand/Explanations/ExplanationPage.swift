// SPDX-License-Identifier: Apache-2.0

/// The text of explanations for a terminal.
struct ExplanationPage {
    /// True if terminal escapes may be written.
    let isStyled: Bool

    /// One explanation with its example and the correction, both ready to be copied. A terminal shows the lines in
    /// which they differ in colour.
    func text(of explanation: Explanation) -> String {
        let head = "\(bold(explanation.code)): \(explanation.title)\n\n\(paragraph(explanation))\n"
        guard let example = explanation.example else { return head }
        return head + "\n\(example.kind.heading)\n\n" + indented(example.wrong, "31") + "\nCorrected:\n\n"
            + indented(example.mended, "32")
    }

    /// All codes with their titles.
    func list(of groups: [ExplanationGroup]) -> String {
        let width = groups.flatMap(\.explanations).map(\.code.count).max() ?? 0
        return groups.map { group in
            let rows = group.explanations.map { explanation in
                "  \(explanation.code)\(String(repeating: " ", count: width - explanation.code.count))  \(explanation.title)\n"
            }
            return "\(bold(group.title))\n\(rows.joined())"
        }.joined(separator: "\n")
    }

    /// The text in lines that fit any terminal.
    private func paragraph(_ explanation: Explanation) -> String {
        var lines: [String] = []
        for word in explanation.words {
            if let last = lines.last, last.count + 1 + word.count <= Self.width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let width = 80

    private func indented(_ lines: [Example.Line], _ colour: String) -> String {
        lines.map { line in
            if line.text.isEmpty { return "\n" }
            return "    \(line.isChanged ? wrap(line.text, colour) : line.text)\n"
        }.joined()
    }

    private func bold(_ text: String) -> String { wrap(text, "1") }

    private func wrap(_ text: String, _ code: String) -> String {
        isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Example.Kind {
    fileprivate var heading: String {
        switch self {
        case .behaviour: "A behaviour that shows it:"
        case .command: "A command that shows it:"
        case .module: "A module that shows it:"
        case .program: "A program that shows it:"
        }
    }
}
