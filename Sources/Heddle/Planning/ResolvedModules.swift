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
    /// Those of them with an annotation in the behaviour that is wrong, or with something that is declared twice: values
    /// that would fit the right one, or the other one, are no further mistakes.
    private var misjudging: Set<String> = []
    /// The tags of their actions, once somebody has asked for them.
    private var knownTags: Set<String>?

    subscript(_ name: String) -> Module? { byName[name] }

    /// True if each is there and nothing that it declares is wrong: what none of them has does not exist.
    var areComplete: Bool { absent.isEmpty && flawed.isEmpty }

    /// True if values that do not fit may be right, for a wrong declaration of any module.
    var mayMisjudgeValues: Bool { !misjudging.isEmpty }

    /// Returns whether a module has a declaration that is wrong.
    func isFlawed(_ name: String) -> Bool { flawed.contains(name) }

    /// Returns whether values that do not fit may be right, for a wrong declaration of the module.
    func mayMisjudgeValues(of name: String) -> Bool { misjudging.contains(name) }

    mutating func take(_ module: Module) {
        all.append(module)
        byName[module.name] = module
        knownTags = nil
    }

    /// Notes that a module could not be loaded.
    mutating func note(absent name: String, _ reason: Diagnostic?) { absent[name] = reason }

    /// Notes that a module has wrong declarations.
    ///
    /// - Parameter mayMisjudge: true if what is right may be taken for wrong by them.
    mutating func note(flawed module: Module, mayMisjudge: Bool) {
        flawed.insert(module.name)
        if mayMisjudge { misjudging.insert(module.name) }
    }

    /// Notes the modules whose names stand twice among the mistakes of the text: a call may mean the other one.
    mutating func note(repeated issues: [Diagnostic]) {
        for issue in issues where issue.code == .json(.duplicateKey) {
            let name = issue.range?.text.dropFirst().dropLast()
            if let module = name.flatMap({ byName[String($0)] }) { note(flawed: module, mayMisjudge: true) }
        }
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
