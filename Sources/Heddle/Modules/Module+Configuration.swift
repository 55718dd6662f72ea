// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
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
            return settings.mistakes(in: config ?? .object([]), of: .module(name))
        }
        guard let config else { return [] }
        guard instance != nil else { return [.whole(.noConfiguration(of: name))] }
        guard case .object = config else { return Settings([]).mistakes(in: config, of: .module(name)) }
        return [.whole(.uncheckedConfiguration(of: name))]
    }
}

extension Module {
    /// A part of the configuration of its instance, which begins with the name of a setting.
    func configured(_ path: PartPath) -> ConfiguredPart {
        guard let instance, case .member(let name)? = path.steps.first else {
            return .absent("the module \(self.name) has no configuration", suggestion: nil)
        }
        let known = settings?.all.map(\.name) ?? []
        if let settings {
            guard let setting = settings[name] else {
                return .absent(
                    "the module \(self.name) has no setting \(Value.string(name).excerpt())",
                    suggestion: didYouMean(name, among: known)
                        ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"))
            }
            if setting.isSecret { return .secret }
        }
        if let value = instance.configured(path) { return .value(value) }
        // A setting may lack a value, but a value does not lack a part that it has in other events.
        if settings != nil, instance.configured(PartPath([.member(name)])) == nil { return .value(nil) }
        let part = path.description.drop { $0 == "." }
        return .absent(
            "the configuration of \(self.name) has no \(Value.string(String(part)).excerpt())", suggestion: nil)
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
