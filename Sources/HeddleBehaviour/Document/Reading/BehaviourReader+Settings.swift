// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSchema

extension BehaviourReader {
    /// Reads declarations such as `int32_t n = 5`.
    func settings(_ field: Field) -> DeclaredList<DeclaredSetting>? {
        let texts = texts(field)
        let declared = texts.compactMap { text in
            setting(text).map { DeclaredSetting(setting: $0, range: text.range) }
        }
        return DeclaredList(all: declared, range: field.range, isComplete: declared.count == texts.count)
    }

    private func setting(_ text: Located<String>) -> Setting? {
        do throws(Diagnostics) {
            let setting = try DeclarationScope().setting(text.declarationText)
            if setting.initial != .null { return setting }
            note(
                .badValue, "the setting \"\(setting.name)\" has the default NULL, which is no value", at: text.range,
                suggestion: "leave the default out, so that --set must give a value")
        } catch {
            add(error.all)
        }
        return nil
    }
}

extension FieldType where Read == DeclaredList<DeclaredSetting>, Reader == BehaviourReader {
    /// A declaration, or a list of declarations.
    static var settings: Self { Self(.textOrTexts(.nonEmpty)) { $1.settings($0) } }
}
