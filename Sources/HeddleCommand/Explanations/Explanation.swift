// SPDX-License-Identifier: Apache-2.0

/// The meaning of a code: the event, the reason for the refusal, and the correction.
struct Explanation {
    /// The code of a diagnostic, or of a failure that Heddle itself makes.
    let code: String
    /// A few words, without a full stop.
    let title: String
    /// The words of one paragraph.
    fileprivate(set) var words: [Substring] = []
    /// The smallest example; nil if no small one exists.
    fileprivate(set) var example: Example?

    /// Reads a heading such as `hook.order: Hooks that contradict each other`.
    fileprivate init(heading: Substring) {
        let colon = heading.firstRange(of: ": ")
        code = String(heading[..<(colon?.lowerBound ?? heading.endIndex)])
        title = String(heading[(colon?.upperBound ?? heading.endIndex)...])
    }
}

/// The explanations of one Markdown file.
struct ExplanationGroup {
    /// The first heading of the file.
    private(set) var title = ""
    private(set) var explanations: [Explanation] = []

    /// Reads a file that is embedded in the command.
    ///
    /// `# ` begins the title and `## ` an explanation. A fence that begins with the word `diff` and the kind of the
    /// example encloses an example. All other lines are text of the explanation above them.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    private init(_ file: [UInt8]) {
        var fence: (kind: Example.Kind?, lines: [Substring])?
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            if let example = fence {
                fence = line == "```" ? nil : (example.kind, example.lines + [line])
                if fence == nil { last.example = example.kind.map { Example($0, example.lines) } }
            } else if line.hasPrefix("```diff ") {
                fence = (Example.Kind(rawValue: String(line.dropFirst(8))), [])
            } else if line.hasPrefix("## ") {
                explanations.append(Explanation(heading: line.dropFirst(3)))
            } else if line.hasPrefix("# ") {
                title = String(line.dropFirst(2))
            } else if !explanations.isEmpty {
                last.words += line.split(separator: " ")
            }
        }
    }

    private var last: Explanation {
        get { explanations[explanations.count - 1] }
        set { explanations[explanations.count - 1] = newValue }
    }

    /// All explanations, in the order in which a user meets the mistakes.
    static let all: [ExplanationGroup] = [
        PackageResources.usage_md, PackageResources.json_md, PackageResources.behaviour_md, PackageResources.cases_md,
        PackageResources.declarations_md, PackageResources.modules_md, PackageResources.actions_md,
        PackageResources.bindings_md, PackageResources.calls_md, PackageResources.hooks_md,
        PackageResources.aspects_md, PackageResources.sources_md, PackageResources.runs_md,
        PackageResources.recordings_md, PackageResources.reports_md, PackageResources.failures_md,
        PackageResources.programs_md,
    ].map { ExplanationGroup($0) }
}
