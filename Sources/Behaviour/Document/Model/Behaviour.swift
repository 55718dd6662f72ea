// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// A behaviour file as it was read: what it says and where, nothing of it resolved.
///
/// ## Topics
/// - ``read(_:)``
/// - ``readPart(_:)``
/// - ``ModuleEntry``
/// - ``HookEntry``
/// - ``Step``
/// - ``Policy``
public struct Behaviour: Sendable {
    /// The two shapes of a behaviour file.
    public enum Form: Sendable {
        /// The array: the original form.
        case sequence
        /// The object, version 1.
        case version1
    }

    /// The file.
    public let source: SourceText
    /// Its shape.
    public let form: Form
    /// The modules in the order of the file, no name twice.
    public let modules: [ModuleEntry]
    /// The hooks in the order of the file.
    public let hooks: [HookEntry]
    /// The steps in the order of the file.
    public let steps: Steps
    /// What the run does where it cannot go on as written.
    public let policy: Policy
    /// Which modules' functions may be around which actions as hooks; nil where the policy does not say.
    public let permissions: [HookPermission]?
    /// Whether a module, or a hook, of the file is wrong and so not among these.
    public let leavesOut: (module: Bool, hook: Bool)

    /// Reads a behaviour file.
    ///
    /// - Returns: The behaviour, and what somebody should look at.
    /// - Throws: Everything that is wrong by form, warnings among it, in the order of the file; only the first mistake
    ///   where the file is not JSON.
    public static func read(_ source: SourceText) throws(Diagnostics) -> (behaviour: Behaviour, warnings: [Diagnostic])
    {
        let (part, issues) = readPart(source)
        guard let part, Diagnostics(issues).errors.isEmpty else { throw Diagnostics(issues) }
        return (part, issues)
    }

    /// Reads what is right in a behaviour file, so that whoever looks for mistakes can go on with it.
    ///
    /// - Returns: the behaviour without its wrong modules, hooks and steps, nil where nothing can be made of the file;
    ///   and everything that is wrong by form or worth a look, in the order of the file.
    public static func readPart(_ source: SourceText) -> (part: Behaviour?, issues: [Diagnostic]) {
        do {
            let (root, duplicates) = try JSONNode.parse(source)
            let reading = Reading(duplicates: duplicates)
            let part = reading.behaviour(root)
            return (part, reading.finish())
        } catch {
            return (nil, error.all)
        }
    }
}
