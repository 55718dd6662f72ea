// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The modules that a behaviour names, as far as they are there, and the reasons why others are not.
struct ResolvedModules {
    /// The modules, each behind those that it needs.
    private(set) var all: [Module] = []
    private(set) var byName: [String: Module] = [:]
    /// Those that are not the program's, which leave the host with the last plan that they are of.
    private(set) var loaded: LoadedModules?
    /// The reasons why modules could not be loaded, by name.
    private(set) var absent: [String: Diagnostic] = [:]
    /// The modules with a declaration that is wrong: what they lack is no further mistake.
    private var flawed: Set<String> = []
    /// Those of them with an annotation in the behaviour that is wrong: values that would fit with the right one are no
    /// further mistakes.
    private var misannotated: Set<String> = []
    /// The tags of their actions, once somebody has asked for them.
    private var knownTags: Set<String>?

    subscript(_ name: String) -> Module? { byName[name] }

    /// True if each is there and nothing that it declares is wrong: what none of them has does not exist.
    var areComplete: Bool { absent.isEmpty && flawed.isEmpty }

    /// True if values that do not fit may be right, for a wrong annotation of any module.
    var mayMisjudgeValues: Bool { !misannotated.isEmpty }

    /// Returns whether a module has a declaration that is wrong.
    func isFlawed(_ name: String) -> Bool { flawed.contains(name) }

    /// Returns whether values that do not fit may be right, for a wrong annotation of the module.
    func mayMisjudgeValues(of name: String) -> Bool { misannotated.contains(name) }

    mutating func take(_ module: Module) {
        all.append(module)
        byName[module.name] = module
        knownTags = nil
    }

    /// Notes that a module could not be loaded.
    mutating func note(absent name: String, _ reason: Diagnostic?) { absent[name] = reason }

    /// Notes that a module has wrong declarations, or also wrong annotations.
    mutating func note(flawed module: Module, isMisannotated: Bool) {
        flawed.insert(module.name)
        if isMisannotated { misannotated.insert(module.name) }
    }

    /// Has those that are not the program's leave the host with the last plan that they are of.
    mutating func hold(in registry: Registry) {
        loaded = LoadedModules(all.filter { !$0.isOfProgram }, in: registry)
    }

    /// The tags of all actions.
    mutating func tags() -> Set<String> {
        let known = knownTags ?? Set(all.flatMap(\.tags))
        knownTags = known
        return known
    }
}

extension Module {
    /// The tags of its actions.
    fileprivate var tags: [String] { actionNames.flatMap { signature(of: $0)?.tags ?? [] } }
}
