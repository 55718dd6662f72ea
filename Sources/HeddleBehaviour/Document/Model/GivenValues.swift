// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// The values that are known before the run and that references lead to: the row of a table as `row`, and the settings
/// of the behaviour as `settings`.
///
/// ## Topics
/// - ``value(of:)``
package struct GivenValues: Sendable {
    /// The row that a case is run for; nil outside of tables.
    package let row: Case.Row?
    /// The settings with their values; nil where the behaviour declares none.
    package let settings: GivenSettings?

    /// Creates values.
    package init(row: Case.Row? = nil, settings: GivenSettings? = nil) {
        self.row = row
        self.settings = settings
    }

    /// The same for another row.
    package func with(row: Case.Row?) -> GivenValues { GivenValues(row: row, settings: settings) }

    /// True if no reference can lead to one.
    package var isEmpty: Bool { row == nil && settings == nil }

    /// The value that a reference leads to; nil where it leads elsewhere, or to nothing.
    package func value(of reference: Reference) -> Value? {
        switch source(of: reference) {
        case .row(let row)?: row.value.part(at: reference.part)
        case .settings(let settings)?: settings.value.part(at: reference.part)
        case nil: nil
        }
    }

    /// What a reference leads into.
    enum Source {
        case row(Case.Row)
        case settings(GivenSettings)
    }

    /// What a reference leads into by its name; nil for a saved value.
    func source(of reference: Reference) -> Source? {
        switch reference.name {
        case BehaviourReader.row: row.map(Source.row)
        case BehaviourReader.settings: settings.map(Source.settings)
        default: nil
        }
    }
}

/// The settings of a behaviour with the values of one run.
package struct GivenSettings: Sendable {
    /// The values by the names of the settings: an object.
    package let value: Value
    /// The declarations, by the same names.
    let places: [String: SourceRange]
}

/// A setting that a behaviour declares, `int32_t n = 5`. Whoever runs it may give another value.
package struct DeclaredSetting: Sendable {
    /// The setting.
    package let setting: Setting
    /// Where its declaration stands.
    package let range: SourceRange
}

extension [DeclaredSetting] {
    /// The settings with the values of one run; nil where there are none.
    ///
    /// - Parameter texts: the values that were given, by the names of the settings: JSON, or for a text the text itself.
    ///   Other names are passed over.
    /// - Throws: values that do not fit, and settings that have none.
    package func given(_ texts: [String: String]) throws(Diagnostics) -> GivenSettings? {
        if isEmpty { return nil }
        let values = compactMap { declared in
            texts[declared.setting.name].map { Value.Member(declared.setting.name, declared.setting.value(of: $0)) }
        }
        let mistakes = flatMap { declared in
            let value = Value.object(values.filter { $0.name == declared.setting.name })
            return Settings([declared.setting]).mistakes(in: value, of: .behaviour).map { mistake in
                var diagnostic = mistake.diagnostic
                (diagnostic.range, diagnostic.label, diagnostic.notes) = (declared.range, nil, [])
                return diagnostic
            }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return GivenSettings(
            value: Settings(map(\.setting)).completed(.object(values)),
            places: Dictionary(map { ($0.setting.name, $0.range) }) { first, _ in first })
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
