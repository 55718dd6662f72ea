// SPDX-License-Identifier: Apache-2.0

/// A mistake in Heddle's input, with the facts that a person needs to correct it.
///
/// A diagnostic holds facts. ``render(styled:)`` turns them into text.
///
/// ## Topics
/// - ``Severity``
/// - ``Subject``
/// - ``Note``
public struct Diagnostic: Error, Hashable, Sendable {
    /// The severity: the effect on the run.
    public enum Severity: String, Sendable {
        /// The request cannot be carried out.
        case error
        /// The request is carried out, but something is suspicious.
        case warning
        /// Information about a request that is carried out.
        case notice
    }

    /// The cause of the mistake. It determines the command's exit status.
    public enum Subject: String, Sendable {
        /// The command line.
        case usage
        /// The behaviour file itself.
        case document
        /// A module or symbol that is missing or was refused.
        case module
        /// The server of a fetched behaviour.
        case source
        /// The machine, which has run out of a resource: file descriptors, processes, memory, or space for a file.
        case resource
    }

    /// A line after the excerpt: another place that matters, or advice.
    public struct Note: Hashable, Sendable {
        /// The text of the note, without a full stop.
        public let text: String
        /// The place of the fact.
        public let range: SourceRange?

        /// Creates a note.
        package init(_ text: String, at range: SourceRange? = nil) {
            self.text = text
            self.range = range
        }
    }

    /// The severity: the effect on the run.
    public var severity: Severity
    /// The cause of the mistake.
    public var subject: Subject
    /// The kind of mistake.
    public var code: DiagnosticCode
    /// One sentence that says what was found and what was expected.
    public var message: String
    /// The place of the mistake.
    public var range: SourceRange?
    /// The text under the caret, such as `number 12`.
    public var label: String?
    /// The correction, such as `did you mean "steps"?`.
    public var suggestion: String?
    /// Further facts that help to understand the mistake.
    public var notes: [Note]

    /// Creates a diagnostic.
    package init(
        _ severity: Severity = .error, _ subject: Subject = .document, code: DiagnosticCode, _ message: String,
        at range: SourceRange? = nil, label: String? = nil, suggestion: String? = nil, notes: [Note] = []
    ) {
        self.severity = severity
        self.subject = subject
        self.code = code
        self.message = message
        self.range = range
        self.label = label
        self.suggestion = suggestion
        self.notes = notes
    }
}

/// Several mistakes at once. Nothing is called before all of them are corrected.
public struct Diagnostics: Error, Sendable {
    /// The mistakes, in the order in which they were found.
    public var all: [Diagnostic]

    /// Creates a list of mistakes.
    package init(_ all: [Diagnostic] = []) {
        self.all = all
    }

    /// Only those that stop the run.
    public var errors: [Diagnostic] { all.filter { $0.severity == .error } }

    /// The number of mistakes of one file that the console shows.
    package static let shownCount = 100

    /// Those that a person is shown: all of them, or the first ``shownCount``, errors before all else.
    package var shown: [Diagnostic] {
        guard all.count > Self.shownCount else { return all }
        let errors = all.indices.filter { all[$0].severity == .error }
        let others = all.indices.filter { all[$0].severity != .error }
        return (errors + others).prefix(Self.shownCount).sorted().map { all[$0] }
    }
}
