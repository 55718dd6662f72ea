// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension Module {
    /// The mistakes of the module's configuration in a behaviour, at their places; a warning if the module declares no
    /// settings, so that nothing can be checked.
    func configurationMistakes(in entry: ModuleEntry) -> [Diagnostic] {
        if let settings, case .object(let members)? = entry.config?.content {
            for member in members where settings[member.name]?.isSecret == true { member.value.range.conceal() }
        }
        return configurationMistakes(in: entry.config?.value).map { mistake in
            let place = entry.config?.range(at: mistake.path, ofName: mistake.isAboutName) ?? entry.name.range
            return mistake.diagnostic.located(at: place, label: mistake.diagnostic.label)
        }
    }

    /// The same for a configuration that is not from a file.
    ///
    /// - Parameter config: nil for none.
    func configurationMistakes(in config: Value?) -> [ConfigurationMistake] {
        if let settings {
            return settings.mistakes(in: config ?? .object([]), of: name)
        }
        guard let config else { return [] }
        guard instance != nil else { return [.whole(.noConfiguration(of: name))] }
        guard case .object = config else { return Settings([]).mistakes(in: config, of: name) }
        return [.whole(.uncheckedConfiguration(of: name))]
    }
}

extension ConfigurationMistake {
    fileprivate static func whole(_ diagnostic: Diagnostic) -> ConfigurationMistake {
        ConfigurationMistake(path: PartPath(), isAboutName: false, diagnostic: diagnostic)
    }
}

extension Diagnostic {
    fileprivate static func noConfiguration(of module: String) -> Diagnostic {
        Diagnostic(
            code: .config(.unread), "the module \(module) has no instances, so nothing reads its configuration",
            suggestion: "leave out \"config\"")
    }

    fileprivate static func uncheckedConfiguration(of module: String) -> Diagnostic {
        Diagnostic(
            .warning, code: .config(.unchecked),
            "the module \(module) declares no settings, so its configuration is not checked",
            suggestion: "its author can declare them with HEDDLE_SETTING")
    }
}
