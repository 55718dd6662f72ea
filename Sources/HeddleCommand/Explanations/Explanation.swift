// SPDX-License-Identifier: Apache-2.0

/// The explanation of a code: its meaning, the reason why Heddle refuses it, and its correction.
struct Explanation {
    /// The code of a diagnostic, or of a failure that Heddle itself makes.
    let code: String
    /// A few words, without a full stop.
    let title: String
    /// One paragraph; its lines are those of the source, not of a page.
    let text: String
    /// The smallest thing that shows it; nil where nothing small does.
    let example: Example?

    init(_ code: String, _ title: String, _ text: String, _ example: Example? = nil) {
        self.code = code
        self.title = title
        self.text = text
        self.example = example
    }

    /// The text's words.
    var words: [Substring] { text.split { $0.isWhitespace } }
}

/// Explanations that belong together.
struct ExplanationGroup {
    /// The subject of the group.
    let title: String
    let explanations: [Explanation]

    init(_ title: String, _ explanations: [Explanation]) {
        self.title = title
        self.explanations = explanations
    }
}

extension ExplanationGroup {
    /// The whole catalogue, in the order in which one meets the mistakes.
    static let all: [ExplanationGroup] = [
        usage, json, behaviour, cases, declarations, modules, actions, bindings, calls, hooks, aspects, sources,
        running, recording, keptRuns, failures, programs,
    ]
}
