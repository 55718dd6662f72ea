// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The libraries and actions that a host may use, as somebody decides who trusts the behaviour less than the host.
///
/// Both go by the names of libraries: the names of modules are the behaviour's own choice.
package struct Allowance: Sendable {
    private let libraries: [String]
    private let fingerprints: Fingerprints
    private let patterns: [WildcardPattern]
    /// The patterns as they were written.
    private let actions: [String]

    /// - Parameters:
    ///   - libraries: the libraries by their bare names on the module path.
    ///   - fingerprints: what is known of their files.
    ///   - actions: patterns such as `greeter.say*`; empty for all actions of these libraries.
    package init(libraries: [String], fingerprints: Fingerprints, actions: [String]) {
        self.libraries = libraries
        self.fingerprints = fingerprints
        self.actions = actions
        patterns = actions.map { WildcardPattern($0) }
    }

    /// The reason why a library may not be loaded; nil if it may.
    func refusal(ofLibrary name: String) -> Diagnostic? {
        if libraries.contains(name) { return nil }
        let allowed = libraries.map { "\"\($0)\"" }.joined(separator: ", ")
        return Diagnostic(
            .error, .source, code: .source(.notAllowed),
            "the module \(Value.string(name).excerpt()) may not be used here: the configuration allows "
                + (allowed.isEmpty ? "none" : allowed))
    }

    /// The reason why a file may not be loaded as a library; nil if it may. Its bytes are those that are loaded.
    func refusal(of file: LibraryFile, as name: String) -> Diagnostic? {
        fingerprints.refusal(of: file, as: name)
    }

    /// The file that a library was loaded from earlier, if that had to be a certain one.
    func accepted(_ name: String) -> LibraryFile? { fingerprints.accepted(name) }

    /// The reason why a library may not be loaded whose bytes nobody has seen; nil if it may.
    func refusal(ofUnseen name: String) -> Diagnostic? { fingerprints.refusal(ofUnseen: name) }

    /// The reason why an action may not be called; nil if it may.
    func refusal(of action: String, inLibrary library: String) -> Diagnostic? {
        let name = "\(library).\(action)"
        if patterns.isEmpty || patterns.contains(where: { $0.matches(name) }) { return nil }
        return Diagnostic(
            .error, .source, code: .source(.notAllowed),
            "the action \(Value.string(name).excerpt()) may not be called here: the configuration allows "
                + actions.map { "\"\($0)\"" }.joined(separator: ", "))
    }
}
