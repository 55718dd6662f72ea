// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSchema

/// The settings of one file.
struct SettingsDraft {
    let declared: [DeclaredSetting]
    let range: SourceRange
    /// False where one of them could not be read.
    let isComplete: Bool
}

extension BehaviourReader {
    /// Reads declarations such as `int32_t n = 5`.
    func settings(_ field: Field) -> SettingsDraft? {
        let texts = texts(field)
        let declared = texts.compactMap { text in
            setting(text).map { DeclaredSetting(setting: $0, range: text.range) }
        }
        return SettingsDraft(declared: declared, range: field.range, isComplete: declared.count == texts.count)
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

    /// Makes the settings of all files known to the steps; one that is declared twice is left out.
    func takeSettings(_ drafts: [SettingsDraft]) -> [DeclaredSetting] {
        guard let first = drafts.first else { return [] }
        var names = UniqueNames("setting")
        let settings = drafts.flatMap(\.declared).filter { declared in
            names.add(
                Located(declared.setting.name, at: declared.range), self,
                orNote: "there are two settings called \"\(declared.setting.name)\", expected a new name")
        }
        set(
            Self.settings, to: Located(Set(settings.map(\.setting.name)), at: first.range),
            isComplete: drafts.allSatisfy(\.isComplete) && !lacksFile)
        return settings
    }
}

extension FieldType where Read == SettingsDraft, Reader == BehaviourReader {
    /// A declaration, or a list of declarations.
    static var settings: Self { Self(.textOrTexts(.nonEmpty)) { $1.settings($0) } }
}
