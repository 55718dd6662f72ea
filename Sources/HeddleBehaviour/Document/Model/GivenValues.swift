// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// The values that are known before the run and that references lead to: the row of a table as `row`, the settings of
/// the behaviour as `settings`, the contents of files as `files`, and the constants of modules behind their names.
///
/// ## Topics
/// - ``value(of:)``
package struct GivenValues: Sendable {
    /// The row that a case is run for; nil outside of tables.
    package let row: Case.Row?
    /// The settings with their values; nil where the behaviour declares none.
    package let settings: NamedValues?
    /// The bytes of the files that the behaviour names; nil where it names none.
    package let files: NamedValues?
    /// The constants of modules, by the names of these.
    package let constants: [String: ConstantNames]

    /// Creates values.
    package init(
        row: Case.Row? = nil, settings: NamedValues? = nil, files: NamedValues? = nil,
        constants: [String: ConstantNames] = [:]
    ) {
        self.row = row
        self.settings = settings
        self.files = files
        self.constants = constants
    }

    /// The same for another row.
    package func with(row: Case.Row?) -> GivenValues {
        GivenValues(row: row, settings: settings, files: files, constants: constants)
    }

    /// The same with the constants of modules, by the names of these.
    package func with(constants: [String: ConstantNames]) -> GivenValues {
        GivenValues(row: row, settings: settings, files: files, constants: constants)
    }

    /// True if no reference can lead to one.
    package var isEmpty: Bool { row == nil && settings == nil && files == nil && constants.isEmpty }

    /// The value that a reference leads to; nil where it leads elsewhere, or to nothing.
    package func value(of reference: Reference) -> Value? {
        if !reference.indices.isEmpty { return nil }
        return switch source(of: reference) {
        case .row(let row)?: row.value.part(at: reference.part)
        case .named(let values)?: values.part(at: reference.part)
        case .constant(let value)?: value
        case nil: nil
        }
    }

    /// Returns whether a reference is to a secret setting.
    package func isSecret(_ reference: Reference) -> Bool {
        guard reference.name == BehaviourReader.settings, let settings, !settings.secrets.isEmpty else { return false }
        guard case .member(let name)? = reference.part.steps.first else { return true }
        return settings.secrets.contains(name)
    }

    /// Returns whether a reference is to a setting of a floating type.
    func isFloating(_ reference: Reference) -> Bool {
        guard reference.name == BehaviourReader.settings, case .member(let name)? = reference.part.steps.first,
            let type = settings?.types[name]
        else { return false }
        let part = ValueShape.given(type).part(at: PartPath(Array(reference.part.steps.dropFirst())))
        return if case .floating? = part?.memoryType?.canonical { true } else { false }
    }

    /// Returns whether a reference is to a setting that is not secret.
    package func isOpen(_ reference: Reference) -> Bool {
        reference.name == BehaviourReader.settings && settings != nil && !isSecret(reference)
    }

    /// The given value that a reference leads into.
    enum Source {
        case row(Case.Row)
        case named(NamedValues)
        case constant(Value)
    }

    /// The given value that a reference names; nil for a saved value.
    func source(of reference: Reference) -> Source? {
        switch reference.name {
        case BehaviourReader.row: row.map(Source.row)
        case BehaviourReader.settings: settings.map(Source.named)
        case BehaviourReader.files: files.map(Source.named)
        default: constant(of: reference).map(Source.constant)
        }
    }

    private func constant(of reference: Reference) -> Value? {
        guard let names = constants[reference.name], !reference.isPlace, reference.type == nil,
            reference.part.steps.count == 1, case .member(let name)? = reference.part.steps.first
        else { return nil }
        return names.value(named: name)
    }
}

/// The settings or the files of a behaviour with their values.
package struct NamedValues: Sendable {
    /// The values by their names: an object.
    package let value: Value
    /// The places of their declarations, by the same names.
    let places: [String: SourceRange]
    /// The names of those that no report may show.
    let secrets: Set<String>
    /// The types of settings.
    let types: [String: CType]
    private let members: [String: Value]

    /// True if some of them are such.
    package var hasSecrets: Bool { !secrets.isEmpty }

    /// Creates values.
    package init(
        _ value: Value, declaredAt places: [String: SourceRange], secrets: Set<String> = [],
        types: [String: CType] = [:]
    ) {
        self.types = types
        self.value = value
        self.places = places
        self.secrets = secrets
        let members = if case .object(let members) = value { members } else { [Value.Member]() }
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value at a path; nil where there is none.
    func part(at path: PartPath) -> Value? {
        guard case .member(let name)? = path.steps.first else { return value.part(at: path) }
        return members[name]?.part(at: PartPath(Array(path.steps.dropFirst())))
    }
}

/// A file whose content steps may refer to.
package struct NamedFile: Sendable {
    /// The name by which they do.
    package let name: Located<String>
    /// Its path, as it is written.
    package let path: Located<String>
}

/// A setting that a behaviour declares, `int32_t n = 5`. The command line may give another value.
package struct DeclaredSetting: Sendable {
    /// The setting.
    package let setting: Setting
    /// The place of its declaration.
    package let range: SourceRange
}

extension [DeclaredSetting] {
    /// The settings with the values of one run; nil where there are none.
    ///
    /// - Parameter texts: the values that were given, by the names of the settings: JSON, or for a text the text itself.
    ///   Other names are passed over.
    /// - Throws: values that do not fit, and settings that have none.
    package func given(_ texts: [String: String]) throws(Diagnostics) -> NamedValues? {
        if isEmpty { return nil }
        let values = compactMap { declared in
            texts[declared.setting.name].map { Value.Member(declared.setting.name, declared.setting.value(of: $0)) }
        }
        let given = Dictionary(values.map { ($0.name, $0) }) { first, _ in first }
        let mistakes = flatMap { declared in
            let value = Value.object(given[declared.setting.name].map { [$0] } ?? [])
            return Settings([declared.setting]).mistakes(in: value, of: .behaviour).map { mistake in
                var diagnostic = mistake.diagnostic
                (diagnostic.range, diagnostic.label) = (declared.range, nil)
                diagnostic.notes =
                    texts[declared.setting.name].map { text in
                        let shown = declared.setting.isSecret ? Value.secretWord : text.excerpt(limit: 60)
                        return [Diagnostic.Note("it is given by --set \(declared.setting.name)=\(shown)")]
                    } ?? []
                return diagnostic
            }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return NamedValues(
            Settings(map(\.setting)).typed(.object(values)),
            declaredAt: Dictionary(map { ($0.setting.name, $0.range) }) { first, _ in first },
            secrets: Set(map(\.setting).filter(\.isSecret).map(\.name)),
            types: Dictionary(map { ($0.setting.name, $0.setting.type) }) { first, _ in first })
    }
}

extension Setting {
    /// The value that a text of the command line gives to the setting; one that is no JSON is a text.
    fileprivate func value(of text: String) -> Value {
        if case .text = ValueDomain(of: type).content { return .string(text) }
        let source = SourceText(name: "--set \(name)", bytes: Array(text.utf8))
        return (try? JSONNode.parse(source))?.root.value ?? .string(text)
    }
}
