// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema

/// The options of an aspect. Each is a property with a default value, and a key with a type and a description.
protocol OptionDraft: Sendable, SendableMetatype {
    /// Creates the options with their defaults.
    init()

    /// The keys in a position.
    static func keys(at position: HookPosition) -> [OptionForm<Self>.Key]
    /// The dependencies between options.
    static var rules: [KeyRule<Self>] { get }
    /// The actions that the aspect calls, by `module.action`.
    var asks: [Located<String>] { get }
}

extension OptionDraft {
    static var rules: [KeyRule<Self>] { [] }
    var asks: [Located<String>] { [] }
}

/// The forms of the options of an aspect, each made once.
struct OptionForms<Draft: OptionDraft>: Sendable {
    private let before: OptionForm<Draft>
    private let instead: OptionForm<Draft>
    private let after: OptionForm<Draft>

    init(of aspect: String) {
        func form(_ position: HookPosition) -> OptionForm<Draft> {
            OptionForm<Draft>(aspect, Draft.keys(at: position), rules: Draft.rules, initial: Draft())
        }
        (before, instead, after) = (form(.before), form(.instead), form(.after))
    }

    subscript(position: HookPosition) -> OptionForm<Draft> {
        switch position {
        case .before: before
        case .instead: instead
        case .after: after
        }
    }
}

/// The form of the options of an aspect.
typealias OptionForm<Draft> = ObjectForm<Draft, OptionReader>

/// The options of an aspect that has none.
struct NoOptions: OptionDraft {
    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] { [] }
}

/// The options of an aspect from a behaviour, read and checked, with their places.
@dynamicMemberLookup
struct AspectOptions<Draft: OptionDraft>: Sendable {
    private let aspect: String
    private let draft: Draft
    private let form: OptionForm<Draft>
    let places: OptionPlaces

    init(_ aspect: String, _ draft: Draft, _ form: OptionForm<Draft>, _ places: OptionPlaces) {
        self.aspect = aspect
        self.draft = draft
        self.form = form
        self.places = places
    }

    subscript<Wrapped>(dynamicMember path: KeyPath<Draft, Wrapped>) -> Wrapped { draft[keyPath: path] }

    /// The actions that the aspect calls.
    var asks: [Located<String>] { draft.asks }

    /// An option, for an error.
    ///
    /// - Parameter range: the wrong part of the option; nil for its whole value.
    func place(_ path: PartialKeyPath<Draft>, at range: SourceRange? = nil) -> OptionPlace {
        let name = form.name(path)
        return OptionPlace(name, at: range ?? places.options[name])
    }

    /// The error of an option that is wrong by itself, or together with others.
    func bad(
        _ path: PartialKeyPath<Draft>, at range: SourceRange? = nil, _ message: String, _ suggestion: String? = nil
    ) -> AspectError {
        .badOption(place(path, at: range), aspect: aspect, message: message, suggestion: suggestion)
    }
}

/// Receives the mistakes in the options of an aspect.
final class OptionReader: FieldReader {
    private(set) var mistakes: [Diagnostic] = []

    func report(
        _ mistake: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?,
        label: String?, suggestion: String?
    ) {
        mistakes.append(
            Diagnostic(severity, code: mistake.code, message, at: range, label: label, suggestion: suggestion))
    }
}

extension FieldMistake {
    fileprivate var code: DiagnosticCode {
        switch self {
        case .unknownKey: .aspect(.unknownOption)
        case .missingKey, .missingChoice: .aspect(.missingOption)
        case .badCombination, .wrongType, .badValue: .aspect(.option)
        case .badBytes: .behaviour(.badBytes)
        case .badReference: .behaviour(.unknownReference)
        }
    }
}
