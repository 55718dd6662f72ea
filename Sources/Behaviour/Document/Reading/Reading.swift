// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics

/// One reading of a behaviour file: the mistakes found so far, and the names that the rest may use.
///
/// A method that reads something returns nil, or leaves it out, after it noted why; what was read is then never
/// handed out, but the reading goes on, so that all mistakes are found at once.
final class Reading {
    private(set) var issues: [Diagnostic]
    var modules: ModuleNames
    var saves = SavedNames()
    /// Where names stand that stood before in their object.
    private let duplicates: Set<Int>
    private var suggestions = 0
    private var mistakes = 0
    /// What is wrong and so not handed out.
    var leftOut = (module: false, hook: false)

    init(modules: ModuleNames = ModuleNames(), duplicates: [Diagnostic] = []) {
        self.modules = modules
        self.issues = duplicates
        self.duplicates = Set(duplicates.map(\.offset))
    }

    /// All that was found, in the order of the file.
    func finish() -> [Diagnostic] {
        noteUnresolvedReferences()
        return issues.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    func note(
        _ mistake: FormMistake, _ message: String, severity: Diagnostic.Severity = .error, at range: SourceRange,
        label: String? = nil, suggestion: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        if severity == .error { mistakes += 1 }
        issues.append(
            Diagnostic(
                severity, code: mistake.rawValue, message, at: range, label: label, suggestion: suggestion,
                notes: notes))
    }

    /// What `body` reads; nil where it notes a mistake, since what is wrong in part is not handed out.
    func sound<Result>(_ body: () -> Result?) -> Result? {
        let before = mistakes
        let result = body()
        return mistakes == before ? result : nil
    }

    /// What may have been meant; no more often than a person would read, as each time looks at all names.
    func nearestName(to name: String, among names: some Sequence<String>) -> String? {
        suggestions += 1
        return suggestions <= 100 ? nearest(to: name, among: names) : nil
    }

    func suggestion(for name: String, among names: some Sequence<String>) -> String? {
        nearestName(to: name, among: names).map { "did you mean \"\($0)\"?" }
    }

    /// Whether a name stood before in its object, which is mistake enough.
    func isDuplicate(_ name: Located<String>) -> Bool { duplicates.contains(name.range.bytes.lowerBound) }
}

extension Diagnostic {
    fileprivate var offset: Int { range?.bytes.lowerBound ?? 0 }
}
