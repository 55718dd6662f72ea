// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleJSON

/// A behaviour file as it was read: what it says and where, nothing of it resolved.
///
/// ## Topics
/// - ``read(_:including:)``
/// - ``readPart(_:including:)``
/// - ``ModuleEntry``
/// - ``HookEntry``
/// - ``DeclaredSetting``
/// - ``NamedFile``
/// - ``Tracking``
/// - ``Step``
/// - ``Case``
/// - ``Policy``
/// - ``Includer``
package struct Behaviour: Sendable {
    /// The two shapes of a behaviour file.
    package enum Form: Sendable {
        /// The array: the original form.
        case sequence
        /// The object, version 1.
        case version1
    }

    /// The file; some of what follows may stand in files that it includes.
    package let source: SourceText
    /// Its shape.
    package let form: Form
    /// The modules in the order of the file, those of included files first; no name twice.
    package let modules: [ModuleEntry]
    /// The hooks in the order of the file, those of included files first; behind them those that `tracking` stands for.
    package let hooks: [HookEntry]
    /// The receivers of events that `tracking` names, those of included files first; no name twice.
    package let providers: [Tracking.Provider]
    /// The settings in the order of the file, those of included files first; no name twice.
    package let settings: [DeclaredSetting]
    /// The files whose contents steps may refer to, in the same order; no name twice.
    package let files: [NamedFile]
    /// The steps in the order of the file, those of included files first; before them those that set them up.
    package let steps: Steps
    /// The number of the steps that set up the others.
    package let setupCount: Int
    /// The steps behind them that are run in any case, those of included files last.
    package let always: Steps
    /// The cases in the order of the file, those of included files first; no name twice.
    package let cases: [Case]
    /// The course of the run where it cannot go on as written.
    package let policy: Policy
    /// The permissions for modules' functions to be around actions as hooks; nil where the policy does not say.
    package let permissions: [HookPermission]?
    /// True if a module, or a hook, of the file is wrong and so not among these.
    package let leavesOut: (module: Bool, hook: Bool)

    /// Reads a behaviour file.
    ///
    /// - Parameter includer: reads the files that it includes.
    /// - Returns: The behaviour, and what somebody should look at.
    /// - Throws: Everything that is wrong by form, warnings among it, in the order of the file; only the first mistake
    ///   where the file is not JSON.
    package static func read(
        _ source: SourceText, including includer: Includer = .none
    ) throws(Diagnostics) -> (behaviour: Behaviour, warnings: [Diagnostic]) {
        let (part, issues) = readPart(source, including: includer)
        guard let part, Diagnostics(issues).errors.isEmpty else { throw Diagnostics(issues) }
        return (part, issues)
    }

    /// Reads what is right in a behaviour file, so that whoever looks for mistakes can go on with it.
    ///
    /// - Parameter includer: reads the files that it includes.
    /// - Returns: the behaviour without its wrong modules, hooks, steps and cases, nil where nothing can be made of the
    ///   file; and everything that is wrong by form or worth a look, in the order of the file, that of included files
    ///   behind it.
    package static func readPart(
        _ source: SourceText, including includer: Includer = .none
    ) -> (part: Behaviour?, issues: [Diagnostic]) {
        do {
            let steps = StepReader()
            let (root, duplicates) = try JSONNode.parse(source, elements: steps)
            let reading = BehaviourReader(duplicates: duplicates, includer: includer)
            return SuggestionLimit.apply {
                let part = reading.behaviour(root, steps)
                return (part, reading.finish())
            }
        } catch {
            return (nil, error.all)
        }
    }
}

extension Behaviour {
    /// The behaviour that a case of the file is by itself: the modules and hooks of the file, the hooks of the case
    /// behind them, and its steps.
    package func alone(_ case: Case) -> Behaviour {
        Behaviour(
            source: source, form: form, modules: modules,
            hooks: `case`.hooks.isEmpty ? hooks : hooks + `case`.hooks, providers: providers,
            settings: settings, files: files, steps: `case`.steps, setupCount: `case`.setupCount, always: `case`.always,
            cases: [], policy: policy, permissions: permissions, leavesOut: leavesOut)
    }

    /// The modules and hooks of the file, with neither steps nor cases.
    package var withoutCalls: Behaviour {
        let none = Steps(files: steps.files, modules: steps.modules, entries: [])
        return Behaviour(
            source: source, form: form, modules: modules, hooks: hooks, providers: providers,
            settings: settings, files: files, steps: none, setupCount: 0, always: none, cases: [], policy: policy,
            permissions: permissions, leavesOut: leavesOut)
    }
}
