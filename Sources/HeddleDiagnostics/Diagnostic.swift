// SPDX-License-Identifier: Apache-2.0

/// Something that is wrong with what Heddle was given, with all the facts that a person needs to mend it.
///
/// A diagnostic holds facts; ``render(styled:)`` alone turns them into the layout that people read.
///
/// ## Topics
/// - ``Severity``
/// - ``Subject``
/// - ``Note``
public struct Diagnostic: Error, Sendable {
    /// Whether the run can go on.
    public enum Severity: String, Sendable {
        /// What was asked for cannot be done.
        case error
        /// It is done, but somebody should look.
        case warning
        /// It is as it was asked for; somebody may want to know.
        case notice
    }

    /// What is at fault; the command's exit code follows from it.
    public enum Subject: String, Sendable {
        /// The command line.
        case usage
        /// The behaviour file itself.
        case document
        /// A module or symbol that is missing or was refused.
        case module
        /// A place that a behaviour was to be fetched from.
        case source
        /// The machine, which has no more of something: descriptors, processes, memory, room for a file.
        case resource
    }

    /// A line after the excerpt: another place that matters, or advice.
    public struct Note: Sendable {
        /// The sentence, without a full stop.
        public let text: String
        /// The place that it speaks of.
        public let range: SourceRange?

        /// Creates a note.
        package init(_ text: String, at range: SourceRange? = nil) {
            self.text = text
            self.range = range
        }
    }

    /// Whether the run can go on.
    public var severity: Severity
    /// What is at fault.
    public var subject: Subject
    /// A stable name for this kind of mistake, such as `json.duplicate-key`.
    public var code: String
    /// One sentence that says what was found and what was expected.
    public var message: String
    /// The place that is at fault.
    public var range: SourceRange?
    /// What stands under the caret, such as `number 12`.
    public var label: String?
    /// What would mend it, such as `did you mean "steps"?`.
    public var suggestion: String?
    /// What else helps to understand it.
    public var notes: [Note]

    /// Creates a diagnostic.
    package init(
        _ severity: Severity = .error, _ subject: Subject = .document, code: String, _ message: String,
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

/// Several mistakes at once: nothing is called before all of them are mended.
public struct Diagnostics: Error, Sendable {
    /// The mistakes, in the order in which they were found.
    public var all: [Diagnostic]

    /// Creates a list of mistakes.
    package init(_ all: [Diagnostic] = []) {
        self.all = all
    }

    /// Only those that stop the run.
    public var errors: [Diagnostic] { all.filter { $0.severity == .error } }

    /// How many mistakes of one file a person is shown.
    package static let shownCount = 100

    /// Those that a person is shown: all of them, or the first ``shownCount``, errors before all else.
    package var shown: [Diagnostic] {
        guard all.count > Self.shownCount else { return all }
        let errors = all.indices.filter { all[$0].severity == .error }
        let others = all.indices.filter { all[$0].severity != .error }
        return (errors + others).prefix(Self.shownCount).sorted().map { all[$0] }
    }
}
